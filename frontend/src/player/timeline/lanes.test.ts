import { expect, it } from 'vitest';
import { stackRows } from './lanes';

it('puts spans that overlap on rows of their own, three at most', () => {
  const span = (start: number, end: number) => ({ start, end });
  expect(stackRows([span(0, 5), span(5, 9)])).toEqual({ rows: [0, 0], count: 1 });
  expect(stackRows([span(4, 9), span(0, 5), span(5, 6)])).toEqual({ rows: [1, 0, 0], count: 2 });
  expect(stackRows([span(0, 9), span(0, 9), span(0, 9), span(0, 9)])).toEqual({ rows: [0, 1, 2, 2], count: 3 });
  expect(stackRows([])).toEqual({ rows: [], count: 1 });
});
