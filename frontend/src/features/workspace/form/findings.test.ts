import { expect, it } from 'vitest';
import { asFindings, countErrors, findingsAt, formField, shownFields, type Finding } from './findings';

const finding = (field: string, level: Finding['level']): Finding => ({ field, level, code: 'c', message: `${field} ${level}` });

it('puts what blocks first and counts it', () => {
  const all = [finding('labels', 'warning'), finding('labels', 'error'), finding('items.0', 'error')];
  expect(findingsAt(all, ['labels']).map(({ level }) => level)).toEqual(['error', 'warning']);
  expect(countErrors(all)).toBe(2);
  expect(countErrors(asFindings([{ field: 'clip', code: 'x', message: 'y' }]))).toBe(1);
});

it('knows which findings have a field to stand at', () => {
  const shown = shownFields(2, 1, ['1', '0']);
  expect(shown.has('items.1.emotion')).toBe(true);
  expect(shown.has('items.2')).toBe(false);
  expect(shown.has('evidence.0.modalities')).toBe(true);
  expect(shown.has('rubric_scores.1')).toBe(true);
  expect(shown.has('record.question')).toBe(false);
});

it('finds the field of the form that a reviewer means', () => {
  expect(formField('question', true)).toBe('question_text');
  expect(formField('answer', true)).toBe('answer_text');
  expect(formField('answer.before', false)).toBe('labels.before');
  expect(formField('answer_details.items.2.emotion', true)).toBe('items.2');
  expect(formField('rubric.scores.3', true)).toBe('rubric_scores.3');
  expect(formField('source.segments', true)).toBe('segments');
  expect(formField('subtitles', true)).toBe('subtitles');
});
