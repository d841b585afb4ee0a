import type { Schema } from '@/api/client';
import { roundToMillis } from '@/lib/time';

/** The content of a question as it is written, saved whole at each change. */
export type Content = Omit<Schema<'SaveDraftRequest'>, 'version' | 'clip'> & { clip: number };
export type Task = Schema<'Task'>;
export type Rubric = Schema<'Rubric'>;
export type Item = Content['items'][number];
export type ItemKind = Item['kind'];
export type Evidence = Content['evidence'][number];
export type Modality = Evidence['modalities'][number];
export type Side = Content['labels'][number]['side'];
export type ComponentsRule = Content['components_rule'];
export type RubricFamily = Rubric['family'];

export type Keyed<Row> = Row & { key: number };

/** The content with a key for each row, which stays the same while rows move and change. */
export type Draft = Omit<Content, 'items' | 'evidence'> & {
  items: readonly Keyed<Item>[];
  evidence: readonly Keyed<Evidence>[];
  /** The next free key. */
  nextKey: number;
};

export type TextField =
  | 'question_text'
  | 'answer_text'
  | 'details_description'
  | 'rubric_criterion'
  | 'author_note';

export type DraftAction =
  | { type: 'text'; field: TextField; text: string }
  | { type: 'labels'; side: Side; labels: readonly string[] }
  /** After the row with that key; at the end for null. */
  | { type: 'add_item'; kind: ItemKind; after: number | null; item?: Partial<Item> }
  | { type: 'change_item'; key: number; changes: Partial<Item> }
  | { type: 'move_item'; key: number; to: number }
  | { type: 'remove_item'; key: number }
  | { type: 'components_rule'; rule: ComponentsRule }
  /** `from`: what is taken over of the event that it is. */
  | { type: 'add_evidence'; start: number; end: number; from?: Pick<Evidence, 'event' | 'modalities' | 'note'> }
  | { type: 'change_evidence'; key: number; changes: Partial<Evidence> }
  | { type: 'remove_evidence'; key: number }
  | { type: 'choose_rubric'; rubric: Rubric }
  | { type: 'rubric_score'; level: string; text: string }
  | { type: 'include_subtitles'; include: boolean }
  | { type: 'clip'; clip: number }
  | { type: 'replace'; content: Content };

/** The revision of the API as a draft. */
export function contentOf(revision: Schema<'Revision'>): Content {
  const { question_text, labels, answer_text, items, details_description, components_rule } = revision;
  const { rubric_family, rubric_criterion, rubric_scores, evidence, include_subtitles, author_note, clip } = revision;
  return {
    question_text, labels, answer_text, items, details_description, components_rule, rubric_family, rubric_criterion,
    rubric_scores, evidence, include_subtitles, author_note, clip: clip.id,
  };
}

function keyed<Row>(rows: readonly Row[], first: number): Keyed<Row>[] {
  return rows.map((row, index) => ({ ...row, key: first + index }));
}

export function draftOf(content: Content, nextKey = 1): Draft {
  const { items, evidence } = content;
  return {
    ...content,
    items: keyed(items, nextKey),
    evidence: keyed(evidence, nextKey + items.length),
    nextKey: nextKey + items.length + evidence.length,
  };
}

function without<Value extends object, Name extends keyof Value>(value: Value, name: Name): Omit<Value, Name> {
  const copy = { ...value };
  Reflect.deleteProperty(copy, name);
  return copy;
}

/** What is saved of a draft. */
export function toContent(draft: Draft): Content {
  const { items, evidence, ...rest } = without(draft, 'nextKey');
  return {
    ...rest,
    items: items.map((item) => without(item, 'key')),
    evidence: evidence.map((row) => without(row, 'key')),
  };
}

/** Whether two contents would be saved as the same. */
export const sameContent = (one: Content, other: Content): boolean => canonical(one) === canonical(other);

function canonical(content: Content): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

export const labelsOf = (draft: Pick<Content, 'labels'>, side: Side): string[] =>
  draft.labels.filter((row) => row.side === side).map(({ label }) => label);

/** The sides on which labels are chosen for a task: one unnamed, before and after, or none. */
export const sidesOf = (task: Pick<Task, 'answer_form'>): readonly Side[] =>
  ({ labels: [''], transition: ['before', 'after'], text: [] } as const)[task.answer_form];

