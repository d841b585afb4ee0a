import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '@/i18n/I18n';
import { isActive, recentJobsQuery } from '@/jobs/queries';
import { useProject } from '@/session/project';
import type { Video } from './queries';
import classes from './Workspace.module.css';

/** Stands in the player's place while there is nothing to play yet, or will never be. */
export function VideoInTheMaking({ video }: { video: Video }) {
  const { t, percent } = useI18n();
  const project = useProject();
  const jobs = useQuery(recentJobsQuery(project.id));
  const job = jobs.data?.results.find(({ id }) => id === video.job?.id);
  const text =
    video.state === 'ready'
      ? t('workspace.making.proxy')
      : video.state === 'rejected'
        ? t('workspace.making.rejected', { reason: video.rejection_reason })
        : t(`workspace.making.${video.state}`);
  return (
    <div className={classes.empty}>
      <div role="status">
        <p>{text}</p>
        {job !== undefined && isActive(job) && (
          <Progress value={job.progress * 100} size={6} aria-label={percent(job.progress)} />
        )}
        {job?.state === 'failed' && <p>{job.error}</p>}
      </div>
    </div>
  );
}
