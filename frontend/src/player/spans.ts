/** Stretches of time, [start, end) in seconds, and what can be said about them. */

export interface Span {
  start: number;
  end: number;
}

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);

export const contains = ({ start, end }: Span, time: number): boolean => start <= time && time < end;

/** The same time as few stretches in order; those that touch or overlap become one, empty ones go. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.filter(({ start, end }) => start < end).toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) {
      last.end = Math.max(last.end, span.end);
    } else {
      merged.push({ start: span.start, end: span.end });
    }
  }
  return merged;
}

/** How much of [0, duration) the stretches cover, 0 to 1. */
export function coveredShare(spans: readonly Span[], duration: number): number {
  if (duration <= 0) {
    return 0;
  }
  const inside = spans.map(({ start, end }) => ({ start: Math.max(start, 0), end: Math.min(end, duration) }));
  return lengthOf(mergeSpans(inside)) / duration;
}

/** The index of the first of `items`, in order of `start`, that begins after `time`. */
export function firstAfter(items: readonly { start: number }[], time: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && item.start <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
