import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { useJobsStarted } from '@/jobs/queries';

export type Export = Schema<'Export'>;

export const PAGE_SIZE = 20;

export const exportsQuery = (projectId: number, page: number) =>
  queryOptions({
    queryKey: ['exports', projectId, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/exports', {
          params: { query: { project: projectId, page, page_size: PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export function useStartExport(projectId: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/exports', { body: { project: projectId } })),
    onSuccess: async () => {
      await Promise.all([queries.invalidateQueries({ queryKey: ['exports'] }), jobsStarted()]);
    },
  });
}

/** How many records an export holds. */
export const recordCount = ({ counts }: Export): number =>
  Object.values(counts).reduce(
    (sum, byTask) => sum + Object.values(byTask).reduce((inner, count) => inner + count, 0),
    0,
  );
