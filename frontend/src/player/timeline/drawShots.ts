import { firstAfter } from '../spans';
import type { Draw } from './DrawnLane';
import { toPixel } from './scale';
import type { Shot } from './shots';

const NUMBER_FROM = 30;

/** Where one shot ends and the next begins; every other shot is shaded, and numbered where there is room. */
export function drawShots(shots: readonly Shot[]): Draw {
  return ({ context, view, width, height, palette }) => {
    context.font = `10px ${palette.font}`;
    let last = -2;
    for (let index = Math.max(0, firstAfter(shots, view.start) - 1); index < shots.length; index += 1) {
      const shot = shots[index];
      if (shot === undefined || shot.start > view.start + view.length) {
        break;
      }
      const x = toPixel(view, width, shot.start);
      const end = Math.min(toPixel(view, width, shot.end), width);
      const from = Math.round(x);
      if (index % 2 === 1 && end - x >= 2) {
        context.fillStyle = palette.sunken;
        context.fillRect(from, 0, end - from, height);
      }
      if (index > 0 && from > last) {
        context.fillStyle = palette.inkDim;
        context.fillRect(from, 0, 1, height);
        last = from;
      }
      if (end - Math.max(x, 0) >= NUMBER_FROM && height >= 12) {
        context.fillStyle = palette.inkDim;
        context.fillText(String(index + 1), Math.max(x, 0) + 4, height / 2 + 0.5);
      }
    }
  };
}
