import { describe, expect, it } from 'vitest';
import { coefficient, interval, percent, percentOf } from './numbers';
import { decisionsAddress, scopeOf, type Group } from './queries';

describe('numbers of agreement', () => {
  it('are written as in the papers', () => {
    expect(percentOf(611, 720)).toBe('84.86 %');
    expect(percentOf(223, 313)).toBe('71.25 %');
    expect(coefficient(0.13264837783885114)).toBe('0.133');
    expect(coefficient(0.11756400602409639)).toBe('0.118');
  });

  it('are rounded half up on the exact value', () => {
    expect(percentOf(1, 800)).toBe('0.13 %');
    expect(percentOf(10_001, 20_000)).toBe('50.01 %');
    expect(percentOf(0, 7)).toBe('0.00 %');
    expect(percentOf(7, 7)).toBe('100.00 %');
  });

  it('have a real minus sign, and none before zero', () => {
    expect(coefficient(-0.9)).toBe('\u22120.900');
    expect(coefficient(-0.0001)).toBe('0.000');
  });

  it('have an interval only where there is one', () => {
    expect(interval([0.035, 0.232], coefficient)).toBe('[0.035, 0.232]');
    expect(interval([0.5, 1], percent)).toBe('[50.00 %, 100.00 %]');
    expect(interval(null, percent)).toBeNull();
  });
});

describe('what a figure is about', () => {
  const group = { key: '3 / 7', reviewers: [{ id: 3 }, { id: 7 }] } as unknown as Group;

  it('is the group on top of the filters', () => {
    expect(scopeOf(group, { task: 'emotion cause' })).toEqual({ task: 'emotion cause', reviewer: 3, other_reviewer: 7 });
    expect(scopeOf({ key: '2', round: 2 } as unknown as Group, {})).toEqual({ round: '2' });
  });

  it('stands in the address of its decisions', () => {
    expect(decisionsAddress(1, 'pair', { reviewer: 3, task: 'emotion cause' })).toBe(
      '/api/v1/agreement/decisions?project=1&by=pair&reviewer=3&task=emotion+cause',
    );
  });
});
