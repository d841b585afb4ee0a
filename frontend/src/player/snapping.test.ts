import { expect, it } from 'vitest';
import { FrameTimes } from './frames';
import { snap, snapPoints } from './snapping';

const frames = new FrameTimes([0, 0.04, 0.08, 0.12], 0.16);
const points = snapPoints([{ start: 3, end: 5 }], [{ start: 1, end: 0.095 }]);

it('sticks to a point within reach and else to where a frame begins', () => {
  expect([...points]).toEqual([0.095, 1, 3, 5]);
  expect(snap(0.1, { points, reach: 0.01, frames })).toBe(0.095);
  expect(snap(0.11, { points, reach: 0.01, frames })).toBe(0.12);
  expect(snap(4.2, { points, reach: 1, frames: null })).toBe(5);
  expect(snap(4.2, { points, reach: 0.1, frames: null })).toBe(4.2);
  expect(snap(0.1, { points: snapPoints(), reach: 1, frames: null })).toBe(0.1);
});
