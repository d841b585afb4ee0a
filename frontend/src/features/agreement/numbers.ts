/** How figures are written. Percentages have two decimals, as in the papers; alpha and AC1 have three. */

const MINUS = '\u2212';

function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `${MINUS}${text}` : text;
}

/** `part` of `whole` in percent, rounded half up on the exact value. */
export function percentOf(part: number, whole: number): string {
  const hundredths = Math.floor((20_000 * part + whole) / (2 * whole));
  return `${(hundredths / 100).toFixed(2)} %`;
}

export const percent = (share: number): string => `${fixed(share * 100, 2)} %`;

export const coefficient = (value: number): string => fixed(value, 3);

export type Ends = readonly number[] | null;

/** "[0.035, 0.232]" in the manner of `write`; null where there is no interval. */
export function interval(ends: Ends, write: (value: number) => string): string | null {
  const [low, high] = ends ?? [];
  return low === undefined || high === undefined ? null : `[${write(low)}, ${write(high)}]`;
}
