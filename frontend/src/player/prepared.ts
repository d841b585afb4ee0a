import { lengthOf, type Span } from './spans';

/**
 * A prepared video plays segments of an original one after another, not always in order of time. These functions go
 * from one timeline to the other; `segments` null is the complete original, where both are the same.
 */
export type Segments = readonly Span[] | null;

/** When a moment of the original is played; null where it is in no segment. An end belongs to its segment. */
export function toPrepared(time: number, segments: Segments): number | null {
  if (segments === null) {
    return time;
  }
  let played = 0;
  let atAnEnd: number | null = null;
  for (const { start, end } of segments) {
    if (start <= time && time < end) {
      return played + time - start;
    }
    if (time === end) {
      atAnEnd ??= played + end - start;
    }
    played += end - start;
  }
  return atAnEnd;
}

/** The moment of the original that is on screen at `time` of the prepared video; past the end: the very end. */
export function toOriginal(time: number, segments: Segments): number {
  if (segments === null) {
    return time;
  }
  let left = time;
  for (const { start, end } of segments) {
    if (left < end - start) {
      return start + Math.max(left, 0);
    }
    left -= end - start;
  }
  return segments.at(-1)?.end ?? 0;
}

/** The parts of a stretch of the original that are played, on the prepared timeline, in the order played. */
export function spanToPrepared(span: Span, segments: Segments): Span[] {
  if (segments === null) {
    return [span];
  }
  const parts: Span[] = [];
  let played = 0;
  for (const { start, end } of segments) {
    const from = Math.max(span.start, start);
    const to = Math.min(span.end, end);
    if (from < to) {
      const part = { start: played + from - start, end: played + to - start };
      const last = parts.at(-1);
      if (last !== undefined && last.end === part.start) {
        last.end = part.end;
      } else {
        parts.push(part);
      }
    }
    played += end - start;
  }
  return parts;
}

/** Where one segment ends and the next begins, on the prepared timeline. */
export function joins(segments: Segments): number[] {
  return segments === null ? [] : segments.slice(0, -1).map((_, index) => lengthOf(segments.slice(0, index + 1)));
}
