import { describe, expect, it } from 'vitest';
import { agreementScale, labelled, position, shortened } from './scale';

describe('the scale of agreement', () => {
  it('reaches from nothing to everything when nothing lies below chance', () => {
    expect(agreementScale([0.13, 0.85])).toEqual({ low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] });
    expect(agreementScale([]).low).toBe(0);
  });

  it('begins at the quarter below the least value', () => {
    expect(agreementScale([-0.01, 0.5]).low).toBe(-0.25);
    expect(agreementScale([-0.9]).ticks).toHaveLength(9);
  });

  it('places values in both directions', () => {
    const scale = agreementScale([]);
    expect(position(0.5, scale, 100, 300)).toBe(200);
    expect(position(1, scale, 300, 100)).toBe(100);
  });
});

describe('labels', () => {
  it('keep apart, and the last one is there', () => {
    expect(labelled(4, 400, 60)).toEqual([true, true, true, true]);
    expect(labelled(5, 200, 60)).toEqual([true, false, true, false, true]);
    expect(labelled(52, 520, 60).filter(Boolean)).toHaveLength(9);
    expect(labelled(52, 520, 60).at(-1)).toBe(true);
  });

  it('are cut by the room that they take', () => {
    expect(shortened('Emotion cause', 20)).toBe('Emotion cause');
    expect(shortened('Emotion cause', 9)).toBe('Emotion …');
    expect(shortened('情绪强度比较与推理', 18)).toBe('情绪强度比较与推理');
    expect(shortened('情绪强度比较与推理', 7)).toBe('情绪强…');
  });
});
