import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Thread = Schema<'Thread'>;
export type NewThread = Schema<'StartThreadRequest'>;

/** Threads shown at once. */
export const THREADS_PAGE = 50;

/** The threads of a question, for its author and admins. */
export const questionThreadsQuery = (questionId: number, page = 1) =>
  queryOptions({
    queryKey: ['threads', 'question', questionId, page],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/questions/{id}/threads', { params: { path: { id: questionId }, query: { page } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The threads that I am asked into about an item that I judged. */
export const assignmentThreadsQuery = (assignmentId: number) =>
  queryOptions({
    queryKey: ['threads', 'assignment', assignmentId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/assignments/{id}/threads', { params: { path: { id: assignmentId } }, signal })),
  });

/** What is not settled yet in a project, of the questions that are mine to discuss. */
export const openThreadsQuery = (projectId: number, page: number) =>
  queryOptions({
    queryKey: ['threads', 'project', projectId, page],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/threads', { params: { query: { project: projectId, state: 'open', page } }, signal })),
    placeholderData: keepPreviousData,
  });

function useChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['threads'] });
}

export function useStartThread(questionId: number) {
  return useMutation({
    mutationFn: (body: NewThread) =>
      unwrap(api.POST('/api/v1/questions/{id}/threads', { params: { path: { id: questionId } }, body })),
    onSuccess: useChanged(),
  });
}

export function useReply(id: string) {
  return useMutation({
    mutationFn: (text: string) => unwrap(api.POST('/api/v1/threads/{id}/posts', { params: { path: { id } }, body: { text } })),
    onSuccess: useChanged(),
  });
}

/** Resolves a thread, or opens it again. */
export function useSettle(id: string, act: 'resolve' | 'reopen') {
  const ways = { resolve: '/api/v1/threads/{id}/resolution', reopen: '/api/v1/threads/{id}/reopening' } as const;
  return useMutation({
    mutationFn: () => unwrap(api.POST(ways[act], { params: { path: { id } } })),
    onSuccess: useChanged(),
  });
}
