import { Progress } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconLoader2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useI18n } from '@/i18n/I18n';
import { JobRow } from '@/jobs/JobRow';
import { isActive, recentJobsQuery, type Job } from '@/jobs/queries';
import type { CurrentProject } from '@/session/project';
import classes from './JobTray.module.css';
import { meanProgress, somethingEnded, trayJobs } from './trayModel';

const NO_JOBS: readonly Job[] = [];

/** What a job has made shows in the lists as soon as it has ended. */
function useRefreshWhenJobsEnd(jobs: readonly Job[]): void {
  const queries = useQueryClient();
  const before = useRef(jobs);
  useEffect(() => {
    if (somethingEnded(before.current, jobs)) {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'jobs' && queryKey[0] !== 'me' });
    }
    before.current = jobs;
  }, [jobs, queries]);
}

/**
 * The foot of the page: what runs in the background, folded to a thin row, and gone when there is nothing to say. It has
 * room of its own, so that it never lies over the buttons of a page.
 */
export function JobTray({ project }: { project: CurrentProject }) {
  const { t, tn } = useI18n();
  const { data, dataUpdatedAt, error } = useQuery(recentJobsQuery(project.id));
  const jobs = data?.results ?? NO_JOBS;
  const [open, toggle] = useDisclosure(false);
  const [dismissed, setDismissed] = useLocalStorage<number[]>({ key: 'longemo.jobs.dismissed', defaultValue: [] });
  useRefreshWhenJobsEnd(jobs);

  const shown = trayJobs(jobs, dismissed, dataUpdatedAt);
  const running = shown.filter(isActive).length;
  const failed = shown.length - running;
  if (shown.length === 0) {
    return null;
  }
  const Chevron = open ? IconChevronDown : IconChevronUp;
  return (
    <section className={classes.tray} aria-label={t('jobs.tray')}>
      <button
        type="button"
        className={classes.bar}
        aria-expanded={open}
        aria-label={t(open ? 'jobs.close' : 'jobs.open')}
        onClick={toggle.toggle}
      >
        {running > 0 ? (
          <IconLoader2 size={16} aria-hidden />
        ) : (
          <IconAlertTriangle size={16} className={classes.bad} aria-hidden />
        )}
        <span role="status">
          {running > 0 && tn('jobs.running', running)}
          {running > 0 && failed > 0 && ' · '}
          {failed > 0 && <span className={classes.bad}>{tn('jobs.failed', failed)}</span>}
        </span>
        <Chevron size={16} aria-hidden />
        {running > 0 && <Progress className={classes.thin} value={meanProgress(shown) * 100} size={2} aria-hidden />}
      </button>
      {open && (
        <div className={classes.list}>
          {shown.map((job) => (
            <JobRow key={job.id} job={job} onDismiss={() => setDismissed((ids) => [...ids.slice(-99), job.id])} />
          ))}
          {error !== null && <p className={classes.idle}>{t('jobs.unreachable')}</p>}
        </div>
      )}
    </section>
  );
}
