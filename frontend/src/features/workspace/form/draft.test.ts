import { describe, expect, it } from 'vitest';
import { draftOf, itemKindOf, labelsOf, reduceDraft, sameContent, sidesOf, toContent, type Content, type Draft, type DraftAction } from './draft';

const empty: Content = {
  question_text: '', labels: [], answer_text: '', items: [], details_description: '', components_rule: '',
  rubric_family: '', rubric_criterion: '', rubric_scores: {}, evidence: [], include_subtitles: true, author_note: '',
  clip: 1,
};

const run = (draft: Draft, ...actions: DraftAction[]): Draft => actions.reduce(reduceDraft, draft);

const RESULT = { family: 'result', criterion: 'Right?', scores: { '1': 'yes', '0': 'no' } } as const;
const CAUSE = { family: 'cause', criterion: 'Why?', scores: { '3': 'a', '2': 'b', '1': 'c', '0': 'd' } } as const;

describe('the draft', () => {
  it('goes to the content that is saved and back, without its keys', () => {
    const content: Content = {
      ...empty,
      items: [{ kind: 'S', description: 'calm', anchor: '', anchor_time: 3.2, emotion: 'peace', intensity: '' }],
      evidence: [{ start: 1, end: 2, modalities: ['face'], note: '' }],
    };
    const draft = draftOf(content);
    expect(draft.items[0]?.key).not.toBe(draft.evidence[0]?.key);
    expect(toContent(draft)).toEqual(content);
  });

  it('keeps the labels of each side in the order chosen, before ahead of after', () => {
    const draft = run(
      draftOf(empty),
      { type: 'labels', side: 'after', labels: ['sadness'] },
      { type: 'labels', side: 'before', labels: ['joy', 'anger'] },
    );
    expect(draft.labels.map(({ side, label }) => `${side} ${label}`)).toEqual(['before joy', 'before anger', 'after sadness']);
    expect(labelsOf(draft, 'before')).toEqual(['joy', 'anger']);
    expect(labelsOf(run(draft, { type: 'labels', side: 'before', labels: [] }), 'after')).toEqual(['sadness']);
  });

  it('adds a row after the one in hand, moves and removes it', () => {
    const rows = run(
      draftOf(empty),
      { type: 'add_item', kind: 'S', after: null, item: { description: 'one' } },
      { type: 'add_item', kind: 'S', after: null, item: { description: 'three' } },
      { type: 'add_item', kind: 'S', after: 1, item: { description: 'two' } },
    );
    const told = (draft: Draft): string[] => draft.items.map(({ description }) => description);
    expect(told(rows)).toEqual(['one', 'two', 'three']);
    expect(told(run(rows, { type: 'move_item', key: 3, to: 0 }))).toEqual(['two', 'one', 'three']);
    expect(run(rows, { type: 'move_item', key: 3, to: 3 })).toBe(rows);
    expect(told(run(rows, { type: 'remove_item', key: 1 }))).toEqual(['two', 'three']);
  });

  it('turns components into factors with the rubric, and drops the rule that only components have', () => {
    const draft = run(
      draftOf(empty),
      { type: 'choose_rubric', rubric: RESULT },
      { type: 'add_item', kind: 'C', after: null, item: { description: 'x' } },
      { type: 'components_rule', rule: 'all' },
    );
    const changed = run(draft, { type: 'choose_rubric', rubric: CAUSE });
    expect(changed.items.map(({ kind, description }) => [kind, description])).toEqual([['R', 'x']]);
    expect(changed.components_rule).toBe('');
    expect(changed.rubric_scores).toEqual(CAUSE.scores);
    expect(run(draft, { type: 'remove_item', key: 1 }).components_rule).toBe('');
  });

  it('rounds evidence to the millisecond', () => {
    const draft = run(draftOf(empty), { type: 'add_evidence', start: 1.00049, end: 2.3339999 });
    expect(draft.evidence).toEqual([{ start: 1, end: 2.334, modalities: [], note: '', key: 1 }]);
  });

  it('knows what would be saved as the same, whatever the order of keys', () => {
    expect(sameContent({ ...empty, rubric_scores: { '1': 'a', '0': 'b' } }, { ...empty, rubric_scores: { '0': 'b', '1': 'a' } })).toBe(true);
    expect(sameContent(empty, { ...empty, clip: 2 })).toBe(false);
    expect(sameContent({ ...empty, question_text: 'a' }, { ...empty, question_text: 'a ' })).toBe(false);
  });
});

describe('what a task asks for', () => {
  it('has one set of labels, two, or none', () => {
    expect(sidesOf({ answer_form: 'labels' })).toEqual(['']);
    expect(sidesOf({ answer_form: 'transition' })).toEqual(['before', 'after']);
    expect(sidesOf({ answer_form: 'text' })).toEqual([]);
  });

  it('offers the rows that go with the rubric where there are two kinds', () => {
    expect(itemKindOf({ item_kinds: [] }, '')).toBeNull();
    expect(itemKindOf({ item_kinds: ['S'] }, 'trajectory')).toBe('S');
    expect(itemKindOf({ item_kinds: ['C', 'R'] }, 'result')).toBe('C');
    expect(itemKindOf({ item_kinds: ['C', 'R'] }, 'cause')).toBe('R');
  });
});
