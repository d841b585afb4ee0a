import { expect, it } from 'vitest';
import { faster, selectionOf, slower, withEnd, withStart } from './playbackState';

it('makes a selection of two marks in order', () => {
  expect(selectionOf({ start: 1, end: 2 })).toEqual({ start: 1, end: 2 });
  expect(selectionOf({ start: 1, end: null })).toBeNull();
  expect(withStart({ start: 1, end: 2 }, 3)).toEqual({ start: 3, end: null });
  expect(withStart({ start: 1, end: 5 }, 3)).toEqual({ start: 3, end: 5 });
  expect(withEnd({ start: 3, end: null }, 2)).toEqual({ start: null, end: 2 });
  expect(withEnd({ start: 1, end: 2 }, null)).toEqual({ start: 1, end: null });
});

it('goes faster with L and slower, then backwards, with J', () => {
  const still = { playing: false, backwards: false, rate: 1 };
  expect(faster(still)).toEqual({ playing: true, backwards: false, rate: 1 });
  expect(faster({ ...still, playing: true })).toEqual({ playing: true, backwards: false, rate: 1.25 });
  expect(faster({ playing: true, backwards: false, rate: 3 }).rate).toBe(3);
  expect(faster({ playing: true, backwards: true, rate: 1 })).toEqual({ playing: true, backwards: false, rate: 1 });
  expect(slower({ playing: true, backwards: false, rate: 2 })).toEqual({ playing: true, backwards: false, rate: 1.5 });
  expect(slower({ playing: true, backwards: false, rate: 1 })).toEqual({ playing: true, backwards: true, rate: 1 });
  expect(slower(still)).toEqual({ playing: true, backwards: true, rate: 1 });
});
