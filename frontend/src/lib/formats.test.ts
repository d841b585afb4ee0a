import { describe, expect, it } from 'vitest';
import { formatBytes } from './bytes';
import { toCsv } from './csv';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [1_536_000, '1.5 MB'],
    [999_950, '1.0 MB'],
    [600_000_000, '600 MB'],
    [2_500_000_000_000_000, '2500 TB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('toCsv', () => {
  it('quotes what needs quotes and disarms formulas', () => {
    expect(toCsv(['a', 'b'], [['x,y', 'say "hi"'], ['=1+1', '-3.5']])).toBe(
      'a,b\r\n"x,y","say ""hi"""\r\n\'=1+1,-3.5\r\n',
    );
  });
});
