import { expect, it } from 'vitest';
import { groupLabels, searchLabels, type Label } from './labelSearch';

const label = (name: string, group: string, definition: string, ...synonyms: string[]): Label => ({
  name, display: name, group, definition, synonyms,
});

const labels = [
  label('engagement', 'engaged', 'Gives full attention to something.', 'interest', 'curious'),
  label('anger', 'hostile', 'Strong displeasure.', 'angry', 'furious'),
  label('annoyance', 'hostile', 'Slightly irritated or bothered.', 'annoyed', 'irritated'),
  label('doubt/confusion', 'surprise and doubt', 'Cannot make sense of something.', 'confused', 'curious about'),
];

const found = (typed: string): string[] => searchLabels(labels, typed).map(({ label: { name } }) => name);

it('finds labels by name, synonym and definition, the nearest first', () => {
  expect(found('an')).toEqual(['anger', 'annoyance', 'doubt/confusion']);
  expect(found('Confus')).toEqual(['doubt/confusion']);
  expect(found('curious')).toEqual(['engagement', 'doubt/confusion']);
  expect(found('bothered')).toEqual(['annoyance']);
  expect(found('zebra')).toEqual([]);
});

it('tells by which synonym a label was found', () => {
  expect(searchLabels(labels, 'furi')).toEqual([{ label: labels[1], by: 'furious' }]);
  expect(searchLabels(labels, 'anger')[0]?.by).toBeNull();
});

it('shows nine at most, and keeps the groups in their order', () => {
  const many = Array.from({ length: 12 }, (_, index) => label(`a${index}`, 'x', ''));
  expect(searchLabels(many, 'a')).toHaveLength(9);
  expect(groupLabels(labels, ['hostile', 'engaged']).map(({ labels: each }) => each.length)).toEqual([2, 1]);
});
