import { describe, expect, it } from 'vitest';
import { formatRate } from '@/lib/rate';
import { withClockTimes } from './clockTimes';

describe('times in sentences of the server', () => {
  it.each([
    ['687.600-701.000 s is not all inside the clip.', '11:27.600–11:41.000 is not all inside the clip.'],
    ['It starts at 61.5 s and ends at 60 s; the start must come first.', 'It starts at 1:01.500 and ends at 1:00.000; the start must come first.'],
    ['692.480 s is not played in this clip.', '11:32.480 is not played in this clip.'],
    ['The clip lasts 80 s, its evidence spans 12.5 s.', 'The clip lasts 80 s, its evidence spans 12.5 s.'],
    ['Write the question.', 'Write the question.'],
  ])('turns %j into %j', (message, text) => {
    expect(withClockTimes(message)).toBe(text);
  });
});

describe('formatRate', () => {
  it.each([
    ['24/1', '24'],
    ['30000/1001', '29.97'],
    ['24000/1001', '23.976'],
    ['25/2', '12.5'],
    ['unknown', 'unknown'],
  ])('writes %s as %s', (fraction, text) => {
    expect(formatRate(fraction)).toBe(text);
  });
});
