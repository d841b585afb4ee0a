/** The shots of a video, in order and without gaps. */
export interface Shot {
  start: number;
  end: number;
}

/** The index of the first of `times`, in order, that lies after `time`; their number when none does. */
export function firstAfterTime(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
