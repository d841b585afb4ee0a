import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { useJobsStarted } from '@/jobs/queries';
import { FrameTimes, type Span } from '@/player';

export type Video = Schema<'VideoDetail'>;
export type Clip = Schema<'Clip'>;
export type Question = Schema<'Question'>;
export type QuestionRow = Schema<'QuestionRow'>;
export type Granularity = Clip['granularity'];

const WHILE_WORKING = 1_500;
const MOST = 200;

export const videoQuery = (id: number) =>
  queryOptions({
    queryKey: ['videos', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/videos/{id}', { params: { path: { id } }, signal })),
    // Until it can be played and its timeline is made, look again and again: the page fills by itself.
    refetchInterval: ({ state }) => (state.data !== undefined && isOnItsWay(state.data) ? WHILE_WORKING : false),
  });

export const isOnItsWay = ({ state, playable, derived }: Video): boolean =>
  state === 'probing' || (state === 'ready' && (!playable || derived.some((file) => file.state === 'making')));

/** Presentation times never change once they are there. */
export const framesQuery = (id: number, duration: number) =>
  queryOptions({
    queryKey: ['videos', 'frames', id],
    queryFn: async ({ signal }) => {
      const table = await unwrap(api.GET('/api/v1/videos/{id}/frames', { params: { path: { id } }, signal }));
      return FrameTimes.fromTable(table, duration);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });

export const watchedQuery = (id: number) =>
  queryOptions({
    queryKey: ['videos', 'watched', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/videos/{id}/watched', { params: { path: { id } }, signal })),
  });

export const clipsQuery = (videoId: number) =>
  queryOptions({
    queryKey: ['clips', videoId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/clips', { params: { query: { video: videoId, page_size: MOST } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.results.some((clip) => clip.state === 'cutting') === true ? WHILE_WORKING : false,
  });

export const questionsOfVideoQuery = (projectId: number, videoId: number) =>
  queryOptions({
    queryKey: ['questions', projectId, 'video', videoId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/questions', {
          params: { query: { project: projectId, video: videoId, page_size: MOST } },
          signal,
        }),
      ),
  });

/** My questions that wait for me: returned ones first, then drafts. */
export const openQuestionsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['questions', projectId, 'open'],
    queryFn: async ({ signal }) => {
      const of = (state: 'returned' | 'draft') =>
        unwrap(
          api.GET('/api/v1/questions', {
            params: { query: { project: projectId, author: 'me', state, page_size: MOST } },
            signal,
          }),
        );
      const [returned, drafts] = await Promise.all([of('returned'), of('draft')]);
      return [...returned.results, ...drafts.results];
    },
  });

export const questionQuery = (id: number) =>
  queryOptions({
    queryKey: ['questions', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions/{id}', { params: { path: { id } }, signal })),
  });

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['questions', 'history', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/questions/{id}/history', { params: { path: { id }, query: { page_size: MOST } }, signal }),
      ),
  });

export const trailQuery = (id: number) =>
  queryOptions({
    queryKey: ['questions', 'trail', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/questions/{id}/trail', { params: { path: { id }, query: { page_size: MOST } }, signal })),
  });

export const feedbackQuery = (id: number) =>
  queryOptions({
    queryKey: ['questions', 'feedback', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions/{id}/feedback', { params: { path: { id } }, signal })),
  });

/** What the newest revision changes of the one that was judged. */
export const changesQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['questions', 'changes', id, version],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions/{id}/changes', { params: { path: { id } }, signal })),
  });

/** The record of a saved version, as it would be exported. */
export const recordQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['questions', 'record', id, version],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions/{id}/record', { params: { path: { id } }, signal })),
    placeholderData: keepPreviousData,
  });

export function useCreateClip(videoId: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: (body: { granularity: Granularity; segments: Span[] | null }) =>
      unwrap(api.POST('/api/v1/clips', { body: { video: videoId, ...body } })),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: ['clips', videoId] }), jobsStarted()]),
  });
}

export function useCutAgain(videoId: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/v1/clips/{id}/cut', { params: { path: { id } } })),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: ['clips', videoId] }), jobsStarted()]),
  });
}

/** Puts the newest answer about a question where every page reads it, and lets the lists be read again. */
export function useQuestionArrived() {
  const queries = useQueryClient();
  return async (question: Question, { stateChanged }: { stateChanged: boolean }) => {
    queries.setQueryData(questionQuery(question.id).queryKey, question);
    await queries.invalidateQueries({
      queryKey: ['questions'],
      predicate: ({ queryKey }) => stateChanged ? queryKey[1] !== 'one' : typeof queryKey[1] === 'number',
      refetchType: stateChanged ? 'active' : 'none',
    });
  };
}

export function useCreateQuestion() {
  const arrived = useQuestionArrived();
  return useMutation({
    mutationFn: (body: { clip: number; task: string }) => unwrap(api.POST('/api/v1/questions', { body })),
    onSuccess: (question) => arrived(question, { stateChanged: true }),
  });
}

export function useSubmitQuestion(id: number) {
  const arrived = useQuestionArrived();
  return useMutation({
    mutationFn: (version: number) =>
      unwrap(api.POST('/api/v1/questions/{id}/submission', { params: { path: { id } }, body: { version } })),
    onSuccess: (question) => arrived(question, { stateChanged: true }),
  });
}

export type ReasonedAct = 'withdrawal' | 'reopening' | 'watch-waiver';

/** What is done with a reason: take out, open again, waive. */
export function useReasonedAct(id: number, act: ReasonedAct) {
  const arrived = useQuestionArrived();
  const ways = {
    withdrawal: '/api/v1/questions/{id}/withdrawal',
    reopening: '/api/v1/questions/{id}/reopening',
    'watch-waiver': '/api/v1/questions/{id}/watch-waiver',
  } as const;
  return useMutation({
    mutationFn: (reason: string) => unwrap(api.POST(ways[act], { params: { path: { id } }, body: { reason } })),
    onSuccess: (question) => arrived(question, { stateChanged: true }),
  });
}

/** Reports what was played of a video, and shows what the server makes of it. */
export function useReportWatched(videoId: number) {
  const queries = useQueryClient();
  return async (spans: readonly Span[]) => {
    const watched = await unwrap(
      api.POST('/api/v1/videos/{id}/watched', {
        params: { path: { id: videoId } },
        body: { ranges: spans.map(({ start, end }) => [start, end]) },
      }),
    );
    queries.setQueryData(watchedQuery(videoId).queryKey, watched);
  };
}
