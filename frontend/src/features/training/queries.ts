import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Standing = Schema<'TrainingStanding'>;
export type RoleStanding = Schema<'RoleStanding'>;
export type Guideline = Schema<'Guideline'>;
export type Run = Schema<'PracticeRun'>;
export type PracticeItem = Schema<'PracticeItem'>;
export type SeededItem = Schema<'SeededItem'>;
export type Plan = Schema<'TrainingPlan'>;
export type Flaw = NonNullable<SeededItem['flaw']>;
export type Use = SeededItem['use'];

export const PAGE_SIZE = 50;

const at = (project: number) => ({ params: { query: { project } } });

export const standingQuery = (project: number) =>
  queryOptions({
    queryKey: ['training', project, 'mine', 'standing'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/training', { ...at(project), signal })),
  });

export const guidelineQuery = (project: number) =>
  queryOptions({
    queryKey: ['training', project, 'guideline'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/training/guideline', { ...at(project), signal })),
  });

export const runsQuery = (project: number) =>
  queryOptions({
    queryKey: ['training', project, 'mine', 'runs'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/practice-runs', { ...at(project), signal })),
  });

export const practiceItemQuery = (id: number) =>
  queryOptions({
    queryKey: ['practice-item', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/practice-items/{id}', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const reasonsQuery = (granularity: PracticeItem['granularity'], task: PracticeItem['task']) =>
  queryOptions({
    queryKey: ['review-reasons', granularity, task],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/review-reasons', { params: { query: { granularity, task } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useMarkPage(project: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ version, page }: { version: number; page: number }) =>
      unwrap(api.POST('/api/v1/training/readings', { body: { project, version, page } })),
    onSuccess: (guideline) => {
      queries.setQueryData(guidelineQuery(project).queryKey, guideline);
      void queries.invalidateQueries({ queryKey: ['training', project, 'mine'] });
    },
  });
}

export function useStartRun(project: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/practice-runs', { body: { project } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['training', project, 'mine'] }),
  });
}

export function usePracticeVerdict(project: number, id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schema<'GivePracticeVerdictRequest'>) =>
      unwrap(api.POST('/api/v1/practice-items/{id}/verdict', { params: { path: { id } }, body })),
    onSuccess: (item) => {
      queries.setQueryData(practiceItemQuery(id).queryKey, item);
      return queries.invalidateQueries({ queryKey: ['training', project] });
    },
  });
}

// --- for admins -----------------------------------------------------------------------------------

export const planQuery = (project: number) =>
  queryOptions({
    queryKey: ['training', project, 'plan'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/training/plan', { ...at(project), signal })),
  });

export const peopleQuery = (project: number) =>
  queryOptions({
    queryKey: ['training', project, 'people'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/training/people', { ...at(project), signal })),
  });

export const goldQuery = (project: number) =>
  queryOptions({
    queryKey: ['training', project, 'gold'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/gold-report', { ...at(project), signal })),
  });

export const trailQuery = (project: number) =>
  queryOptions({
    queryKey: ['training', project, 'trail'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/training/qualifications', { ...at(project), signal })),
  });

export const itemsQuery = (project: number, page: number) =>
  queryOptions({
    queryKey: ['training', project, 'items', page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/seeded-items', { params: { query: { project, page, page_size: PAGE_SIZE } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** Accepted questions whose id or wording fits, to make a copy of. */
export const acceptedQuery = (project: number, search: string) =>
  queryOptions({
    queryKey: ['questions', project, 'accepted', search],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/questions', {
          params: { query: { project, state: 'accepted', page_size: 20, ...(search === '' ? {} : { search }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const flawsQuery = (project: number, question: number) =>
  queryOptions({
    queryKey: ['training', project, 'flaws', question],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/training/possible-flaws', { params: { query: { project, question } }, signal })),
  });

function useChanged(project: number): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['training', project] });
}

export function useChangePlan(project: number) {
  return useMutation({
    mutationFn: (body: Schema<'PatchedChangeTrainingPlanRequest'>) =>
      unwrap(api.PATCH('/api/v1/training/plan', { ...at(project), body })),
    onSuccess: useChanged(project),
  });
}

export function useDecide(project: number) {
  return useMutation({
    mutationFn: (body: Omit<Schema<'DecideQualificationRequest'>, 'project'>) =>
      unwrap(api.POST('/api/v1/training/qualifications', { body: { ...body, project } })),
    onSuccess: useChanged(project),
  });
}

export function useMakeItem(project: number) {
  return useMutation({
    mutationFn: (body: Omit<Schema<'MakeSeededItemRequest'>, 'project'>) =>
      unwrap(api.POST('/api/v1/seeded-items', { body: { ...body, project } })),
    onSuccess: useChanged(project),
  });
}

export function useMakeSeveral(project: number) {
  return useMutation({
    mutationFn: (body: Omit<Schema<'MakeSeveralRequest'>, 'project'>) =>
      unwrap(api.POST('/api/v1/seeded-items/batch', { body: { ...body, project } })),
    onSuccess: useChanged(project),
  });
}

export function useRetireItem(project: number) {
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST('/api/v1/seeded-items/{id}/retirement', { params: { path: { id } } })),
    onSuccess: useChanged(project),
  });
}
