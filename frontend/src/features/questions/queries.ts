import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import type { Ordering } from '@/components/tableModel';

export type QuestionRow = Schema<'QuestionRow'>;

export type QuestionOrder = 'public_id' | 'changed_at';

export const PAGE_SIZE = 50;

export interface QuestionFilters {
  page?: number;
  order?: Ordering<QuestionOrder>;
  search?: string;
  state?: QuestionRow['state'];
  granularity?: QuestionRow['granularity'];
  task?: QuestionRow['task'];
  author?: 'me';
  video?: number;
}

export const questionsQuery = (projectId: number, filters: QuestionFilters) => {
  const { order, ...rest } = filters;
  const query = { ...rest, ...(order === undefined ? {} : { ordering: order }), project: projectId, page_size: PAGE_SIZE };
  return queryOptions({
    queryKey: ['questions', projectId, 'list', filters],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const questionQuery = (id: number) =>
  queryOptions({
    queryKey: ['questions', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions/{id}', { params: { path: { id } }, signal })),
  });

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['questions', 'history', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/questions/{id}/history', { params: { path: { id }, query: { page_size: 200 } }, signal })),
  });
