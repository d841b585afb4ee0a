/** Arithmetic of the plots. Pure. */

export interface Scale {
  low: number;
  high: number;
  /** Values at which the axis has a line, ascending. */
  ticks: readonly number[];
}

const STEP = 0.25;

/** An axis in quarters from 0, or from what lies below it, up to 1. Agreement never lies outside -1..1. */
export function agreementScale(values: readonly number[]): Scale {
  const least = Math.max(-1, Math.floor(Math.min(0, ...values) / STEP) * STEP);
  const count = Math.round((1 - least) / STEP);
  return { low: least, high: 1, ticks: Array.from({ length: count + 1 }, (_, index) => least + index * STEP) };
}

/** The number at a line of the axis. */
export const tickText = (tick: number): string => String(tick).replace('-', '\u2212');

/** Where a value lies between `from` (low) and `to` (high), in the plot's own units, to a tenth. */
export function position(value: number, scale: Scale, from: number, to: number): number {
  const share = (value - scale.low) / (scale.high - scale.low);
  return Math.round((from + share * (to - from)) * 10) / 10;
}

/** Which of `count` places along an axis get a label so that labels are at least `room` apart; always the last one. */
export function labelled(count: number, length: number, room: number): readonly boolean[] {
  const every = Math.max(1, Math.ceil((count * room) / length));
  return Array.from({ length: count }, (_, index) => (count - 1 - index) % every === 0);
}

const WIDE = /[\u2e80-\uffef]/u;

/** A name cut to the width of `most` Latin letters for the plot; the table beside it has the whole. */
export function shortened(name: string, most: number): string {
  const letters = Array.from(name);
  const width = (letter: string): number => (WIDE.test(letter) ? 2 : 1);
  if (letters.reduce((sum, letter) => sum + width(letter), 0) <= most) {
    return name;
  }
  let room = most - 1;
  const kept = letters.findIndex((letter) => (room -= width(letter)) < 0);
  return `${letters.slice(0, kept).join('')}…`;
}
