import { firstAfterTime } from './shots';

/** How high the lane is, in CSS pixels. */
export const FILM_HEIGHT = 44;

/** Where the small pictures lie in the image, and the moment each of them shows, in seconds, in order. */
export interface FilmstripLayout {
  tile_width: number;
  tile_height: number;
  columns: number;
  times: readonly number[];
}

export interface Filmstrip {
  image: CanvasImageSource;
  /** How much smaller the image is than its layout says, 0 to 1. */
  scale: number;
  layout: FilmstripLayout;
}

export interface Tile {
  index: number;
  /** The stretch of time over which it stands. */
  start: number;
  end: number;
}

/**
 * The pictures to show from `start` to `end` where each is to stand for `least` seconds or more. Which ones are left
 * out depends on their distance only, so that they do not change while the timeline is moved.
 */
export function tilesBetween(times: readonly number[], start: number, end: number, least: number): Tile[] {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const usual = times.length < 2 ? Number.POSITIVE_INFINITY : span / (times.length - 1);
  let stride = 1;
  while (stride * usual < least && stride < times.length) {
    stride *= 2;
  }
  const tiles: Tile[] = [];
  const before = Math.max(0, firstAfterTime(times, start) - 1);
  for (let index = before - (before % stride); index < times.length; index += stride) {
    const time = times[index] ?? 0;
    if (time >= end) {
      break;
    }
    tiles.push({ index, start: index === 0 ? Math.min(time, 0) : time, end: times[index + stride] ?? Number.POSITIVE_INFINITY });
  }
  return tiles;
}
