/**
 * What the address may carry behind its question mark, page by page. Values that make no sense are left out rather
 * than refused: a mistyped link still opens its page.
 */

type Raw = Record<string, unknown>;

const text = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value;
  return typeof read === 'string' && read !== '' ? read : undefined;
};

const whole = (value: unknown): number | undefined => {
  const read = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isSafeInteger(read) && read > 0 ? read : undefined;
};

const seconds = (value: unknown): number | undefined => {
  const read = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) && read >= 0 ? read : undefined;
};

const oneOf = <Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === value);

const week = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-W\d{2}$/.test(value) ? value : undefined;

/** Drops what is undefined, so that it does not show in the address. */
function present<Search extends Raw>(search: Search): Partial<Search> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<Search>;
}

const table = (raw: Raw) => ({
  page: whole(raw.page),
  search: text(raw.search),
  /** Id of the row in the side panel. */
  open: whole(raw.open),
});

const TASKS = [
  'contextual emotion',
  'emotion transition',
  'emotion trajectory',
  'emotion cause',
  'emotion influence',
  'emotional intensity comparison',
  'emotional reasoning',
] as const;

export const readVideosSearch = (raw: Raw) =>
  present({
    ...table(raw),
    order: oneOf(raw.order, ['title', '-title', 'duration', '-duration', 'added_at', '-added_at'] as const),
    state: oneOf(raw.state, ['awaiting_media', 'probing', 'ready', 'rejected', 'retired'] as const),
    domain: text(raw.domain),
    annotator: oneOf(raw.annotator, ['me', 'nobody'] as const),
    add: oneOf(raw.add, ['video'] as const),
  });

export const readQuestionsSearch = (raw: Raw) =>
  present({
    ...table(raw),
    order: oneOf(raw.order, ['public_id', '-public_id', 'changed_at', '-changed_at'] as const),
    state: oneOf(raw.state, ['draft', 'in_review', 'returned', 'accepted', 'removed', 'withdrawn'] as const),
    granularity: oneOf(raw.granularity, ['clip', 'episode'] as const),
    task: oneOf(raw.task, TASKS),
    author: oneOf(raw.author, ['me'] as const),
    video: whole(raw.video),
  });

/** `open`: the group whose items are in the side panel, or `all`. */
export const readAgreementSearch = (raw: Raw) =>
  present({
    by: oneOf(raw.by, ['granularity', 'task', 'pair', 'video', 'week', 'round'] as const),
    granularity: oneOf(raw.granularity, ['clip', 'episode'] as const),
    task: oneOf(raw.task, TASKS),
    reviewer: whole(raw.reviewer),
    other_reviewer: whole(raw.other_reviewer),
    video: whole(raw.video),
    week: week(raw.week),
    round: raw.round === 'all' ? 'all' : text(whole(raw.round)),
    page: whole(raw.page),
    open: text(raw.open),
  });

export const readExportSearch = (raw: Raw) => present({ page: whole(raw.page) });

export const readProjectSearch = (raw: Raw) =>
  present({
    tab: oneOf(raw.tab, ['members', 'settings', 'guideline', 'models', 'jobs'] as const),
    page: whole(raw.page),
  });

/** `t`: position in the video in seconds; `clip`: the clip in hand; `tab`: what stands in the right column. */
export const readWorkspaceSearch = (raw: Raw) =>
  present({ t: seconds(raw.t), clip: whole(raw.clip), tab: oneOf(raw.tab, ['questions', 'subtitles', 'events', 'candidates'] as const) });

/** `assignment`: the item at hand, `t` a position in its video; the filters are for the next item, `page` for the list. */
export const readReviewSearch = (raw: Raw) =>
  present({
    assignment: whole(raw.assignment),
    t: seconds(raw.t),
    granularity: oneOf(raw.granularity, ['clip', 'episode'] as const),
    task: oneOf(raw.task, TASKS),
    page: whole(raw.page),
  });

/** `read`: page of the guideline; `item`: practice item in hand; the rest is for admins' tables. */
export const readTrainingSearch = (raw: Raw) =>
  present({
    tab: oneOf(raw.tab, ['mine', 'people', 'items', 'plan'] as const),
    read: whole(raw.read),
    item: whole(raw.item),
    page: whole(raw.page),
  });

const day = (value: unknown): string | undefined => {
  const read = text(value);
  return read !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(read) ? read : undefined;
};

export const readDashboardsSearch = (raw: Raw) =>
  present({
    tab: oneOf(raw.tab, ['pipeline', 'waiting', 'work', 'disagreements', 'comments'] as const),
    state: oneOf(raw.state, ['draft', 'in_review', 'returned'] as const),
    since: day(raw.since),
    until: day(raw.until),
    page: whole(raw.page),
  });

export const readNoticesSearch = (raw: Raw) => present({ page: whole(raw.page) });

/** Only addresses of this page are followed after the login. */
export const readLoginSearch = (raw: Raw) => {
  const next = text(raw.next);
  return present({ next: next !== undefined && /^\/(?![/\\])/.test(next) ? next : undefined });
};
