import type { Draw } from './DrawnLane';
import { peakBetween, type Peaks } from './peaks';

/** The sound, one line a pixel, as high as the loudest moment of the whole video allows. */
export function drawWave(peaks: Peaks): Draw {
  return ({ context, view, width, height, palette }) => {
    const middle = height / 2;
    const scale = (height / 2 - 1) / peaks.loudest;
    const perPixel = view.length / width;
    context.fillStyle = palette.inkDim;
    for (let x = 0; x < width; x += 1) {
      const start = view.start + x * perPixel;
      const [low, high] = peakBetween(peaks, start, start + perPixel);
      const top = Math.round(middle - high * scale);
      context.fillRect(x, top, 1, Math.max(1, Math.round(middle - low * scale) - top));
    }
  };
}
