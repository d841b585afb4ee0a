import { HALF_MILLISECOND } from './frames';
import type { Boundary } from './program';

/** A jump this near is waited for with a timer, since the next picture may come too late for it. */
const SOON = 0.3;

/** Sees to it that playing jumps where it should, whether the timer or the picture behind the boundary comes first. */
export class JumpPlan {
  private timer = 0;
  private pending: Boundary | null = null;
  private readonly jump: (next: number | null) => void;

  constructor(jump: (next: number | null) => void) {
    this.jump = jump;
  }

  cancel(): void {
    window.clearTimeout(this.timer);
    this.pending = null;
  }

  /**
   * Playing shows the picture of `time`, has come to `now`, and goes on at `rate`. `boundary` is the next jump from
   * there; the one told before counts when the picture lies behind it already.
   */
  at(time: number, now: number, rate: number, boundary: Boundary | null): void {
    const passed = this.pending;
    this.cancel();
    if (passed !== null && time >= passed.at - HALF_MILLISECOND) {
      this.jump(passed.next);
      return;
    }
    this.pending = boundary;
    if (boundary !== null && boundary.at - time <= SOON * rate) {
      const left = Math.max(0, (boundary.at - Math.max(time, now)) / rate);
      this.timer = window.setTimeout(() => {
        this.cancel();
        this.jump(boundary.next);
      }, left * 1000);
    }
  }
}
