import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Job = Schema<'Job'>;

const WHILE_RUNNING = 1_500;
const WHILE_IDLE = 20_000;

export const JOBS_PAGE = 25;

export const isActive = ({ state }: Job): boolean => state === 'queued' || state === 'running';

/** The newest jobs of a project; asked often while one of them runs, seldom otherwise. */
export const recentJobsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['jobs', projectId, 'recent'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/jobs', { params: { query: { project: projectId, page_size: 30 } }, signal })),
    refetchInterval: ({ state }) => (state.data?.results.some(isActive) === true ? WHILE_RUNNING : WHILE_IDLE),
    staleTime: 0,
  });

/** One page of all jobs of a project. */
export const jobsQuery = (projectId: number, page: number) =>
  queryOptions({
    queryKey: ['jobs', projectId, 'all', page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/jobs', { params: { query: { project: projectId, page, page_size: JOBS_PAGE } }, signal }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(isActive) === true ? WHILE_RUNNING : WHILE_IDLE),
  });

/** Makes the tray look at once; call it after whatever starts a job. */
export function useJobsStarted(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['jobs'] });
}

export function useCancelJob() {
  const started = useJobsStarted();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/v1/jobs/{job_id}/cancellation', { params: { path: { job_id: id } } })),
    onSettled: started,
  });
}

export function useRetryJob() {
  const started = useJobsStarted();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/v1/jobs/{job_id}/retry', { params: { path: { job_id: id } } })),
    onSettled: started,
  });
}
