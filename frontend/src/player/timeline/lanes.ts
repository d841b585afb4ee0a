import type { Edge } from '../segments';
import type { Span } from '../spans';

/** A stretch, or where start and end are the same, a moment, drawn in a lane of the timeline. */
export interface LaneSpan extends Span {
  key: string;
  /** What it is, for the eye and for screen readers: "Segment 1". */
  name: string;
  tone: 'segment' | 'clip' | 'event' | 'evidence' | 'stage' | 'watched' | 'candidate';
  selected?: boolean;
}

export interface Lane {
  id: string;
  name: string;
  spans: readonly LaneSpan[];
  /** With it, edges can be dragged and moved by arrow keys. `gesture` is the same for all steps of one drag. */
  onEdge?: (key: string, edge: Edge, time: number, gesture: string) => void;
  /** With it, spans can be pressed. */
  onPick?: (key: string) => void;
}

const MOST_ROWS = 3;

/** The row of each span, so that spans do not lie on each other as long as three rows are enough; and how many. */
export function stackRows(spans: readonly Span[]): { rows: number[]; count: number } {
  const ends: number[] = [];
  const rows = spans.map(() => 0);
  const order = spans.map((_, index) => index).sort((one, other) => (spans[one]?.start ?? 0) - (spans[other]?.start ?? 0));
  for (const index of order) {
    const span = spans[index];
    if (span === undefined) {
      continue;
    }
    const free = ends.findIndex((end) => end <= span.start);
    const row = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1);
    ends[row] = Math.max(ends[row] ?? 0, span.end);
    rows[index] = row;
  }
  return { rows, count: Math.max(1, ends.length) };
}

/** The name under which the edges of a span stand among the points that edges stick to. */
export const ownerOf = (laneId: string, key: string): string => `${laneId}:${key}`;
