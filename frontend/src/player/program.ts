import { contains, type Span } from './spans';

/**
 * What is played and in which order: the whole file, some segments of it with the gaps skipped, or a selection over
 * and over.
 */
export interface Program {
  /** Segments in the order played; null plays on to the end of the file. */
  segments: readonly Span[] | null;
  /** Played over and over; wins over the segments. */
  loop: Span | null;
}

/** Where playing stops or jumps: `at` a time, going on at `next`, or ending where that is null. */
export interface Boundary {
  at: number;
  next: number | null;
}

const NEAR = 0.0005;

const indexAt = (segments: readonly Span[], time: number): number =>
  segments.findIndex((segment) => contains({ start: segment.start - NEAR, end: segment.end - NEAR }, time));

/** The next place at which playing from `time` does not simply go on; null when there is none. */
export function boundaryAfter({ segments, loop }: Program, time: number): Boundary | null {
  if (loop !== null) {
    return time < loop.end - NEAR ? { at: loop.end, next: loop.start } : null;
  }
  if (segments === null) {
    return null;
  }
  const index = indexAt(segments, time);
  const current = segments[index];
  return current === undefined ? null : { at: current.end, next: segments[index + 1]?.start ?? null };
}

/**
 * Where playing begins when somebody presses play at `time`. Who stands on the last frame (shown for `step` seconds)
 * of what is played hears it from its beginning.
 */
export function entryFrom({ segments, loop }: Program, time: number, step: number): number {
  if (loop !== null) {
    return contains({ start: loop.start - NEAR, end: loop.end - step * 1.5 }, time) ? time : loop.start;
  }
  if (segments === null || segments.length === 0) {
    return time;
  }
  const index = indexAt(segments, time);
  const current = segments[index];
  const first = segments[0]?.start ?? time;
  if (current === undefined) {
    return segments.find(({ start }) => start > time)?.start ?? first;
  }
  const isOver = index === segments.length - 1 && time > current.start && time > current.end - step * 1.5;
  return isOver ? first : time;
}

/** From where to where playing goes; for segments, the beginning of the first and the end of the last one played. */
export const extentOf = (segments: Program['segments'], duration: number): Span => ({
  start: segments?.[0]?.start ?? 0,
  end: segments?.at(-1)?.end ?? duration,
});
