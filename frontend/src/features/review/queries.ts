import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { localEnd } from './lease';

export type Assignment = Schema<'Assignment'>;
/** What is seen in the second step. */
export type ReferenceOf = NonNullable<Assignment['reference']>;
export type AssignmentRow = Schema<'AssignmentRow'>;
export type Granularity = Assignment['granularity'];
export type Task = Assignment['task'];
export type Reason = Schema<'Reason'>;

/** An assignment, and when its hold ends on this computer's clock (milliseconds). */
export interface Item {
  assignment: Assignment;
  leaseEnd: number;
}

/** How many finished reviews the list shows at once. */
export const PAGE_SIZE = 25;

export interface QueueFilters {
  granularity?: Granularity | undefined;
  task?: Task | undefined;
}

export const itemKey = (id: number) => ['assignments', 'one', id] as const;

/** One assignment of mine in full. Read once: what changes while it is worked on comes with the heartbeats. */
export const itemQuery = (id: number) =>
  queryOptions({
    queryKey: itemKey(id),
    queryFn: async ({ signal }): Promise<Item> => {
      const call = api.GET('/api/v1/assignments/{id}', { params: { path: { id } }, signal });
      const assignment = await unwrap(call);
      const { response } = await call;
      return itemOf(assignment, response);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const itemOf = (assignment: Assignment, response: Response): Item => ({
  assignment,
  leaseEnd: localEnd(assignment.lease_expires_at, response.headers.get('Date'), Date.now()),
});

/** What I hold now: one item at most. */
export const heldQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['assignments', projectId, 'held'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/assignments', { params: { query: { project: projectId, state: 'held' } }, signal })),
  });

/** My assignments of one kind, newest first. */
export const mineQuery = (projectId: number, state: 'submitted' | 'expired', page: number) =>
  queryOptions({
    queryKey: ['assignments', projectId, state, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/assignments', {
          params: { query: { project: projectId, state, page, page_size: PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The reasons for a rejection that fit a task, in the order in which they are shown. */
export const reasonsQuery = (granularity: Granularity, task: Task) =>
  queryOptions({
    queryKey: ['review-reasons', granularity, task],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/review-reasons', { params: { query: { granularity, task } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What will most likely come next after the item `after`; a guess, for loading ahead. */
export const upcomingQuery = (projectId: number, { granularity, task }: QueueFilters, after: number | undefined) =>
  queryOptions({
    queryKey: ['assignments', projectId, 'upcoming', granularity ?? null, task ?? null, after ?? null],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/assignments/upcoming', {
          params: { query: { project: projectId, ...(granularity && { granularity }), ...(task && { task }) } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

/** In a renewed review: what changed since the round before. */
export const changesQuery = (id: number) =>
  queryOptions({
    queryKey: ['assignments', 'changes', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/assignments/{id}/changes', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface Nothing {
  held: number;
  /** When the first of them may come free; null when none is held. */
  freesAt: string | null;
}

export type NextAnswer = { kind: 'item'; item: Item } | { kind: 'nothing'; nothing: Nothing };

/** Asks for the next item: the one in hand, else the oldest that is free. */
export async function askNext(projectId: number, { granularity, task }: QueueFilters): Promise<NextAnswer> {
  const body = { project: projectId, granularity: granularity ?? null, task: task ?? null };
  const call = api.POST('/api/v1/assignments/next', { body });
  const answer = await unwrap(call);
  const { response } = await call;
  return answer.assignment === null
    ? { kind: 'nothing', nothing: { held: answer.held ?? 0, freesAt: answer.frees_at } }
    : { kind: 'item', item: itemOf(answer.assignment, response) };
}

export interface Beat {
  lease: Schema<'Lease'>;
  leaseEnd: number;
}

// Drafts and played stretches are small, and `keepalive` lets them arrive when the page is closed meanwhile.

/** Renews the hold and tells what was played since the last time ([start, end] of the prepared video). */
export async function sendBeat(id: number, watched: number[][]): Promise<Beat> {
  const call = api.POST('/api/v1/assignments/{id}/heartbeat', { params: { path: { id } }, body: { watched }, keepalive: true });
  const lease = await unwrap(call);
  const { response } = await call;
  return { lease, leaseEnd: localEnd(lease.lease_expires_at, response.headers.get('Date'), Date.now()) };
}

export const sendDraft = (id: number, body: Schema<'VerdictDraftRequest'>) =>
  unwrap(api.PUT('/api/v1/assignments/{id}/verdict-draft', { params: { path: { id } }, body, keepalive: true }));

/** The verdict as it is kept, and when it can no longer be taken back, on this computer's clock. */
export async function sendVerdict(id: number, body: Schema<'GiveVerdictRequest'>) {
  const call = api.POST('/api/v1/assignments/{id}/verdict', { params: { path: { id } }, body });
  const given = await unwrap(call);
  const { response } = await call;
  return { given, undoEnd: localEnd(given.verdict.undo_until, response.headers.get('Date'), Date.now()) };
}

export const sendRelease = (id: number) =>
  unwrap(api.POST('/api/v1/assignments/{id}/release', { params: { path: { id } } }));

/** Opens the reference, with one's own answer before it. */
export async function sendReveal(id: number, body: Schema<'RevealRequest'>): Promise<Item> {
  const call = api.POST('/api/v1/assignments/{id}/reference', { params: { path: { id } }, body });
  const assignment = await unwrap(call);
  const { response } = await call;
  return itemOf(assignment, response);
}

/** The stages in a shuffled order, to be put in order before the reference is seen. */
export const askStages = (id: number) => unwrap(api.POST('/api/v1/assignments/{id}/stages', { params: { path: { id } } }));

export async function sendUndo(id: number): Promise<Item> {
  const call = api.POST('/api/v1/assignments/{id}/verdict-undo', { params: { path: { id } } });
  const assignment = await unwrap(call);
  const { response } = await call;
  return itemOf(assignment, response);
}

/** Takes an item of mine up again whose hold ran out. */
export async function sendTakeUp(id: number): Promise<Item> {
  const call = api.POST('/api/v1/assignments/{id}/take-up', { params: { path: { id } } });
  const assignment = await unwrap(call);
  const { response } = await call;
  return itemOf(assignment, response);
}
