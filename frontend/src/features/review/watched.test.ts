import { describe, expect, it } from 'vitest';
import { fromPairs, missingSeconds, playedShare, toPairs, unplayed } from './watched';

const whole = (length: number) => [{ start: 0, end: length }];

describe('what was played', () => {
  it('is read and sent as pairs, joined where it touches', () => {
    expect(fromPairs([[4, 6], [0, 1], [1, 2.5]])).toEqual([{ start: 0, end: 2.5 }, { start: 4, end: 6 }]);
    expect(toPairs([{ start: 0, end: 2.5 }])).toEqual([[0, 2.5]]);
  });
});

describe('what is missing', () => {
  it('is the required share less what was played, each second counted once', () => {
    expect(missingSeconds([], whole(13), 0.8)).toBe(10.4);
    expect(missingSeconds(fromPairs([[0, 5], [3, 6]]), whole(13), 0.8)).toBe(4.4);
    expect(missingSeconds(fromPairs([[0, 10.4]]), whole(13), 0.8)).toBe(0);
    expect(missingSeconds(fromPairs([[0, 13]]), whole(13), 1)).toBe(0);
  });

  it('does not count what lies beyond the end', () => {
    expect(missingSeconds(fromPairs([[5, 20]]), whole(10), 0.8)).toBe(3);
  });

  it('is of the parts alone where only they count', () => {
    const parts = fromPairs([[1, 3], [6, 8]]);
    const played = fromPairs([[2, 7]]);
    expect(playedShare(played, parts)).toBe(0.5);
    expect(missingSeconds(played, parts, 0.8)).toBe(1.2);
    expect(unplayed(played, parts)).toEqual([{ start: 1, end: 2 }, { start: 7, end: 8 }]);
    expect(playedShare(played, [])).toBe(0);
  });

  it('is nothing where nothing is required', () => {
    expect(missingSeconds([], whole(13), 0)).toBe(0);
  });

  it('rounds up to the millisecond', () => {
    expect(missingSeconds([], whole(10.001), 0.3333)).toBe(3.334);
  });
});

describe('the stretches that were not played', () => {
  it('come in order, without slivers', () => {
    expect(unplayed(fromPairs([[2, 4], [4.05, 9.98]]), whole(10))).toEqual([{ start: 0, end: 2 }]);
    expect(unplayed(fromPairs([[0, 3]]), whole(10))).toEqual([{ start: 3, end: 10 }]);
    expect(unplayed([], whole(10))).toEqual([{ start: 0, end: 10 }]);
    expect(unplayed(fromPairs([[0, 10.2]]), whole(10))).toEqual([]);
  });
});
