import { Button, Progress } from '@mantine/core';
import { ErrorLine } from '@/components/ErrorPanel';
import { JobStateChip } from '@/components/StateChip';
import { useI18n } from '@/i18n/I18n';
import { jobName } from './jobName';
import classes from './JobRow.module.css';
import { isActive, useCancelJob, useRetryJob, type Job } from './queries';

/** One job: what it does, how far it is, what went wrong, and what can be done about it. */
export function JobRow({ job, onDismiss }: { job: Job; onDismiss?: () => void }) {
  const i18n = useI18n();
  const { t, percent } = i18n;
  const cancel = useCancelJob();
  const retry = useRetryJob();
  const name = jobName(job, i18n);
  const running = job.state === 'running';
  const failed = job.state === 'failed';
  return (
    <div className={classes.job}>
      <div className={classes.line}>
        <span className={classes.name} title={job.subject_name === '' ? name : `${name} · ${job.subject_name}`}>
          {name}
          {job.subject_name !== '' && <span className={classes.subject}> · {job.subject_name}</span>}
        </span>
        {running ? <span className={classes.share}>{percent(job.progress)}</span> : <JobStateChip state={job.state} />}
        {isActive(job) && (
          <Button
            size="xs"
            variant="default"
            disabled={job.cancel_requested}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(job.id)}
          >
            {t(job.cancel_requested ? 'jobs.cancelling' : 'jobs.cancel')}
          </Button>
        )}
      </div>
      {running && (
        <Progress
          value={job.progress * 100}
          size={4}
          aria-label={t('jobs.progress', { name })}
          transitionDuration={300}
        />
      )}
      {failed ? (
        <p className={classes.error}>{job.error}</p>
      ) : (
        job.message !== '' && isActive(job) && <p className={classes.message}>{job.message}</p>
      )}
      {failed && (
        <div className={classes.line}>
          <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate(job.id)}>
            {t('jobs.retry')}
          </Button>
          {onDismiss !== undefined && (
            <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
              {t('jobs.dismiss')}
            </Button>
          )}
        </div>
      )}
      <ErrorLine error={cancel.error ?? retry.error} />
    </div>
  );
}
