import { begin, change, redo, undo, type History } from '@/lib/history';
import { roundToMillis } from '@/lib/time';
import type { Span } from './spans';

/** The segments of a clip in the making: in the order in which they will be played. */
export interface Segment extends Span {
  /** Stays the same while the segment is moved or changed. */
  key: number;
}

export type Edge = 'start' | 'end';

export type SegmentsHistory = History<readonly Segment[]>;

export type SegmentsAction =
  | { type: 'add'; span: Span }
  /** `gesture`: one name for one drag, so that it is undone as one. */
  | { type: 'set_edge'; key: number; edge: Edge; time: number; gesture?: string }
  | { type: 'move'; key: number; to: number; gesture?: string }
  | { type: 'remove'; key: number }
  | { type: 'replace'; spans: readonly Span[] }
  | { type: 'undo' }
  | { type: 'redo' };

export const MOST_SEGMENTS = 100;

const rounded = ({ start, end }: Span): Span => ({ start: roundToMillis(start), end: roundToMillis(end) });

const nextKey = ({ past, present, future }: SegmentsHistory): number =>
  Math.max(0, ...[...past, present, ...future].flatMap((state) => state.map(({ key }) => key))) + 1;

export const beginSegments = (spans: readonly Span[] = []): SegmentsHistory =>
  begin(spans.map((span, index) => ({ key: index + 1, ...rounded(span) })));

export function reduceSegments(history: SegmentsHistory, action: SegmentsAction): SegmentsHistory {
  const segments = history.present;
  switch (action.type) {
    case 'add':
      return change(history, [...segments, { key: nextKey(history), ...rounded(action.span) }]);
    case 'set_edge': {
      const time = roundToMillis(action.time);
      const same = segments.every((segment) => segment.key !== action.key || segment[action.edge] === time);
      return same
        ? history
        : change(
            history,
            segments.map((segment) => (segment.key === action.key ? { ...segment, [action.edge]: time } : segment)),
            action.gesture ?? null,
          );
    }
    case 'move': {
      const from = segments.findIndex(({ key }) => key === action.key);
      const moving = segments[from];
      if (moving === undefined || from === action.to || action.to < 0 || action.to >= segments.length) {
        return history;
      }
      return change(history, segments.toSpliced(from, 1).toSpliced(action.to, 0, moving), action.gesture ?? null);
    }
    case 'remove':
      return segments.some(({ key }) => key === action.key)
        ? change(history, segments.filter(({ key }) => key !== action.key))
        : history;
    case 'replace': {
      const first = nextKey(history);
      return change(
        history,
        action.spans.map((span, index) => ({ key: first + index, ...rounded(span) })),
      );
    }
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
  }
}

/** What the server would refuse, under the codes it uses. `index` counts from 0; null concerns the whole clip. */
export type SegmentProblem =
  | { code: 'no_segments' | 'too_many_segments'; index: null; edge: null }
  | { code: 'segment_negative' | 'segment_outside_video' | 'segment_empty'; index: number; edge: Edge; segment: Span }
  | { code: 'segments_overlap'; index: number; edge: Edge; other: number; segment: Span };

/** At most one problem for each segment, overlaps only once each segment is right in itself. */
export function checkSegments(segments: readonly Span[], duration: number): SegmentProblem[] {
  if (segments.length === 0) {
    return [{ code: 'no_segments', index: null, edge: null }];
  }
  if (segments.length > MOST_SEGMENTS) {
    return [{ code: 'too_many_segments', index: null, edge: null }];
  }
  const alone = segments.flatMap((segment, index) => problemOf(segment, index, duration) ?? []);
  return alone.length > 0 ? alone : overlaps(segments);
}

function problemOf(segment: Span, index: number, duration: number): SegmentProblem | null {
  for (const edge of ['start', 'end'] as const) {
    if (segment[edge] < 0) {
      return { code: 'segment_negative', index, edge, segment };
    }
    if (segment[edge] > duration + 0.0005) {
      return { code: 'segment_outside_video', index, edge, segment };
    }
  }
  return segment.start >= segment.end ? { code: 'segment_empty', index, edge: 'end', segment } : null;
}

function overlaps(segments: readonly Span[]): SegmentProblem[] {
  const found: SegmentProblem[] = [];
  segments.forEach((one, index) => {
    const other = segments.slice(0, index).findIndex((earlier) => one.start < earlier.end && earlier.start < one.end);
    const met = segments[other];
    if (met !== undefined) {
      found.push({
        code: 'segments_overlap',
        index,
        edge: met.start >= one.start ? 'end' : 'start',
        other,
        segment: met,
      });
    }
  });
  return found;
}
