/**
 * When each frame of a video is shown, from the presentation times that the probe stored. Frames are never computed
 * from a frame rate: rates vary, files begin late, and rounding adds up.
 */

/** What `GET /videos/{id}/frames` answers, as far as it is needed here. */
export interface FrameTable {
  time_base: readonly number[];
  pts: readonly number[];
}

/** Times are written to the millisecond while frames lie between: half of one either way still means the frame. */
export const HALF_MILLISECOND = 0.0005;

export class FrameTimes {
  private readonly times: Float64Array;
  /** The end of the last frame, in seconds. */
  readonly end: number;

  /** `end`: when the last frame stops being shown; the video's duration. */
  constructor(times: Iterable<number>, end: number) {
    this.times = Float64Array.from(times);
    if (this.times.length === 0) {
      throw new RangeError('A video has at least one frame');
    }
    this.end = Math.max(end, this.timeOf(this.times.length - 1));
  }

  static fromTable(table: FrameTable, duration: number): FrameTimes {
    const [numerator, denominator] = table.time_base;
    if (numerator === undefined || denominator === undefined || denominator === 0) {
      throw new RangeError('A time base is two numbers, the second one not zero');
    }
    return new FrameTimes(
      table.pts.map((ticks) => (ticks * numerator) / denominator),
      duration,
    );
  }

  get count(): number {
    return this.times.length;
  }

  /** When frame `index` (from 0) begins to be shown. Outside the video: RangeError. */
  timeOf(index: number): number {
    const time = this.times[index];
    if (time === undefined) {
      throw new RangeError(`There is no frame ${index} among ${this.times.length}`);
    }
    return time;
  }

  /** When frame `index` stops being shown: the next frame's time, or the end of the video. */
  endOf(index: number): number {
    return this.times[index + 1] ?? this.end;
  }

  /** Where to seek so that every browser shows frame `index`, whatever way it rounds. */
  middleOf(index: number): number {
    return (this.timeOf(index) + this.endOf(index)) / 2;
  }

  /** The frame shown at `time`: the first one before the video, the last one after it. */
  frameAt(time: number): number {
    return Math.max(0, this.firstAfter(time + HALF_MILLISECOND) - 1);
  }

  /** The frame `steps` away from `index`, stopping at both ends. */
  step(index: number, steps: number): number {
    return Math.min(Math.max(index + steps, 0), this.times.length - 1);
  }

  /** The beginning of a frame, or the end of the last one, that lies nearest to `time`: where a cut can fall. */
  nearestEdge(time: number): number {
    const after = this.firstAfter(time);
    const next = this.times[after] ?? this.end;
    const before = this.times[after - 1];
    return before === undefined || next - time < time - before ? next : before;
  }

  /** The mean time for which a frame is shown, in seconds. For zoom limits and the like, never for positions. */
  get usualStep(): number {
    return (this.end - this.timeOf(0)) / this.times.length;
  }

  /** The times of all frames that begin in [start, end). */
  between(start: number, end: number): Float64Array {
    return this.times.subarray(this.firstAfter(start - HALF_MILLISECOND), this.firstAfter(end - HALF_MILLISECOND));
  }

  /** Index of the first frame that begins after `time`; the count when there is none. */
  private firstAfter(time: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.times[middle] ?? Number.POSITIVE_INFINITY) <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
