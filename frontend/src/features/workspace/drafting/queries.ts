import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { useJobsStarted } from '@/jobs/queries';
import { questionQuery, type Question } from '../queries';

export type Candidate = Schema<'Candidate'>;
export type ModelDraft = Schema<'ModelDraft'>;

const WHILE_WORKING = 1_500;
const MOST = 200;

export const candidatesQuery = (videoId: number) =>
  queryOptions({
    queryKey: ['candidates', videoId],
    queryFn: async ({ signal }) => {
      const rows: Candidate[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await unwrap(
          api.GET('/api/v1/videos/{id}/candidates', {
            params: { path: { id: videoId }, query: { page, page_size: MOST } },
            signal,
          }),
        );
        rows.push(...answer.results);
        if (answer.next === null) {
          return rows;
        }
      }
    },
  });

export const searchQuery = (queries: QueryClient, videoId: number) =>
  queryOptions({
    queryKey: ['candidates', videoId, 'search'],
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<Schema<'CandidateSearch'>>(['candidates', videoId, 'search']);
      const now = await unwrap(
        api.GET('/api/v1/videos/{id}/candidate-search', { params: { path: { id: videoId } }, signal }),
      );
      if (before !== undefined && before.job !== null && now.job === null) {
        await queries.invalidateQueries({ queryKey: candidatesQuery(videoId).queryKey, exact: true });
      }
      return now;
    },
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.job !== null ? WHILE_WORKING : false),
  });

export const modelChoicesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['model-choices', projectId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/projects/{id}/model-choices', { params: { path: { id: projectId } }, signal })),
  });

export function useFindCandidates(videoId: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST('/api/v1/videos/{id}/candidate-search', { params: { path: { id: videoId } } })),
    onSuccess: (job) => {
      queries.setQueryData(searchQuery(queries, videoId).queryKey, {
        job: job.id, finished_at: null, used: [], model_failure: '',
      });
      return jobsStarted();
    },
  });
}

export type CandidateAct =
  | { id: number; act: 'acceptance'; version: number }
  | { id: number; act: 'removal' | 'restoration' }
  | { id: number; act: 'adjust'; version: number; start: number; end: number };

function send(request: CandidateAct): Promise<Candidate> {
  const params = { path: { id: request.id } };
  switch (request.act) {
    case 'acceptance':
      return unwrap(api.POST('/api/v1/candidates/{id}/acceptance', { params, body: { version: request.version } }));
    case 'removal':
      return unwrap(api.POST('/api/v1/candidates/{id}/removal', { params }));
    case 'restoration':
      return unwrap(api.POST('/api/v1/candidates/{id}/restoration', { params }));
    case 'adjust': {
      const { version, start, end } = request;
      return unwrap(api.PATCH('/api/v1/candidates/{id}', { params, body: { version, start, end } }));
    }
  }
}

/** Accepts, drops, restores or moves a candidate, and shows what the server has then. */
export function useActOnCandidate(videoId: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: send,
    onSuccess: async (candidate, { act }) => {
      queries.setQueryData(candidatesQuery(videoId).queryKey, (rows) =>
        rows?.map((row) => (row.id === candidate.id ? candidate : row)),
      );
      if (act === 'acceptance') {
        await Promise.all([queries.invalidateQueries({ queryKey: ['clips', videoId] }), jobsStarted()]);
      }
    },
    onError: () => queries.invalidateQueries({ queryKey: candidatesQuery(videoId).queryKey, exact: true }),
  });
}

export const draftsQuery = (clipId: number) =>
  queryOptions({
    queryKey: ['model-drafts', clipId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/model-drafts', { params: { query: { clip: clipId, page_size: MOST } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.results.some((draft) => draft.state === 'waiting') === true ? WHILE_WORKING : false,
  });

export function useAskForDraft(clipId: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: (task: string) => unwrap(api.POST('/api/v1/model-drafts', { body: { clip: clipId, task } })),
    onSuccess: () => Promise.all([queries.invalidateQueries(draftsQuery(clipId)), jobsStarted()]),
  });
}

export function useActOnDraft(clipId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act }: { id: number; act: 'taking' | 'removal' }) =>
      act === 'taking'
        ? unwrap(api.POST('/api/v1/model-drafts/{id}/taking', { params: { path: { id } } }))
        : unwrap(api.POST('/api/v1/model-drafts/{id}/removal', { params: { path: { id } } })),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries(draftsQuery(clipId)),
        queries.invalidateQueries({ queryKey: ['questions'] }),
      ]),
  });
}

/** Which fields of a saved version are still a model's. */
export const draftMarkQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['questions', 'draft-mark', id, version],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions/{id}/draft-mark', { params: { path: { id } }, signal })),
  });

export function useConfirmFields(id: number, version: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (paths: string[]) =>
      unwrap(api.POST('/api/v1/questions/{id}/draft-mark', { params: { path: { id } }, body: { version, paths } })),
    onSuccess: async (mark) => {
      queries.setQueryData(draftMarkQuery(id, version).queryKey, mark);
      await queries.invalidateQueries(questionQuery(id));
    },
  });
}

export const opinionsQuery = (question: Pick<Question, 'id'>, version: number) =>
  queryOptions({
    queryKey: ['questions', 'opinions', question.id, version],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/questions/{id}/opinions', { params: { path: { id: question.id } }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.job !== null ? WHILE_WORKING : false),
  });

export function useAskForOpinions(id: number, version: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/v1/questions/{id}/opinions', { params: { path: { id } } })),
    onSuccess: () => Promise.all([queries.invalidateQueries(opinionsQuery({ id }, version)), jobsStarted()]),
  });
}
