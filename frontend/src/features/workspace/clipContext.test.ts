import { describe, expect, it } from 'vitest';
import { contextOf, withWhole } from './clipContext';

const event = (key: number, start: number, end: number) => ({ key, title: `event ${key}`, start, end });

describe('what a clip holds of the events', () => {
  it('counts events held across several segments as whole, and tells what is missing of the others', () => {
    const segments = [
      { start: 20, end: 30 },
      { start: 10, end: 15 },
    ];
    const found = contextOf(segments, [event(1, 11, 14), event(2, 28, 33.5), event(3, 40, 50), event(4, 12, 22)]);
    expect(found.whole).toBe(1);
    expect(found.cutOff.map(({ key, missing }) => [key, missing])).toEqual([
      [2, 3.5],
      [4, 5],
    ]);
    // 15 s of clip; events lie over 11-15, 20-22 and 28-30 of it.
    expect(found.beside).toBe(7);
    expect(found.covered).toBeCloseTo(8 / 15);
  });

  it('says that nothing is covered where no event touches the clip', () => {
    expect(contextOf([{ start: 0, end: 4 }], [event(1, 4, 6)])).toEqual({ whole: 0, cutOff: [], beside: 4, covered: 0 });
  });
});

describe('taking all of an event', () => {
  it('grows the first segment that touches it, keeps the order, and shows no moment twice', () => {
    const segments = [
      { start: 20, end: 30 },
      { start: 10, end: 15 },
      { start: 17, end: 19 },
    ];
    expect(withWhole(segments, { start: 14, end: 22 })).toEqual([
      { start: 14, end: 30 },
      { start: 10, end: 14 },
    ]);
  });
});
