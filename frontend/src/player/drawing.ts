import { formatDuration, formatTenths } from '@/lib/time';
import type { Cue } from './cues';
import type { FrameTimes } from './frames';
import { ticks, toPixel, type View } from './scale';
import { firstAfter, type Span } from './spans';

export const RULER_HEIGHT = 22;
export const WORDS_HEIGHT = 24;

interface Drawing {
  view: View;
  /** In CSS pixels. */
  width: number;
  cues: readonly Cue[];
  frames: FrameTimes | null;
  /** What is played; the rest is shaded. Null: everything. */
  segments: readonly Span[] | null;
  selection: Span | null;
}

const LABEL_GAP = 84;
const FRAME_GAP = 7;
/** Lines that began this long before the view may still reach into it. */
const LONGEST_CUE = 30;
const TEXT_FROM = 26;

/** Draws ruler and words onto a canvas. Text is drawn only where there is room, so an hour costs as much as a second. */
export function drawTimeline(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const context = canvas.getContext('2d');
  if (context === null) {
    return;
  }
  const ratio = window.devicePixelRatio || 1;
  const height = RULER_HEIGHT + WORDS_HEIGHT;
  canvas.width = Math.round(drawing.width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, drawing.width, height);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(`--le-${name}`).trim();
  context.font = `11px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  shade(context, drawing, colour('sunken'), height);
  if (drawing.selection !== null) {
    const { x, width } = placed(drawing, drawing.selection);
    context.fillStyle = colour('act-wash');
    context.fillRect(x, 0, width, height);
  }
  ruler(context, drawing, colour('ink-dim'), colour('line-strong'));
  words(context, drawing, { fill: colour('line'), edge: colour('line-strong'), ink: colour('ink'), speaker: colour('act') });
}

function placed({ view, width }: Drawing, span: Span): { x: number; width: number } {
  const x = toPixel(view, width, span.start);
  return { x, width: toPixel(view, width, span.end) - x };
}

function shade(context: CanvasRenderingContext2D, drawing: Drawing, colour: string, height: number): void {
  if (drawing.segments === null) {
    return;
  }
  context.fillStyle = colour;
  context.fillRect(0, 0, drawing.width, height);
  for (const segment of drawing.segments) {
    const { x, width } = placed(drawing, segment);
    context.clearRect(x, 0, width, height);
  }
}

function ruler(context: CanvasRenderingContext2D, drawing: Drawing, ink: string, line: string): void {
  const { view, width, frames } = drawing;
  const { step, major, minor } = ticks(view, width, LABEL_GAP);
  const showsFrames = frames !== null && (frames.usualStep / view.length) * width >= FRAME_GAP;
  const short = showsFrames ? frames.between(view.start, view.start + view.length) : minor;
  context.fillStyle = line;
  for (const time of short) {
    context.fillRect(Math.round(toPixel(view, width, time)), RULER_HEIGHT - 4, 1, 4);
  }
  for (const time of major) {
    const x = Math.round(toPixel(view, width, time));
    context.fillStyle = line;
    context.fillRect(x, RULER_HEIGHT - 8, 1, 8);
    context.fillStyle = ink;
    context.fillText(step < 1 ? formatTenths(time) : formatDuration(time), x + 4, 8);
  }
  context.fillStyle = line;
  context.fillRect(0, RULER_HEIGHT - 1, width, 1);
}

interface WordColours {
  fill: string;
  edge: string;
  ink: string;
  speaker: string;
}

function words(context: CanvasRenderingContext2D, drawing: Drawing, colours: WordColours): void {
  const { view, cues } = drawing;
  const top = RULER_HEIGHT + 2;
  const height = WORDS_HEIGHT - 4;
  for (let index = firstAfter(cues, view.start - LONGEST_CUE); index < cues.length; index += 1) {
    const cue = cues[index];
    if (cue === undefined || cue.start > view.start + view.length) {
      break;
    }
    if (cue.end <= view.start) {
      continue;
    }
    const { x, width } = placed(drawing, cue);
    context.fillStyle = colours.fill;
    context.fillRect(x, top, Math.max(width - 1, 1), height);
    context.fillStyle = colours.edge;
    context.fillRect(x, top, 1, height);
    if (width >= TEXT_FROM) {
      writeCue(context, cue, { x: Math.max(x, 0) + 4, right: x + width - 3, y: top + height / 2 }, colours);
    }
  }
}

function writeCue(
  context: CanvasRenderingContext2D,
  cue: Cue,
  { x, right, y }: { x: number; right: number; y: number },
  colours: WordColours,
): void {
  context.save();
  context.beginPath();
  context.rect(x, 0, Math.max(0, right - x), RULER_HEIGHT + WORDS_HEIGHT);
  context.clip();
  let at = x;
  if (cue.speaker !== null && cue.speaker !== '') {
    const speaker = `${cue.speaker}: `;
    context.fillStyle = colours.speaker;
    context.fillText(speaker, at, y);
    at += context.measureText(speaker).width;
  }
  context.fillStyle = colours.ink;
  context.fillText(cue.text.replaceAll('\n', ' '), at, y);
  context.restore();
}
