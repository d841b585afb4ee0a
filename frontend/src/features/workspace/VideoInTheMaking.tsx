import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { useRetryJob } from '@/jobs/queries';
import { videoQuery, type Video } from './queries';
import classes from './Workspace.module.css';

/** Stands in the player's place while there is nothing to play yet, or will never be. */
export function VideoInTheMaking({ video }: { video: Video }) {
  const { t, percent } = useI18n();
  const queries = useQueryClient();
  const retry = useRetryJob();
  const { job } = video;
  const failed = video.state === 'ready' && (job?.state === 'failed' || job?.state === 'cancelled');
  const text = failed
    ? t('workspace.making.failed', { reason: job.error === '' ? t('workspace.making.cancelled') : job.error })
    : video.state === 'ready'
      ? t('workspace.making.proxy')
      : video.state === 'rejected'
        ? t('workspace.making.rejected', { reason: video.rejection_reason })
        : t(`workspace.making.${video.state}`);
  return (
    <div className={classes.empty}>
      <div className={classes.making} role={failed ? 'alert' : 'status'}>
        <p>{text}</p>
        {job?.state === 'running' && (
          <>
            <Progress value={job.progress * 100} size={6} aria-label={percent(job.progress)} />
            <p className={classes.share}>{percent(job.progress)}</p>
          </>
        )}
        {job?.state === 'queued' && <p className={classes.share}>{t('timeline.waiting')}</p>}
        {failed && (
          <Button
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate(job.id, { onSuccess: () => void queries.invalidateQueries(videoQuery(video.id)) })}
          >
            {t('action.retry')}
          </Button>
        )}
        <ErrorLine error={retry.error} />
      </div>
    </div>
  );
}
