import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { QueryView } from '@/components/QueryView';
import { videoQuery } from './queries';
import { VideoWorkspace } from './VideoWorkspace';

const route = getRouteApi('/inside/projects/$projectId/videos/$videoId');

export function VideoPage() {
  const { videoId } = route.useParams();
  const { t, clip } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(videoQuery(videoId));
  return (
    <QueryView query={query}>
      {(video) => (
        <VideoWorkspace
          key={video.id}
          video={video}
          time={t}
          onTime={(next) => void navigate({ search: (before) => ({ ...before, t: next }), replace: true })}
          clipId={clip ?? null}
          onClip={(next) =>
            void navigate({
              search: (before) => ({ ...before, clip: next ?? undefined }),
              replace: true,
            })
          }
        />
      )}
    </QueryView>
  );
}
