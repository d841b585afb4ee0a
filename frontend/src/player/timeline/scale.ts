import { clamp } from '../spans';

/** The part of a video that a timeline shows: `length` seconds from `start`. */
export interface View {
  start: number;
  length: number;
}

export interface Bounds {
  duration: number;
  /** The least that may be shown, in seconds: a few frames. */
  shortest: number;
}

export const toPixel = (view: View, width: number, time: number): number => ((time - view.start) / view.length) * width;

export const toTime = (view: View, width: number, pixel: number): number =>
  width <= 0 ? view.start : view.start + (pixel / width) * view.length;

/** A view inside the video, at most as long as it. */
export function bounded(view: View, { duration, shortest }: Bounds): View {
  const length = clamp(view.length, Math.min(shortest, duration), Math.max(duration, shortest));
  return { start: clamp(view.start, 0, Math.max(0, duration - length)), length };
}

export const fit = ({ duration, shortest }: Bounds): View => ({ start: 0, length: Math.max(duration, shortest) });

/** Shows `factor` times less (above 1) or more (below 1), while `at` stays where it is on the screen. */
export function zoomAround(view: View, at: number, factor: number, bounds: Bounds): View {
  const { length } = bounded({ start: 0, length: view.length / factor }, bounds);
  const place = (at - view.start) / view.length;
  return bounded({ start: at - place * length, length }, bounds);
}

export const pan = (view: View, seconds: number, bounds: Bounds): View =>
  bounded({ start: view.start + seconds, length: view.length }, bounds);

/** The same view when `time` is in it; else one of the same length with `time` at a tenth of its width. */
export function reveal(view: View, time: number, bounds: Bounds): View {
  const seen = time >= view.start && time <= view.start + view.length;
  return seen ? view : bounded({ start: time - view.length * 0.1, length: view.length }, bounds);
}

/** A view of `span` with some room around it. */
export function viewOf(span: { start: number; end: number }, bounds: Bounds): View {
  const length = Math.max((span.end - span.start) * 1.25, bounds.shortest);
  return bounded({ start: (span.start + span.end - length) / 2, length }, bounds);
}

export interface Ticks {
  /** Seconds between two labels. */
  step: number;
  /** Where labels stand. */
  major: number[];
  /** Where short lines stand, labels included. */
  minor: number[];
}

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
const PARTS: Record<number, number> = { 15: 3, 30: 3, 60: 4, 120: 4, 900: 3, 1800: 3, 3600: 4, 7200: 4 };

/** Where the ruler's lines stand, with at least `gap` pixels between two labels. */
export function ticks(view: View, width: number, gap: number): Ticks {
  const wanted = width <= 0 ? view.length : (gap / width) * view.length;
  const step = STEPS.find((candidate) => candidate >= wanted) ?? 7200 * Math.ceil(wanted / 7200);
  const parts = PARTS[step] ?? (String(step).includes('2') ? 4 : 5);
  return { step, major: multiples(view, step), minor: multiples(view, step / parts) };
}

/** Multiples of `step` in the view, counted rather than added up, so that they do not drift. */
function multiples(view: View, step: number): number[] {
  const first = Math.ceil(view.start / step - 1e-9);
  const last = Math.floor((view.start + view.length) / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => Number(((first + index) * step).toFixed(6)));
}
