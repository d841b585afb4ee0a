import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Report = Schema<'Agreement'>;
export type Group = Schema<'AgreementGroup'>;
export type Figure = Schema<'Figure'>;
export type Item = Schema<'AgreementItem'>;
export type OwnAnswers = Schema<'OwnAnswers'>;
export type LabelRow = Schema<'LabelAgreement'>;
export type Grouping = Report['by'];
export type Kind = Item['kind'];

export const GROUPINGS = ['granularity', 'task', 'pair', 'video', 'week', 'round'] as const satisfies readonly Grouping[];
export const KINDS = ['both_accept', 'disagree', 'both_reject'] as const satisfies readonly Kind[];
export const STATISTICS = ['observed', 'alpha', 'ac1'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** What a figure is about: the filters of the API, under its names. */
export interface Scope {
  granularity?: Item['granularity'];
  task?: Item['task'];
  reviewer?: number;
  other_reviewer?: number;
  video?: number;
  week?: string;
  round?: string;
}

/** Groups on one page of the report; enough for a plot of every week of four years. */
export const GROUPS_PAGE = 200;
export const ITEMS_PAGE = 50;

/** The figures of closed rounds change while people review: they are asked for again when the page is opened. */
export const reportQuery = (project: number, by: Grouping, scope: Scope, page: number) =>
  queryOptions({
    queryKey: ['agreement', project, 'report', by, scope, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/agreement', {
          params: { query: { ...scope, project, by, page, page_size: GROUPS_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const itemsQuery = (project: number, scope: Scope, kind: Kind | undefined, page: number) =>
  queryOptions({
    queryKey: ['agreement', project, 'items', scope, kind ?? 'all', page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/agreement/items', {
          params: { query: { ...scope, ...(kind === undefined ? {} : { kind }), project, page, page_size: ITEMS_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const ownAnswersQuery = (project: number, scope: Scope) =>
  queryOptions({
    queryKey: ['agreement', project, 'own', scope],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/agreement/own-answers', { params: { query: { ...scope, project } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Where the decisions behind a figure are to be had as CSV, for `manage.py agreement`. */
export const decisionsAddress = (project: number, by: Grouping, scope: Scope): string =>
  fileAddress('decisions', { project: String(project), by }, scope);

/** Where reviewers' own answers are to be had as CSV. */
export const ownAnswersAddress = (project: number, scope: Scope): string =>
  fileAddress('own-answers-file', { project: String(project) }, scope);

function fileAddress(file: string, known: Record<string, string>, scope: Scope): string {
  const asked = new URLSearchParams(known);
  for (const [name, value] of Object.entries(scope)) {
    if (value !== undefined) {
      asked.set(name, String(value));
    }
  }
  return `/api/v1/agreement/${file}?${asked.toString()}`;
}

/** The scope of one group of a report: what its items have in common, on top of what the report is about. */
export function scopeOf(group: Group, scope: Scope): Scope {
  const [first, second] = group.reviewers ?? [];
  return {
    ...scope,
    ...(group.granularity === undefined ? {} : { granularity: group.granularity }),
    ...(group.task === undefined ? {} : { task: group.task }),
    ...(first === undefined ? {} : { reviewer: first.id }),
    ...(second === undefined ? {} : { other_reviewer: second.id }),
    ...(group.video === undefined ? {} : { video: group.video.id }),
    ...(group.week === undefined ? {} : { week: group.week }),
    ...(group.round === undefined ? {} : { round: String(group.round) }),
  };
}
