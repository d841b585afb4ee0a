import { roundToMillis } from '@/lib/time';
import { mergeSpans, type Span } from './spans';

/** More than this between two positions is a jump, not playing: browsers report at least four times a second. */
const LONGEST_STEP = 1.5;

/** Collects what is played, from the positions at which it is seen playing. */
export class WatchRecorder {
  private spans: Span[] = [];
  private last: number | null = null;

  /** `time`: position now; `until`: when the frame shown ends; `rate`: how fast it plays, 0 when it does not. */
  see(time: number, until: number, rate: number): void {
    if (rate <= 0) {
      this.last = null;
      return;
    }
    const from = this.last;
    this.last = time;
    const step = from === null ? -1 : time - from;
    const start = step >= 0 && step <= LONGEST_STEP * Math.max(rate, 1) ? (from ?? time) : time;
    const current = this.spans.at(-1);
    if (current !== undefined && start <= current.end && start >= current.start) {
      current.end = Math.max(current.end, until);
    } else {
      this.spans.push({ start, end: until });
    }
  }

  /** What was played since the last call, merged, to the millisecond; empty when nothing was. */
  take(): Span[] {
    const taken = mergeSpans(this.spans.map(({ start, end }) => ({ start: roundToMillis(start), end: roundToMillis(end) })));
    this.spans = [];
    return taken;
  }

  /** Puts back what could not be reported. */
  giveBack(spans: readonly Span[]): void {
    this.spans = [...spans.map((span) => ({ ...span })), ...this.spans];
  }
}
