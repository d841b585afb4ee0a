import type { FrameTimes } from './frames';

/** Beginnings and ends that an edge may stick to, in order. */
export const snapPoints = (...groups: (readonly { start: number; end: number }[])[]): Float64Array =>
  Float64Array.from(groups.flatMap((group) => group.flatMap(({ start, end }) => [start, end]))).sort();

function nearest(points: Float64Array, time: number): number | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle] ?? time) < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const after = points[low];
  const before = points[low - 1];
  if (after === undefined || before === undefined) {
    return after ?? before ?? null;
  }
  return after - time < time - before ? after : before;
}

interface SnapOptions {
  points: Float64Array;
  /** How near a point has to be, in seconds. */
  reach: number;
  frames: FrameTimes | null;
}

/** Where an edge dropped at `time` comes to lie: at a point within reach, else between two frames. */
export function snap(time: number, { points, reach, frames }: SnapOptions): number {
  const point = nearest(points, time);
  if (point !== null && Math.abs(point - time) <= reach) {
    return point;
  }
  return frames === null ? time : frames.nearestEdge(time);
}
