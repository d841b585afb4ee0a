import { expect, it } from 'vitest';
import { joins, spanToPrepared, toOriginal, toPrepared } from './prepared';

/** Goes back in time: 100..110 is played first, then 20..25. */
const segments = [
  { start: 100, end: 110 },
  { start: 20, end: 25 },
];

it('goes from the original to what is played and back', () => {
  expect(toPrepared(104, segments)).toBe(4);
  expect(toPrepared(20, segments)).toBe(10);
  expect(toPrepared(50, segments)).toBeNull();
  expect(toOriginal(4, segments)).toBe(104);
  expect(toOriginal(10, segments)).toBe(20);
  expect(toOriginal(99, segments)).toBe(25);
});

it('counts the end of a segment to it', () => {
  expect(toPrepared(110, segments)).toBe(10);
  expect(toPrepared(25, segments)).toBe(15);
  expect(
    toPrepared(30, [
      { start: 20, end: 30 },
      { start: 30, end: 40 },
    ]),
  ).toBe(10);
});

it('leaves the complete original as it is', () => {
  expect(toPrepared(7, null)).toBe(7);
  expect(toOriginal(7, null)).toBe(7);
  expect(spanToPrepared({ start: 1, end: 2 }, null)).toEqual([{ start: 1, end: 2 }]);
});

it('cuts a stretch to what is played of it', () => {
  expect(spanToPrepared({ start: 22, end: 105 }, segments)).toEqual([
    { start: 0, end: 5 },
    { start: 12, end: 15 },
  ]);
  expect(
    spanToPrepared({ start: 25, end: 35 }, [
      { start: 20, end: 30 },
      { start: 30, end: 40 },
    ]),
  ).toEqual([{ start: 5, end: 15 }]);
  expect(joins(segments)).toEqual([10]);
});
