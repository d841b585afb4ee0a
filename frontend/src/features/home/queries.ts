import { queryOptions } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type QuestionRow = Schema<'QuestionRow'>;
export type AssignmentRow = Schema<'AssignmentRow'>;

/** How many rows of one kind Home shows before it points to the list. */
export const SHOWN = 8;

/** My questions in one state, last changed first. */
export const myQuestionsQuery = (projectId: number, state: 'returned' | 'draft') =>
  queryOptions({
    queryKey: ['questions', projectId, 'mine', state],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/questions', {
          params: { query: { project: projectId, author: 'me', state, page_size: SHOWN } },
          signal,
        }),
      ),
  });

/** The items that I hold for review. */
export const myAssignmentsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['assignments', projectId, 'held'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/assignments', { params: { query: { project: projectId, state: 'held' } }, signal }),
      ),
  });

/** What the reviewers of a question's closed rounds said. */
export const feedbackQuery = (questionId: number) =>
  queryOptions({
    queryKey: ['questions', 'feedback', questionId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/questions/{id}/feedback', { params: { path: { id: questionId } }, signal })),
  });

export type Standing = Schema<'TrainingStanding'>;

/** How far I am with my training. */
export const trainingQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['training', projectId, 'mine', 'standing'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/training', { params: { query: { project: projectId } }, signal })),
  });

/** Videos that I was asked to work on, newest first. */
export const myVideosQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['videos', projectId, 'mine'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/videos', {
          params: { query: { project: projectId, annotator: 'me', state: 'ready', page_size: SHOWN } },
          signal,
        }),
      ),
  });

/** My own numbers since Monday. */
export const weekQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['my-week', projectId],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/my-week', { params: { query: { project: projectId } }, signal })),
  });

export const summaryQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'summary'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/projects/{id}/summary', { params: { path: { id: projectId } }, signal })),
  });
