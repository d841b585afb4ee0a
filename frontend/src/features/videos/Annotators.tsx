import { MultiSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ErrorLine } from '@/components/ErrorPanel';

import { useI18n } from '@/i18n/I18n';
import { membersQuery } from '@/session/members';
import { useProject } from '@/session/project';
import { videoQuery, type VideoDetail } from './queries';

/** Who is to work on a video: named for everybody, chosen by admins. */
export function Annotators({ video }: { video: VideoDetail }) {
  const { t } = useI18n();
  const project = useProject();
  const queries = useQueryClient();
  const members = useQuery({ ...membersQuery(project.id), enabled: project.has('admin') });
  const assign = useMutation({
    mutationFn: (users: number[]) =>
      unwrap(api.PUT('/api/v1/videos/{id}/annotators', { params: { path: { id: video.id } }, body: { users } })),
    onSuccess: async (answer) => {
      queries.setQueryData(videoQuery(video.id).queryKey, answer);
      await queries.invalidateQueries({ queryKey: ['videos', project.id, 'list'] });
    },
  });
  if (!project.has('admin')) {
    return video.annotators.length === 0 ? t('videos.annotators_nobody') : video.annotators.map(({ name }) => name).join(', ');
  }
  const able = (members.data?.results ?? []).filter(({ roles }) => roles.includes('annotator')).map(({ user }) => user);
  const people = new Map([...video.annotators, ...able].map(({ id, name }) => [String(id), name]));
  return (
    <>
      <MultiSelect
        size="xs"
        aria-label={t('videos.annotators')}
        placeholder={video.annotators.length === 0 ? t('videos.annotators_choose') : undefined}
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={video.annotators.map(({ id }) => String(id))}
        onChange={(chosen) => assign.mutate(chosen.map(Number))}
        disabled={assign.isPending}
        searchable
        clearable
      />
      <ErrorLine error={assign.error} />
    </>
  );
}
