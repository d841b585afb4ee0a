import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { QueryView } from '@/components/QueryView';
import { videoQuery } from './queries';
import { VideoWorkspace, type Tab } from './VideoWorkspace';

const route = getRouteApi('/inside/projects/$projectId/videos/$videoId');

export function VideoPage() {
  const { videoId } = route.useParams();
  const { t, clip, tab } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(videoQuery(videoId));
  const onTab = useCallback(
    (next: Tab) => {
      void navigate({ search: (before) => ({ ...before, tab: next === 'clips' ? undefined : next }), replace: true });
    },
    [navigate],
  );
  return (
    <QueryView query={query}>
      {(video) => (
        <VideoWorkspace
          key={video.id}
          video={video}
          time={t}
          onTime={(next) => void navigate({ search: (before) => ({ ...before, t: next }), replace: true })}
          tab={tab ?? 'clips'}
          onTab={onTab}
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
