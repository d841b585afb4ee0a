import { Popover } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { Edge } from '../segments';
import { clamp } from '../spans';
import { TimeField } from '../TimeField';
import { STICKS, type EdgeContext } from './EdgeContext';
import { ownerOf, type Lane, type LaneSpan } from './lanes';
import { snap, type SnapPoint } from './snapping';
import classes from './Timeline.module.css';

const MANY_FRAMES = 10;
/** Key presses within this time are one change to undo. */
const BURST = 1_000;

interface EdgeHandleProps {
  lane: Lane;
  span: LaneSpan;
  edge: Edge;
  context: EdgeContext;
}

/**
 * One end of a span: dragged with the pointer, moved frame by frame with the arrows, or typed after Enter or a double
 * click. Shows its picture meanwhile.
 */
export function EdgeHandle({ lane, span, edge, context }: EdgeHandleProps) {
  const { t } = useI18n();
  const drag = useRef<{ gesture: string; x: number; time: number; points: readonly SnapPoint[] } | null>(null);
  const burst = useRef({ gesture: '', at: 0 });
  const handle = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState(false);
  const time = span[edge];
  const { playback, frames, view, width, duration, points, snaps, guide } = context;
  const label = t(`timeline.edge.${edge}`, { name: span.name });

  const put = (next: number, gesture: string): void => {
    const bounded = clamp(next, 0, duration);
    lane.onEdge?.(span.key, edge, bounded, gesture);
    // The last frame of a span is the one before its end.
    playback.seek(edge === 'end' ? bounded - 0.001 : bounded);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) {
      return;
    }
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    const own = ownerOf(lane.id, span.key);
    drag.current = {
      gesture: crypto.randomUUID(),
      x: event.clientX,
      time,
      points: points.filter(({ owner }) => owner !== own),
    };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (drag.current === null || width <= 0) {
      return;
    }
    event.stopPropagation();
    const perPixel = view.getState().length / width;
    const wanted = drag.current.time + (event.clientX - drag.current.x) * perPixel;
    const sticks = snaps !== event.altKey;
    const next = snap(wanted, { points: drag.current.points, reach: sticks ? STICKS * perPixel : 0, frames });
    guide.show(next.to === null || !sticks ? null : { time: next.time, to: next.to });
    if (next.time !== time) {
      put(next.time, drag.current.gesture);
    }
  };
  const stop = (): void => {
    drag.current = null;
    guide.show(null);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      setTyping(true);
      return;
    }
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
    // Without its roles: a slider has no "expanded".
    <Popover opened={typing} onChange={setTyping} trapFocus returnFocus withRoles={false} position="top" shadow="sm">
      <Popover.Target>
        <div
          ref={handle}
          className={classes.handle}
          data-edge={edge}
          role="slider"
          tabIndex={0}
          title={t('timeline.edge_hint')}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={duration}
          aria-valuenow={time}
          aria-valuetext={formatSeconds(time)}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={stop}
          onPointerCancel={stop}
          onDoubleClick={() => setTyping(true)}
          onKeyDown={onKeyDown}
        />
      </Popover.Target>
      <Popover.Dropdown p={6} role="dialog" aria-label={label}>
        <TimeField
          label={label}
          value={time}
          required
          onCommit={(typed) => typed !== null && put(typed, crypto.randomUUID())}
          onDone={() => setTyping(false)}
        />
      </Popover.Dropdown>
    </Popover>
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
