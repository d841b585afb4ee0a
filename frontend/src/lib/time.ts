/**
 * Times are seconds on a video's original timeline, meaningful to three decimals. Everything here rounds once,
 * to whole milliseconds, before it splits a time into parts, so that 59.9996 reads 1:00.000 and never 0:60.000.
 */

/** Nearest thousandth of a second; halves go away from zero. */
export function roundToMillis(seconds: number): number {
  return toMillis(seconds) / 1000;
}

/** Whole milliseconds in `seconds`; halves go away from zero. Throws RangeError on NaN and infinities. */
export function toMillis(seconds: number): number {
  if (!Number.isFinite(seconds)) {
    throw new RangeError(`Not a time in seconds: ${seconds}`);
  }
  // Decimal text first: 1.0005 * 1000 is 1000.4999999999999 in binary floating point.
  const sign = seconds < 0 ? -1 : 1;
  const millis = Math.round(Number(`${Math.abs(seconds).toFixed(9)}e3`));
  return millis === 0 ? 0 : sign * millis;
}

const two = (value: number): string => String(value).padStart(2, '0');

function clock(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor((totalSeconds % 3600) / 60);
  const rest = totalSeconds % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A position in a video: 692.48 -> "11:32.480", 3723.004 -> "1:02:03.004". */
export function formatSeconds(seconds: number): string {
  const millis = toMillis(seconds);
  const size = Math.abs(millis);
  const text = `${clock(Math.floor(size / 1000))}.${String(size % 1000).padStart(3, '0')}`;
  return millis < 0 ? `-${text}` : text;
}

/** A position with one decimal, for narrow places; the tenth is cut, not rounded: 692.48 -> "11:32.4". */
export function formatTenths(seconds: number): string {
  return formatSeconds(seconds).slice(0, -2);
}

/** A length without fractions, rounded to the second: 692.48 -> "11:32". */
export function formatDuration(seconds: number): string {
  return clock(Math.round(toMillis(seconds) / 1000));
}

/** "11:27.600–11:41.000". */
export function formatSpan(start: number, end: number): string {
  return `${formatSeconds(start)}–${formatSeconds(end)}`;
}

const CLOCK = /^(?:(\d+):)?(?:(\d{1,2}):)?(\d+(?:[.,]\d{1,3})?)$/;

/**
 * Reads what a person types for a time: "11:32.48", "1:02:03", "692.48" (plain seconds), with a comma or a
 * full-width colon as well. Answers null for anything else, for minutes or seconds of 60 and more behind a colon,
 * and for more than three decimals.
 */
export function parseTime(text: string): number | null {
  const match = CLOCK.exec(text.trim().replaceAll('：', ':'));
  if (match === null) {
    return null;
  }
  const [, first, second, last] = match;
  const rest = Number((last ?? '').replace(',', '.'));
  if (first === undefined) {
    return roundToMillis(rest);
  }
  if (rest >= 60) {
    return null;
  }
  if (second === undefined) {
    return roundToMillis(Number(first) * 60 + rest);
  }
  if (Number(second) >= 60) {
    return null;
  }
  return roundToMillis(Number(first) * 3600 + Number(second) * 60 + rest);
}
