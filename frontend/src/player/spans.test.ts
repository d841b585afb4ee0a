import { expect, it } from 'vitest';
import { coveredShare, firstAfter, lengthOf, mergeSpans } from './spans';

it('merges what touches or overlaps and leaves the input alone', () => {
  const given = [
    { start: 5, end: 7 },
    { start: 0, end: 2 },
    { start: 2, end: 3 },
    { start: 6, end: 6.5 },
    { start: 9, end: 9 },
  ];
  expect(mergeSpans(given)).toEqual([
    { start: 0, end: 3 },
    { start: 5, end: 7 },
  ]);
  expect(given[1]).toEqual({ start: 0, end: 2 });
});

it('counts time that was watched twice once, and none outside the video', () => {
  const watched = [
    { start: -1, end: 2 },
    { start: 1, end: 4 },
    { start: 8, end: 20 },
  ];
  expect(coveredShare(watched, 10)).toBeCloseTo(0.6, 9);
  expect(coveredShare(watched, 0)).toBe(0);
  expect(lengthOf([{ start: 3, end: 1 }])).toBe(0);
});

it('finds the first item that begins after a time', () => {
  const cues = [{ start: 1 }, { start: 2 }, { start: 2 }, { start: 5 }];
  expect([0, 1, 2, 4.9, 5].map((time) => firstAfter(cues, time))).toEqual([0, 1, 3, 3, 4]);
});
