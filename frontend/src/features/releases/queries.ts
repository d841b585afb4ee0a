import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { useJobsStarted } from '@/jobs/queries';

export type Release = Schema<'Release'>;
export type ReleaseDraft = Schema<'DraftReleaseRequest'>;
export type ArchiveKind = Schema<'MakePackageRequest'>['kind'];

export const PAGE_SIZE = 10;
export const CHANGES_SHOWN = 50;

export const releasesQuery = (projectId: number, page: number) =>
  queryOptions({
    queryKey: ['releases', projectId, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/releases', { params: { query: { project: projectId, page, page_size: PAGE_SIZE } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

export const changesQuery = (id: number) =>
  queryOptions({
    queryKey: ['releases', 'changes', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/releases/{id}/changes', {
          params: { path: { id }, query: { page_size: CHANGES_SHOWN } },
          signal,
        }),
      ),
  });

/** What an admin does with a release. Checking, freezing and making an archive start jobs. */
export type Step =
  | { do: 'draft'; body: ReleaseDraft }
  | { do: 'discard'; id: number }
  | { do: 'check'; id: number }
  | { do: 'freeze'; id: number }
  | { do: 'make'; id: number; kind: ArchiveKind };

export function useStep() {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: take,
    onSettled: async () => {
      await Promise.all([queries.invalidateQueries({ queryKey: ['releases'] }), jobsStarted()]);
    },
  });
}

async function take(step: Step): Promise<void> {
  if (step.do === 'draft') {
    await unwrap(api.POST('/api/v1/releases', { body: step.body }));
    return;
  }
  const params = { path: { id: step.id } };
  switch (step.do) {
    case 'discard':
      await unwrap(api.DELETE('/api/v1/releases/{id}', { params }));
      return;
    case 'check':
      await unwrap(api.POST('/api/v1/releases/{id}/check', { params }));
      return;
    case 'freeze':
      await unwrap(api.POST('/api/v1/releases/{id}/freeze', { params }));
      return;
    case 'make':
      await unwrap(api.POST('/api/v1/releases/{id}/packages', { params, body: { kind: step.kind } }));
  }
}
