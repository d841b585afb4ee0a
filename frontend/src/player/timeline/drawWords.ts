import type { Cue } from '../cues';
import { firstAfter } from '../spans';
import type { Draw, Surface } from './DrawnLane';
import { toPixel } from './scale';

/** Lines that began this long before the view may still reach into it. */
const LONGEST_CUE = 30;
/** Text is written from this width on. */
const TEXT_FROM = 26;
/** With this much room the speaker stands over the words. */
const TWO_LINES = 30;

/** The subtitles, in order of time. Text is drawn only where there is room, so an hour costs as much as a second. */
export function drawWords(cues: readonly Cue[]): Draw {
  return (surface) => {
    const { context, view, width, height, palette } = surface;
    const right = view.start + view.length;
    const top = 2;
    const body = height - 4;
    // What is narrower than a pixel is drawn once for each pixel: an hour has more lines than the screen has pixels.
    let drawnTo = -1;
    context.font = `11px ${palette.font}`;
    for (let index = firstAfter(cues, view.start - LONGEST_CUE); index < cues.length; index += 1) {
      const cue = cues[index];
      if (cue === undefined || cue.start > right) {
        break;
      }
      if (cue.end <= view.start) {
        continue;
      }
      const x = toPixel(view, width, cue.start);
      const end = toPixel(view, width, cue.end);
      if (end <= drawnTo) {
        continue;
      }
      const from = Math.floor(x);
      const to = Math.max(Math.ceil(end) - 1, from + 1);
      context.fillStyle = palette.line;
      context.fillRect(from, top, to - from, body);
      if (end - x >= 3) {
        context.fillStyle = palette.lineStrong;
        context.fillRect(from, top, 1, body);
      }
      drawnTo = Math.max(drawnTo, from + 1);
      if (end - x >= TEXT_FROM) {
        writeCue(surface, cue, Math.max(x, 0) + 4, end - 3);
      }
    }
  };
}

function writeCue({ context, height, palette }: Surface, cue: Cue, x: number, right: number): void {
  context.save();
  context.beginPath();
  context.rect(x, 0, Math.max(0, right - x), height);
  context.clip();
  const text = cue.text.replaceAll('\n', ' ');
  const named = cue.speaker !== null && cue.speaker !== '';
  if (height >= TWO_LINES && named) {
    context.fillStyle = palette.act;
    context.fillText(cue.speaker ?? '', x, 10);
    context.fillStyle = palette.ink;
    context.fillText(text, x, height - 11);
  } else if (height >= 12) {
    const speaker = named ? `${cue.speaker ?? ''}: ` : '';
    context.fillStyle = palette.act;
    context.fillText(speaker, x, height / 2);
    context.fillStyle = palette.ink;
    context.fillText(text, x + (named ? context.measureText(speaker).width : 0), height / 2);
  }
  context.restore();
}
