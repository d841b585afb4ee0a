import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { EdgeContext } from './LaneRow';
import type { Lane, LaneSpan } from './lanes';
import type { Edge } from './segments';
import { snap } from './snapping';
import { clamp } from './spans';
import classes from './Timeline.module.css';

/** How near, in pixels, an edge sticks to the edge of a subtitle or of another span. */
const STICKS = 6;
const MANY_FRAMES = 10;
/** Key presses within this time are one change to undo. */
const BURST = 1_000;

interface EdgeHandleProps {
  lane: Lane;
  span: LaneSpan;
  edge: Edge;
  context: EdgeContext;
}

/** One end of a span: dragged with the pointer, or moved frame by frame with the arrows. Shows its picture meanwhile. */
export function EdgeHandle({ lane, span, edge, context }: EdgeHandleProps) {
  const { t } = useI18n();
  const drag = useRef<{ gesture: string; x: number; time: number } | null>(null);
  const burst = useRef({ gesture: '', at: 0 });
  const time = span[edge];
  const { playback, frames, view, width, duration, points } = context;

  const put = (next: number, gesture: string): void => {
    const bounded = clamp(next, 0, duration);
    lane.onEdge?.(span.key, edge, bounded, gesture);
    // The last frame of a span is the one before its end.
    playback.seek(edge === 'end' ? bounded - 0.001 : bounded);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    drag.current = { gesture: crypto.randomUUID(), x: event.clientX, time };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (drag.current === null || width <= 0) {
      return;
    }
    const perPixel = view.length / width;
    const wanted = drag.current.time + (event.clientX - drag.current.x) * perPixel;
    const reach = event.altKey ? 0 : STICKS * perPixel;
    const next = snap(wanted, { points, reach, frames });
    if (next !== time) {
      put(next, drag.current.gesture);
    }
  };
  const stop = (): void => {
    drag.current = null;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (steps === undefined) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const now = performance.now();
    if (now - burst.current.at > BURST) {
      burst.current.gesture = crypto.randomUUID();
    }
    burst.current.at = now;
    put(stepped(time, steps * (event.shiftKey ? MANY_FRAMES : 1), context), burst.current.gesture);
  };

  return (
    <div
      className={classes.handle}
      data-edge={edge}
      role="slider"
      tabIndex={0}
      aria-label={t(`timeline.edge.${edge}`, { name: span.name })}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={time}
      aria-valuetext={formatSeconds(time)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={onKeyDown}
    />
  );
}

/** The time so many frames away; where frames are not known, so many times 40 ms. */
function stepped(time: number, steps: number, { frames }: EdgeContext): number {
  if (frames === null) {
    return time + steps * 0.04;
  }
  const atEnd = time >= frames.end - 0.0005;
  const index = (atEnd ? frames.count : frames.frameAt(time)) + steps;
  return index >= frames.count ? frames.end : frames.timeOf(Math.max(index, 0));
}
