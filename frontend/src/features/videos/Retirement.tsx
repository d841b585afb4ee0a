import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ErrorLine } from '@/components/ErrorPanel';
import { SureButton } from '@/components/SureButton';
import { useI18n } from '@/i18n/I18n';
import type { VideoDetail } from './queries';

/** Takes a video out of the library, or brings it back; what keeps it there is said beside the button. */
export function Retirement({ video }: { video: VideoDetail }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const path = { id: video.id };
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['videos'] });
  const retire = useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/videos/{id}/retirement', { params: { path } })),
    onSuccess,
  });
  const reinstate = useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/videos/{id}/reinstatement', { params: { path } })),
    onSuccess,
  });
  return (
    <>
      {video.state === 'retired' ? (
        <Button variant="default" loading={reinstate.isPending} onClick={() => reinstate.mutate()}>
          {t('videos.reinstate')}
        </Button>
      ) : (
        <SureButton
          variant="default"
          loading={retire.isPending}
          warning={t('videos.retire_warning')}
          confirm={t('videos.retire_sure')}
          onSure={() => retire.mutate()}
        >
          {t('videos.retire')}
        </SureButton>
      )}
      <ErrorLine error={retire.error ?? reinstate.error} />
    </>
  );
}
