import { formatDuration, formatTenths } from '@/lib/time';
import type { FrameTimes } from '../frames';
import type { Span } from '../spans';
import type { Draw, Surface } from './DrawnLane';
import { ticks, toPixel } from './scale';

const LABEL_GAP = 84;
/** Frames get lines of their own from this width on, and numbers from that. */
const FRAME_GAP = 7;
const FRAME_NUMBER_GAP = 56;

interface Ruler {
  frames: FrameTimes | null;
  /** What is played; the rest is shaded. Null: everything. */
  segments: readonly Span[] | null;
  selection: Span | null;
}

/** The times along the top; single frames once they are wide enough. */
export function drawRuler({ frames, segments, selection }: Ruler): Draw {
  return (surface) => {
    const { context, view, width, height, palette } = surface;
    shade(surface, segments);
    if (selection !== null) {
      const x = toPixel(view, width, selection.start);
      context.fillStyle = palette.actWash;
      context.fillRect(x, 0, Math.max(toPixel(view, width, selection.end) - x, 1), height);
      context.fillStyle = palette.act;
      context.fillRect(x, height - 2, Math.max(toPixel(view, width, selection.end) - x, 1), 2);
    }
    context.font = `11px ${palette.font}`;
    const { step, major, minor } = ticks(view, width, LABEL_GAP);
    const frameWidth = frames === null ? 0 : (frames.usualStep / view.length) * width;
    context.fillStyle = palette.lineStrong;
    if (frames !== null && frameWidth >= FRAME_GAP) {
      for (const time of frames.between(view.start, view.start + view.length)) {
        context.fillRect(Math.round(toPixel(view, width, time)), height - 4, 1, 4);
      }
    } else {
      for (const time of minor) {
        context.fillRect(Math.round(toPixel(view, width, time)), height - 4, 1, 4);
      }
    }
    if (frames !== null && frameWidth >= FRAME_NUMBER_GAP) {
      frameNumbers(surface, frames, frameWidth);
      return;
    }
    for (const time of major) {
      const x = Math.round(toPixel(view, width, time));
      context.fillStyle = palette.lineStrong;
      context.fillRect(x, height - 8, 1, 8);
      context.fillStyle = palette.inkDim;
      context.fillText(step < 1 ? formatTenths(time) : formatDuration(time), x + 4, 8);
    }
  };
}

function shade({ context, view, width, height, palette }: Surface, segments: readonly Span[] | null): void {
  if (segments === null) {
    return;
  }
  context.fillStyle = palette.sunken;
  context.fillRect(0, 0, width, height);
  for (const { start, end } of segments) {
    const x = toPixel(view, width, start);
    context.clearRect(x, 0, toPixel(view, width, end) - x, height);
  }
}

/** The number of each frame, and its time where that fits too. */
function frameNumbers({ context, view, width, palette }: Surface, frames: FrameTimes, frameWidth: number): void {
  context.fillStyle = palette.inkDim;
  const last = Math.min(frames.frameAt(view.start + view.length), frames.count - 1);
  for (let index = frames.frameAt(Math.max(view.start, 0)); index <= last; index += 1) {
    const time = frames.timeOf(index);
    const text = frameWidth >= 2 * FRAME_NUMBER_GAP ? `f ${index} · ${time.toFixed(3)}` : `f ${index}`;
    context.fillText(text, toPixel(view, width, time) + 4, 8);
  }
}
