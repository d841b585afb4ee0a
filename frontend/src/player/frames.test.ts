import { describe, expect, it } from 'vitest';
import { FrameTimes } from './frames';

/** 24000/1001 frames a second, which no millisecond hits. */
const film = FrameTimes.fromTable({ time_base: [1001, 24000], pts: [0, 1, 2, 3, 4] }, (5 * 1001) / 24000);
const variable = FrameTimes.fromTable({ time_base: [1, 1000], pts: [80, 120, 500, 520] }, 0.6);

describe('frame times', () => {
  it('reads presentation times as they are, a late first frame too', () => {
    expect(variable.count).toBe(4);
    expect(variable.timeOf(0)).toBe(0.08);
    expect(variable.timeOf(2)).toBe(0.5);
    expect(variable.endOf(3)).toBe(0.6);
  });

  it('finds the frame shown at a time, however long each one is shown', () => {
    expect([0, 0.08, 0.119, 0.12, 0.3, 0.499, 0.5, 0.52, 5].map((time) => variable.frameAt(time))).toEqual([
      0, 0, 0, 1, 1, 1, 2, 3, 3,
    ]);
  });

  it('finds a frame by its time rounded to the millisecond', () => {
    for (let frame = 0; frame < film.count; frame += 1) {
      expect(film.frameAt(Math.round(film.timeOf(frame) * 1000) / 1000)).toBe(frame);
    }
  });

  it('steps from the frame, not from a time, and stops at both ends', () => {
    expect(variable.step(1, 1)).toBe(2);
    expect(variable.middleOf(2)).toBeCloseTo(0.51, 9);
    expect(variable.step(0, -1)).toBe(0);
    expect(variable.step(2, 9)).toBe(3);
    expect(variable.middleOf(3)).toBeCloseTo(0.56, 9);
  });

  it('snaps to where a frame begins, or to the end', () => {
    expect(variable.nearestEdge(0.2)).toBe(0.12);
    expect(variable.nearestEdge(0.4)).toBe(0.5);
    expect(variable.nearestEdge(0)).toBe(0.08);
    expect(variable.nearestEdge(0.59)).toBe(0.6);
  });

  it('lists the frames of a stretch', () => {
    expect([...variable.between(0.12, 0.52)]).toEqual([0.12, 0.5]);
  });

  it('refuses a frame that is not there and a video without frames', () => {
    expect(() => variable.timeOf(4)).toThrow('no frame 4');
    expect(() => FrameTimes.fromTable({ time_base: [1, 25], pts: [] }, 1)).toThrow('at least one frame');
  });
});
