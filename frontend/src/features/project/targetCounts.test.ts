import { expect, it } from 'vitest';
import { scaledTargets, totalOf } from './targetCounts';

const TASKS = [
  { granularity: 'clip', type: 'contextual emotion', published_count: 178 },
  { granularity: 'clip', type: 'emotion trajectory', published_count: 552 },
  { granularity: 'episode', type: 'emotion trajectory', published_count: 235 },
] as const;

it('gives the published numbers for the published total', () => {
  expect(scaledTargets(TASKS, 965)).toEqual({
    clip: { 'contextual emotion': 178, 'emotion trajectory': 552 },
    episode: { 'emotion trajectory': 235 },
  });
});

it('adds up to the total, whatever the total is', () => {
  for (let total = 1; total < 400; total += 1) {
    expect(totalOf(scaledTargets(TASKS, total))).toBe(total);
  }
  expect(scaledTargets(TASKS, 1)).toEqual({ clip: { 'emotion trajectory': 1 }, episode: {} });
});
