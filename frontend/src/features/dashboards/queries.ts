import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Pipeline = Schema<'Pipeline'>;
export type PipelineStep = Schema<'PipelineStep'>;
export type Ages = Schema<'Ages'>;
export type WaitingQuestion = Schema<'WaitingQuestion'>;
export type PersonWork = Schema<'PersonWork'>;
export type Work = Schema<'Work'>;
export type Disagreement = Schema<'Disagreement'>;
export type WaitingState = 'draft' | 'in_review' | 'returned';

export const PAGE_SIZE = 50;

export const pipelineQuery = (project: number) =>
  queryOptions({
    queryKey: ['dashboards', project, 'pipeline'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/dashboards/pipeline', { params: { query: { project } }, signal })),
  });

export const ageingQuery = (project: number) =>
  queryOptions({
    queryKey: ['dashboards', project, 'ageing'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/dashboards/ageing', { params: { query: { project } }, signal })),
  });

export const waitingQuery = (project: number, state: WaitingState | undefined, page: number) =>
  queryOptions({
    queryKey: ['dashboards', project, 'waiting', state, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/dashboards/waiting', {
          params: { query: { project, page, page_size: PAGE_SIZE, ...(state === undefined ? {} : { state }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const workQuery = (project: number, since: string | undefined, until: string | undefined) =>
  queryOptions({
    queryKey: ['dashboards', project, 'work', since, until],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/dashboards/work', {
          params: {
            query: { project, ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const disagreementsQuery = (project: number, page: number) =>
  queryOptions({
    queryKey: ['dashboards', project, 'disagreements', page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/dashboards/disagreements', {
          params: { query: { project, page, page_size: PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
