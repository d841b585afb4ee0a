import { beforeEach, describe, expect, it } from 'vitest';
import { completeness, keepAnswer, keptAnswer, mayReveal, moved, NO_ANSWER, revealBody } from './blindAnswer';
import type { Assignment } from './queries';

const item = (mode: string, ...sides: string[]): Assignment =>
  ({ blind: { mode, sides, labels: [], may_order_stages: false, stage_order: [] } }) as unknown as Assignment;

describe('the step to the reference', () => {
  it('needs labels where the project requires them, on both sides of a transition', () => {
    const transition = item('required', 'before', 'after');
    expect(mayReveal(transition, NO_ANSWER)).toBe(false);
    const half = { ...NO_ANSWER, labels: { before: ['peace'] } };
    expect(completeness(transition, half)).toBe('partly');
    expect(mayReveal(transition, half)).toBe(false);
    expect(mayReveal(transition, { ...NO_ANSWER, labels: { before: ['peace'], after: ['fear'] } })).toBe(true);
  });

  it('needs none where they are optional or not asked for, but never half of them', () => {
    expect(mayReveal(item('optional', ''), NO_ANSWER)).toBe(true);
    expect(mayReveal(item('required'), NO_ANSWER)).toBe(true);
    expect(mayReveal(item('optional', 'before', 'after'), { ...NO_ANSWER, labels: { after: ['fear'] } })).toBe(false);
  });

  it('sends labels with their sides', () => {
    expect(revealBody({ labels: { before: ['peace'], after: ['fear', 'pain'] }, stages: ['b', 'a'] })).toEqual({
      labels: [
        { side: 'before', label: 'peace' },
        { side: 'after', label: 'fear' },
        { side: 'after', label: 'pain' },
      ],
      stages: ['b', 'a'],
    });
  });
});

describe('the answer kept in the tab', () => {
  beforeEach(() => sessionStorage.clear());

  it('is there again, for this person and item alone', () => {
    keepAnswer(1, 7, { labels: { '': ['anger'] }, stages: [] });
    expect(keptAnswer(1, 7).labels).toEqual({ '': ['anger'] });
    expect([keptAnswer(2, 7), keptAnswer(1, 8)]).toEqual([NO_ANSWER, NO_ANSWER]);
  });
});

it('moves one entry and leaves the rest in order', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 3)).toEqual(['a', 'b', 'c']);
});
