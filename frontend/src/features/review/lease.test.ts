import { describe, expect, it } from 'vitest';
import { beatIsDue, leaseLeft, leaseMood, localEnd, MINUTE } from './lease';

const END = '2026-03-01T12:30:00Z';
const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('the end of a hold', () => {
  it('is told by this clock, however wrong it is', () => {
    const slowBy = 10 * MINUTE;
    const end = localEnd(END, 'Sun, 01 Mar 2026 12:10:00 GMT', NOW);
    expect(end - NOW).toBe(30 * MINUTE - slowBy);
  });

  it('takes both clocks to agree where the server tells no time', () => {
    expect(localEnd(END, null, NOW) - NOW).toBe(30 * MINUTE);
    expect(localEnd(END, 'nonsense', NOW) - NOW).toBe(30 * MINUTE);
  });
});

describe('what is shown of a hold', () => {
  it('is minutes, then minutes and seconds, and never more than is left by a second', () => {
    expect(leaseLeft(28.2 * MINUTE)).toEqual({ minutes: 29 });
    expect(leaseLeft(5 * MINUTE)).toEqual({ clock: '5:00' });
    expect(leaseLeft(61_200)).toEqual({ clock: '1:02' });
    expect(leaseLeft(200)).toEqual({ clock: '0:01' });
    expect(leaseLeft(-4000)).toEqual({ clock: '0:00' });
  });

  it('asks for attention in the last minutes and is over at its end', () => {
    expect([6 * MINUTE, 5 * MINUTE, 1, 0].map(leaseMood)).toEqual(['calm', 'soon', 'soon', 'over']);
  });
});

describe('a sign of life', () => {
  it('is due when something was played, and once a minute while the page is in use', () => {
    expect(beatIsDue({ unsent: true, inUse: false, sinceLast: 0 })).toBe(true);
    expect(beatIsDue({ unsent: false, inUse: true, sinceLast: MINUTE })).toBe(true);
    expect(beatIsDue({ unsent: false, inUse: true, sinceLast: MINUTE - 1 })).toBe(false);
    expect(beatIsDue({ unsent: false, inUse: false, sinceLast: 20 * MINUTE })).toBe(false);
  });
});
