import { expect, it } from 'vitest';
import { boundaryAfter, entryFrom } from './program';

/** Played in this order, back in time. */
const segments = [
  { start: 100, end: 110 },
  { start: 20, end: 25 },
];

it('skips from one segment to the next in their order, and ends after the last', () => {
  const program = { segments, loop: null };
  expect(boundaryAfter(program, 100)).toEqual({ at: 110, next: 20 });
  expect(boundaryAfter(program, 24.9)).toEqual({ at: 25, next: null });
  expect(boundaryAfter(program, 50)).toBeNull();
  expect(boundaryAfter({ segments: null, loop: null }, 50)).toBeNull();
});

it('begins in a segment: where one is, else in the next one, else in the first', () => {
  const program = { segments, loop: null };
  expect(entryFrom(program, 105, 0.04)).toBe(105);
  expect(entryFrom(program, 50, 0.04)).toBe(100);
  expect(entryFrom(program, 110, 0.04)).toBe(100);
  expect(entryFrom(program, 0, 0.04)).toBe(100);
  expect(entryFrom(program, 24.96, 0.04)).toBe(100);
  expect(entryFrom(program, 109.97, 0.04)).toBe(109.97);
  expect(entryFrom({ segments: [], loop: null }, 3, 0.04)).toBe(3);
  expect(entryFrom({ segments: null, loop: null }, 3, 0.04)).toBe(3);
});

it('takes a time that a frame rounded to just before a segment as its beginning', () => {
  expect(entryFrom({ segments, loop: null }, 19.9996, 0.04)).toBe(19.9996);
  expect(boundaryAfter({ segments, loop: null }, 109.9996)).toBeNull();
});

it('plays a loop over and over, and to its end from before it', () => {
  const program = { segments, loop: { start: 3, end: 5 } };
  expect(boundaryAfter(program, 3)).toEqual({ at: 5, next: 3 });
  expect(boundaryAfter(program, 1)).toEqual({ at: 5, next: 3 });
  expect(boundaryAfter(program, 5)).toBeNull();
  expect(entryFrom(program, 9, 0.04)).toBe(3);
  expect(entryFrom(program, 4, 0.04)).toBe(4);
});
