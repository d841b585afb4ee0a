import { describe, expect, it } from 'vitest';
import { formatDuration, formatSeconds, formatSpan, formatTenths, parseTime, roundToMillis, toMillis } from './time';

describe('formatSeconds', () => {
  it.each([
    [0, '0:00.000'],
    [692.48, '11:32.480'],
    [687.6, '11:27.600'],
    [59.9996, '1:00.000'],
    [3599.9995, '1:00:00.000'],
    [3723.004, '1:02:03.004'],
    [36000, '10:00:00.000'],
    [-1.5, '-0:01.500'],
    [-0.0001, '0:00.000'],
  ])('writes %d as %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  it('refuses what is no time', () => {
    expect(() => formatSeconds(Number.NaN)).toThrow(RangeError);
    expect(() => formatSeconds(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

describe('toMillis', () => {
  it('rounds on the decimal value when the binary one falls short of a half', () => {
    expect(toMillis(1.0005)).toBe(1001);
    expect(toMillis(-1.0005)).toBe(-1001);
    expect(toMillis(0.0004)).toBe(0);
    expect(Object.is(toMillis(-0.0001), 0)).toBe(true);
  });

  it('keeps three decimals as they are', () => {
    for (const seconds of [687.601, 778.999, 0.001, 86399.999]) {
      expect(roundToMillis(seconds)).toBe(seconds);
    }
  });
});

describe('shorter forms', () => {
  it('cuts tenths and rounds lengths', () => {
    expect(formatTenths(692.48)).toBe('11:32.4');
    expect(formatTenths(692.99)).toBe('11:32.9');
    expect(formatDuration(692.48)).toBe('11:32');
    expect(formatDuration(59.5)).toBe('1:00');
    expect(formatSpan(687.6, 701)).toBe('11:27.600–11:41.000');
  });
});

describe('parseTime', () => {
  it.each([
    ['692.48', 692.48],
    ['11:32.480', 692.48],
    ['11:32,48', 692.48],
    ['1:02:03.004', 3723.004],
    ['11：32', 692],
    [' 0:00 ', 0],
    ['90', 90],
  ])('reads %s', (text, seconds) => {
    expect(parseTime(text)).toBe(seconds);
  });

  it.each(['', 'abc', '1:60', '1:60:00', '1:2:3:4', '-5', '1.2345', '1:', ':30', '1e3'])('refuses "%s"', (text) => {
    expect(parseTime(text)).toBeNull();
  });

  it('reads back what formatSeconds writes', () => {
    for (const seconds of [0, 0.001, 59.999, 60, 692.48, 3600, 7325.125]) {
      expect(parseTime(formatSeconds(seconds))).toBe(seconds);
    }
  });
});
