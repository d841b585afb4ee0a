import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useJobsStarted } from '@/jobs/queries';
import { queueOf, type UploadQueue } from './UploadQueue';

type Shown = ReturnType<UploadQueue['getState']>;

/** The project's files on their way; warns before the page is left while something is being sent. */
export function useUploadQueue(projectId: number): [UploadQueue, Shown] {
  const queue = queueOf(projectId);
  const state = useSyncExternalStore(queue.subscribe, queue.getState);
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  useEffect(
    () =>
      queue.onAdded(() => {
        void queries.invalidateQueries({ queryKey: ['videos'] });
        void jobsStarted();
      }),
    [queue, queries, jobsStarted],
  );
  const busy = queue.isBusy;
  useEffect(() => {
    if (!busy) {
      return undefined;
    }
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
  return [queue, state];
}
