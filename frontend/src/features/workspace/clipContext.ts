import { lengthOf, mergeSpans, type Span } from '@/player';

/** An event that the clip shows only in part; `missing` seconds of it lie outside. */
export interface CutOff extends Span {
  key: number;
  title: string;
  missing: number;
}

export interface Context {
  /** How many of the events that the clip touches it holds from start to end. */
  whole: number;
  cutOff: CutOff[];
  /** Seconds of the clip that lie in no event. */
  beside: number;
  /** The share of the clip that lies in events, 0 to 1. */
  covered: number;
}

interface Marked extends Span {
  key: number;
  title: string;
}

// Times are whole milliseconds; sums of them are not.
const TINY = 0.0005;

const overlap = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));

/** How completely a clip of these segments holds the marked events, and how much of it is none of them. */
export function contextOf(segments: readonly Span[], events: readonly Marked[]): Context {
  const parts = mergeSpans(segments);
  const length = lengthOf(parts);
  const inside = (span: Span): number => parts.reduce((sum, part) => sum + overlap(part, span), 0);
  const touched = events.filter((event) => inside(event) > TINY);
  const cutOff = touched.flatMap((event) => {
    const missing = event.end - event.start - inside(event);
    return missing > TINY ? [{ key: event.key, title: event.title, start: event.start, end: event.end, missing }] : [];
  });
  const held = mergeSpans(touched).reduce((sum, span) => sum + inside(span), 0);
  return {
    whole: touched.length - cutOff.length,
    cutOff,
    beside: Math.max(0, length - held),
    covered: length > 0 ? Math.min(1, held / length) : 0,
  };
}

/**
 * The segments, in their order, with all of `span` in them: the first segment that touches it grows, and others give
 * up what would be shown twice.
 */
export function withWhole(segments: readonly Span[], span: Span): Span[] {
  const first = segments.findIndex((segment) => overlap(segment, span) > 0);
  const grown = segments[first];
  if (grown === undefined) {
    return [...segments, span];
  }
  const whole = { start: Math.min(grown.start, span.start), end: Math.max(grown.end, span.end) };
  return segments.flatMap((segment, index) => {
    if (index === first) {
      return [whole];
    }
    const before = { start: segment.start, end: Math.min(segment.end, whole.start) };
    const after = { start: Math.max(segment.start, whole.end), end: segment.end };
    return [before, after].filter(({ start, end }) => end - start > TINY);
  });
}
