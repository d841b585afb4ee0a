import { expect, it } from 'vitest';
import { differingFields, fieldText } from './differences';
import type { Content } from './draft';

const content: Content = {
  question_text: 'Why?', labels: [{ side: 'before', label: 'joy' }], answer_text: '', items: [], details_description: '',
  components_rule: '', rubric_family: '', rubric_criterion: '', rubric_scores: { '0': 'no', '1': 'yes' },
  evidence: [{ start: 1, end: 2.5, modalities: ['face', 'voice'], note: '' }], include_subtitles: true, author_note: '',
  clip: 1,
};

it('names the fields that differ, and not those that only list their scores in another order', () => {
  expect(differingFields(content, { ...content, rubric_scores: { '1': 'yes', '0': 'no' } })).toEqual([]);
  expect(differingFields(content, { ...content, author_note: 'x', labels: [] })).toEqual(['labels', 'author_note']);
});

it('writes fields as text that can be compared by eye', () => {
  expect(fieldText(content, 'labels')).toBe('before: joy');
  expect(fieldText(content, 'evidence')).toBe('1–2.5 · face voice');
  expect(fieldText(content, 'rubric_scores')).toBe('1: yes\n0: no');
});
