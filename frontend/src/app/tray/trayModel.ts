import { isActive, type Job } from '@/jobs/queries';

const SHOWN_FOR = 24 * 3_600_000;

/** What the tray shows: all that runs, then the failures of the last day that were not dismissed. */
export function trayJobs(jobs: readonly Job[], dismissed: readonly number[], now: number): Job[] {
  const failures = jobs.filter(
    (job) =>
      job.state === 'failed' &&
      !dismissed.includes(job.id) &&
      job.finished_at !== null &&
      now - Date.parse(job.finished_at) < SHOWN_FOR &&
      // A later run of the same work makes an old failure pointless.
      !jobs.some((other) => other.id > job.id && other.kind === job.kind && other.subject === job.subject),
  );
  return [...jobs.filter(isActive), ...failures];
}

/** Mean progress of what runs, 0..1. */
export function meanProgress(jobs: readonly Job[]): number {
  const active = jobs.filter(isActive);
  return active.length === 0 ? 0 : active.reduce((sum, { progress }) => sum + progress, 0) / active.length;
}

/** Whether something that was active before has ended since. */
export function somethingEnded(before: readonly Job[], after: readonly Job[]): boolean {
  return before.some((job) => isActive(job) && !after.some((same) => same.id === job.id && isActive(same)));
}
