import { expect, it } from 'vitest';
import { tilesBetween } from './filmstrip';

const times = Array.from({ length: 360 }, (_, index) => index * 10 + 0.04);

it('shows each picture from its moment on while there is room for all', () => {
  expect(tilesBetween(times, 25, 45, 8)).toEqual([
    { index: 2, start: 20.04, end: 30.04 },
    { index: 3, start: 30.04, end: 40.04 },
    { index: 4, start: 40.04, end: 50.04 },
  ]);
});

it('leaves out the same pictures wherever the view begins', () => {
  const shown = (start: number) => tilesBetween(times, start, start + 100, 35).map(({ index }) => index);
  expect(shown(0)).toEqual([0, 4, 8]);
  expect(shown(33)).toEqual([0, 4, 8, 12]);
  expect(shown(41)).toEqual([4, 8, 12]);
});

it('begins with the video and ends with it', () => {
  expect(tilesBetween(times, 0, 5, 1)).toEqual([{ index: 0, start: 0, end: 10.04 }]);
  expect(tilesBetween(times, 3595, 3600, 1)).toEqual([{ index: 359, start: 3590.04, end: Number.POSITIVE_INFINITY }]);
  expect(tilesBetween([1.5], 0, 9, 100)).toEqual([{ index: 0, start: 0, end: Number.POSITIVE_INFINITY }]);
});
