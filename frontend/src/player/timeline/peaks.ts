/**
 * The waveform of a video: the lowest and the highest value of each hundredth of a second, and the same for ever
 * longer stretches, so that an hour is drawn as fast as a second.
 */
export interface Peaks {
  /** Pairs a second on the finest level. */
  perSecond: number;
  /** Low and high by turns, -128 to 127; each level has a quarter of the pairs of the one before. */
  levels: readonly Int8Array[];
  /** The highest value of all, either way: 1 to 128. */
  loudest: number;
}

const HEADER = 24;
const EIGHT_BITS = 1;
const STEP = 4;
const FEWEST = 64;

/** Reads an audiowaveform .dat file, version 2 with 8 bits and one channel. Anything else: RangeError. */
export function readPeaks(data: ArrayBuffer): Peaks {
  if (data.byteLength < HEADER) {
    throw new RangeError('A waveform has a header of 24 bytes');
  }
  const header = new DataView(data);
  const [version, flags, rate, samples, pairs, channels] = Array.from({ length: 6 }, (_, index) =>
    header.getInt32(index * 4, true),
  ) as [number, number, number, number, number, number];
  if (version !== 2 || flags !== EIGHT_BITS || channels !== 1 || samples <= 0 || data.byteLength < HEADER + pairs * 2) {
    throw new RangeError(`Not a waveform of 8 bits and one channel: version ${version}, flags ${flags}`);
  }
  const finest = new Int8Array(data, HEADER, pairs * 2);
  const levels: Int8Array[] = [finest];
  for (let last: Int8Array = finest; last.length / 2 > FEWEST; ) {
    last = coarser(last);
    levels.push(last);
  }
  const loudest = (levels.at(-1) ?? finest).reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  return { perSecond: rate / samples, levels, loudest };
}

function coarser(pairs: Int8Array): Int8Array {
  const count = Math.ceil(pairs.length / 2 / STEP);
  const made = new Int8Array(count * 2);
  for (let index = 0; index < count; index += 1) {
    const [low, high] = extremes(pairs, index * STEP, (index + 1) * STEP);
    made[index * 2] = low;
    made[index * 2 + 1] = high;
  }
  return made;
}

/** The lowest and highest value of the pairs [from, to) that there are; both 0 where there are none. */
function extremes(pairs: Int8Array, from: number, to: number): [low: number, high: number] {
  const last = Math.min(to * 2, pairs.length);
  let low = pairs[from * 2] ?? 0;
  let high = pairs[from * 2 + 1] ?? 0;
  for (let at = from * 2 + 2; at < last; at += 2) {
    low = Math.min(low, pairs[at] ?? 0);
    high = Math.max(high, pairs[at + 1] ?? 0);
  }
  return [low, high];
}

/** The lowest and highest value between two times, looked up in the level that needs few steps for it. */
export function peakBetween({ perSecond, levels }: Peaks, start: number, end: number): [low: number, high: number] {
  let scale = perSecond;
  let level = 0;
  while ((end - start) * scale > STEP && level < levels.length - 1) {
    scale /= STEP;
    level += 1;
  }
  const pairs = levels[level];
  const from = Math.max(0, Math.floor(start * scale));
  return pairs === undefined ? [0, 0] : extremes(pairs, from, Math.max(from + 1, Math.ceil(end * scale)));
}
