import { describe, expect, it } from 'vitest';
import { peakBetween, readPeaks } from './peaks';

function file(pairs: [number, number][], { version = 2, flags = 1, channels = 1 } = {}): ArrayBuffer {
  const data = new ArrayBuffer(24 + pairs.length * 2);
  const view = new DataView(data);
  [version, flags, 8000, 80, pairs.length, channels].forEach((value, index) => view.setInt32(index * 4, value, true));
  pairs.flat().forEach((value, index) => view.setInt8(24 + index, value));
  return data;
}

describe('a waveform', () => {
  it('finds a single loud hundredth of a second in an hour, however much is looked at at once', () => {
    const pairs = Array.from({ length: 360_000 }, (): [number, number] => [-1, 1]);
    pairs[123_456] = [-90, 77];
    const peaks = readPeaks(file(pairs));
    expect(peaks.perSecond).toBe(100);
    expect(peaks.loudest).toBe(90);
    expect(peakBetween(peaks, 0, 3600)).toEqual([-90, 77]);
    expect(peakBetween(peaks, 1234.56, 1234.57)).toEqual([-90, 77]);
    expect(peakBetween(peaks, 1230, 1240)).toEqual([-90, 77]);
    expect(peakBetween(peaks, 1235, 1235.01)).toEqual([-1, 1]);
    expect(peakBetween(peaks, 0, 600)).toEqual([-1, 1]);
  });

  it('is silent where there is no sound', () => {
    const peaks = readPeaks(file([]));
    expect(peaks.levels[0]).toHaveLength(0);
    expect(peaks.loudest).toBe(1);
    expect(peakBetween(peaks, 0, 10)).toEqual([0, 0]);
    expect(peakBetween(readPeaks(file([[-5, 5]])), 3, 4)).toEqual([0, 0]);
  });

  it('is refused when it is something else or cut short', () => {
    expect(() => readPeaks(new ArrayBuffer(10))).toThrow(RangeError);
    expect(() => readPeaks(file([[0, 0]], { flags: 0 }))).toThrow(RangeError);
    expect(() => readPeaks(file([[0, 0]], { channels: 2 }))).toThrow(RangeError);
    expect(() => readPeaks(file([[0, 0], [0, 0]]).slice(0, 26))).toThrow(RangeError);
  });
});