/** The kind of row that the form offers: with two to choose from it goes with the rubric. */
export function itemKindOf(task: Pick<Task, 'item_kinds'>, family: Content['rubric_family']): ItemKind | null {
  const [first, second] = task.item_kinds;
  if (first === undefined || second === undefined) {
    return first ?? null;
  }
  const fitting = family === 'cause' ? 'R' : 'C';
  return task.item_kinds.includes(fitting) ? fitting : first;
}

const emptyItem = (kind: ItemKind): Item => ({
  kind, description: '', anchor: '', anchor_time: null, emotion: '', intensity: '',
});

/** A rule only where there are components: without any it would be an error that nobody sees. */
function withRule(draft: Draft): Draft {
  const needed = draft.items.some(({ kind }) => kind === 'C');
  return needed || draft.components_rule === '' ? draft : { ...draft, components_rule: '' };
}

function withRubric(draft: Draft, { family, criterion, scores }: Rubric): Draft {
  const kind: ItemKind | null = family === 'cause' ? 'R' : family === 'result' ? 'C' : null;
  return withRule({
    ...draft,
    rubric_family: family,
    rubric_criterion: criterion,
    rubric_scores: { ...scores },
    items: draft.items.map((item) => (kind === null || item.kind === 'S' ? item : { ...item, kind })),
  });
}

function addItem(draft: Draft, { kind, after, item }: DraftAction & { type: 'add_item' }): Draft {
  const place = after === null ? draft.items.length : draft.items.findIndex(({ key }) => key === after) + 1;
  const added = { ...emptyItem(kind), ...item, key: draft.nextKey };
  return { ...draft, items: draft.items.toSpliced(place, 0, added), nextKey: draft.nextKey + 1 };
}

function moveItem(draft: Draft, key: number, to: number): Draft {
  const from = draft.items.findIndex((item) => item.key === key);
  const moving = draft.items[from];
  if (moving === undefined || from === to || to < 0 || to >= draft.items.length) {
    return draft;
  }
  return { ...draft, items: draft.items.toSpliced(from, 1).toSpliced(to, 0, moving) };
}

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'text':
      return draft[action.field] === action.text ? draft : { ...draft, [action.field]: action.text };
    case 'labels':
      return {
        ...draft,
        labels: [
          ...draft.labels.filter(({ side }) => side !== action.side),
          ...action.labels.map((label) => ({ side: action.side, label })),
        ].sort((one, other) => SIDE_ORDER[one.side] - SIDE_ORDER[other.side]),
      };
    case 'add_item':
      return addItem(draft, action);
    case 'change_item':
      return {
        ...draft,
        items: draft.items.map((item) => (item.key === action.key ? { ...item, ...action.changes } : item)),
      };
    case 'move_item':
      return moveItem(draft, action.key, action.to);
    case 'remove_item':
      return withRule({ ...draft, items: draft.items.filter(({ key }) => key !== action.key) });
    case 'components_rule':
      return { ...draft, components_rule: action.rule };
    case 'add_evidence': {
      const { start, end, from } = action;
      const span = { start: roundToMillis(start), end: roundToMillis(end) };
      const added = { ...span, modalities: [], note: '', ...from, key: draft.nextKey };
      return { ...draft, evidence: [...draft.evidence, added], nextKey: draft.nextKey + 1 };
    }
    case 'change_evidence':
      return {
        ...draft,
        evidence: draft.evidence.map((row) => (row.key === action.key ? { ...row, ...action.changes } : row)),
      };
    case 'remove_evidence':
      return { ...draft, evidence: draft.evidence.filter(({ key }) => key !== action.key) };
    case 'choose_rubric':
      return withRubric(draft, action.rubric);
    case 'rubric_score':
      return { ...draft, rubric_scores: { ...draft.rubric_scores, [action.level]: action.text } };
    case 'include_subtitles':
      return { ...draft, include_subtitles: action.include };
    case 'clip':
      return { ...draft, clip: action.clip };
    case 'replace':
      return draftOf(action.content, draft.nextKey);
  }
}

const SIDE_ORDER: Record<Side, number> = { '': 0, before: 1, after: 2 };
