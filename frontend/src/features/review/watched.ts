import { coveredShare, lengthOf, mergeSpans, type Span } from '@/player';

/** How much of a prepared video was played. The same sums as the server's, which has the last word. */

export const fromPairs = (pairs: readonly (readonly number[])[]): Span[] =>
  mergeSpans(pairs.map(([start, end]) => ({ start: start ?? 0, end: end ?? 0 })));

export const toPairs = (spans: readonly Span[]): number[][] => spans.map(({ start, end }) => [start, end]);

/** Seconds still to be played before `required` (0 to 1) of the video has been; 0 when it has. */
export function missingSeconds(spans: readonly Span[], duration: number, required: number): number {
  // Up to the millisecond, with the noise of binary fractions cut off first: 0.8 of 13 s is 10.4 s.
  const needed = Math.ceil(Number((required * duration * 1000).toFixed(3))) / 1000;
  const missing = Math.min(needed, duration) - coveredShare(spans, duration) * duration;
  return missing < 0.0005 ? 0 : Math.ceil(Number((missing * 1000).toFixed(3))) / 1000;
}

/** The stretches of the video that were not played, in order. Shorter than a frame or so is no stretch. */
export function unplayed(spans: readonly Span[], duration: number): Span[] {
  const gaps: Span[] = [];
  let at = 0;
  for (const { start, end } of mergeSpans(spans)) {
    gaps.push({ start: at, end: Math.min(start, duration) });
    at = Math.max(at, end);
  }
  gaps.push({ start: at, end: duration });
  return gaps.filter((gap) => lengthOf([gap]) >= SHORTEST_GAP);
}

const SHORTEST_GAP = 0.1;
