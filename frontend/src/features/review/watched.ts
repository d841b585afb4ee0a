import { lengthOf, mergeSpans, type Span } from '@/player';

/** How much of a prepared video was played. The same sums as the server's, which has the last word. */

export const fromPairs = (pairs: readonly (readonly number[])[]): Span[] =>
  mergeSpans(pairs.map(([start, end]) => ({ start: start ?? 0, end: end ?? 0 })));

export const toPairs = (spans: readonly Span[]): number[][] => spans.map(({ start, end }) => [start, end]);

/** What of the spans lies in `parts`. */
export const within = (spans: readonly Span[], parts: readonly Span[]): Span[] =>
  mergeSpans(
    parts.flatMap((part) =>
      spans
        .map(({ start, end }) => ({ start: Math.max(start, part.start), end: Math.min(end, part.end) }))
        .filter(({ start, end }) => start < end),
    ),
  );

/** Share of `parts` that was played, 0 to 1; 0 where there is nothing to play. */
export function playedShare(spans: readonly Span[], parts: readonly Span[]): number {
  const all = lengthOf(mergeSpans(parts));
  return all === 0 ? 0 : lengthOf(within(spans, parts)) / all;
}

/** Seconds still to be played before `required` (0 to 1) of `parts` has been; 0 when it has. */
export function missingSeconds(spans: readonly Span[], parts: readonly Span[], required: number): number {
  const all = lengthOf(mergeSpans(parts));
  // Up to the millisecond, with the noise of binary fractions cut off first: 0.8 of 13 s is 10.4 s.
  const needed = Math.ceil(Number((required * all * 1000).toFixed(3))) / 1000;
  const missing = Math.min(needed, all) - lengthOf(within(spans, parts));
  return missing < 0.0005 ? 0 : Math.ceil(Number((missing * 1000).toFixed(3))) / 1000;
}

/** The stretches of `parts` that were not played, in order. Shorter than a frame or so is no stretch. */
export function unplayed(spans: readonly Span[], parts: readonly Span[]): Span[] {
  const gaps: Span[] = [];
  for (const part of mergeSpans(parts)) {
    let at = part.start;
    for (const { start, end } of within(spans, [part])) {
      gaps.push({ start: at, end: start });
      at = Math.max(at, end);
    }
    gaps.push({ start: at, end: part.end });
  }
  return gaps.filter((gap) => lengthOf([gap]) >= SHORTEST_GAP);
}

const SHORTEST_GAP = 0.1;
