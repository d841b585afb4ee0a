import type { Draw } from './DrawnLane';
import { tilesBetween, type Filmstrip } from './filmstrip';
import { toPixel } from './scale';

/** How much of a picture has to be in sight for it to be shown. */
const LEAST_SHOWN = 0.8;
/** Between two pictures the first is repeated, fainter: it says nothing new there. */
const REPEATED = 0.35;

/** Small pictures along the video, each from the moment it shows. */
export function drawFilm({ image, scale, layout }: Filmstrip, duration: number): Draw {
  return ({ context, view, width, height }) => {
    // Whole pixels, so that pictures of the right size are copied and not scaled.
    const tileWidth = Math.round((layout.tile_width / layout.tile_height) * height);
    const least = ((tileWidth * LEAST_SHOWN) / width) * view.length;
    for (const tile of tilesBetween(layout.times, view.start, view.start + view.length, least)) {
      const from = Math.round(toPixel(view, width, tile.start));
      const to = Math.min(Math.round(toPixel(view, width, Math.min(tile.end, duration))), width);
      const sourceX = (tile.index % layout.columns) * layout.tile_width * scale;
      const sourceY = Math.floor(tile.index / layout.columns) * layout.tile_height * scale;
      // Of many repetitions only those in sight are drawn.
      for (let copy = Math.max(0, Math.floor(-from / tileWidth)); from + copy * tileWidth < to; copy += 1) {
        const x = from + copy * tileWidth;
        const shown = Math.min(tileWidth, to - x) - 1;
        if (shown <= 0) {
          break;
        }
        context.globalAlpha = copy === 0 ? 1 : REPEATED;
        const share = shown / tileWidth;
        context.drawImage(
          image, sourceX, sourceY, layout.tile_width * scale * share, layout.tile_height * scale, x, 0, shown, height,
        );
      }
    }
    context.globalAlpha = 1;
  };
}
