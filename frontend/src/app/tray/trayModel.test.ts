import { describe, expect, it } from 'vitest';
import type { Job } from '@/jobs/queries';
import { meanProgress, somethingEnded, trayJobs } from './trayModel';

const NOW = Date.parse('2026-01-02T12:00:00Z');

const job = (id: number, state: Job['state'], rest: Partial<Job> = {}): Job =>
  ({
    id,
    state,
    kind: 'cut',
    subject: `clip:${id}`,
    progress: 0,
    finished_at: state === 'failed' ? '2026-01-02T11:00:00Z' : null,
    ...rest,
  }) as Job;

const ids = (jobs: readonly Job[]): number[] => jobs.map(({ id }) => id);

describe('the job tray', () => {
  it('shows what runs and recent failures, unless dismissed, old or run again since', () => {
    const jobs = [
      job(6, 'failed', { subject: 'clip:1' }),
      job(5, 'running'),
      job(4, 'failed', { finished_at: '2025-12-31T00:00:00Z' }),
      job(3, 'failed'),
      job(2, 'succeeded'),
      job(1, 'failed', { subject: 'clip:1' }),
    ];
    expect(ids(trayJobs(jobs, [], NOW))).toEqual([5, 6, 3]);
    expect(ids(trayJobs(jobs, [3], NOW))).toEqual([5, 6]);
  });

  it('averages the progress of what runs', () => {
    expect(meanProgress([])).toBe(0);
    expect(meanProgress([job(1, 'running', { progress: 0.5 }), job(2, 'queued'), job(3, 'failed')])).toBe(0.25);
  });

  it('notices that something ended', () => {
    const before = [job(1, 'running'), job(2, 'queued')];
    expect(somethingEnded(before, before)).toBe(false);
    expect(somethingEnded(before, [job(1, 'succeeded'), job(2, 'queued')])).toBe(true);
    expect(somethingEnded(before, [job(2, 'running')])).toBe(true);
  });
});
