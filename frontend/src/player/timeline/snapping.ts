import type { FrameTimes } from '../frames';
import type { Span } from '../spans';

/** What an edge may stick to. */
export type SnapKind = 'cue' | 'shot' | 'span' | 'position';

export interface SnapPoint {
  time: number;
  kind: SnapKind;
  /** Whose edge it is, so that an edge does not stick to itself. */
  owner?: string;
}

export const pointsOf = (kind: SnapKind, spans: readonly Span[], owner?: (index: number) => string): SnapPoint[] =>
  spans.flatMap(({ start, end }, index) => {
    const whose = owner === undefined ? {} : { owner: owner(index) };
    return [
      { time: start, kind, ...whose },
      { time: end, kind, ...whose },
    ];
  });

/** Points in order of time, as `snap` needs them. */
export const snapPoints = (...groups: readonly (readonly SnapPoint[])[]): readonly SnapPoint[] =>
  groups.flat().toSorted((one, other) => one.time - other.time);

function nearest(points: readonly SnapPoint[], time: number): SnapPoint | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.time ?? time) < time) {
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
  return after.time - time < time - before.time ? after : before;
}

interface SnapOptions {
  points: readonly SnapPoint[];
  /** How near a point has to be, in seconds. */
  reach: number;
  frames: FrameTimes | null;
}

export interface Snapped {
  time: number;
  /** What it stuck to; null where it merely lies between two frames. */
  to: SnapKind | null;
}

/** Where an edge dropped at `time` comes to lie: at a point within reach, else between two frames. */
export function snap(time: number, { points, reach, frames }: SnapOptions): Snapped {
  const point = nearest(points, time);
  if (point !== null && Math.abs(point.time - time) <= reach) {
    return { time: point.time, to: point.kind };
  }
  return { time: frames === null ? time : frames.nearestEdge(time), to: null };
}
