import { expect, it } from 'vitest';
import { FrameTimes } from '../frames';
import { pointsOf, snap, snapPoints } from './snapping';

const frames = new FrameTimes([0, 0.04, 0.08, 0.12], 0.16);
const points = snapPoints(
  pointsOf('cue', [{ start: 3, end: 5 }]),
  pointsOf('span', [{ start: 1, end: 0.095 }], (index) => `clips:${index}`),
);

it('sticks to a point within reach and else to where a frame begins', () => {
  expect(points.map(({ time, kind, owner }) => [time, kind, owner])).toEqual([
    [0.095, 'span', 'clips:0'],
    [1, 'span', 'clips:0'],
    [3, 'cue', undefined],
    [5, 'cue', undefined],
  ]);
  expect(snap(0.1, { points, reach: 0.01, frames })).toEqual({ time: 0.095, to: 'span' });
  expect(snap(0.11, { points, reach: 0.01, frames })).toEqual({ time: 0.12, to: null });
  expect(snap(4.2, { points, reach: 1, frames: null })).toEqual({ time: 5, to: 'cue' });
  expect(snap(4.2, { points, reach: 0.1, frames: null })).toEqual({ time: 4.2, to: null });
  expect(snap(0.1, { points: [], reach: 1, frames: null })).toEqual({ time: 0.1, to: null });
});
