import { useLayoutEffect, useRef, type PointerEvent } from 'react';
import type { TimelineView } from './TimelineView';
import classes from './Timeline.module.css';

interface OverviewProps {
  view: TimelineView;
  width: number;
  duration: number;
}

/** Which part of the whole is shown; dragged to move it. Keys and the wheel do the same, so it is for the eye only. */
export function Overview({ view, width, duration }: OverviewProps) {
  const thumb = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; start: number } | null>(null);
  useLayoutEffect(() => {
    const put = (): void => {
      const element = thumb.current;
      if (element === null || duration <= 0) {
        return;
      }
      const { start, length } = view.getState();
      const size = Math.max(12, (length / duration) * width);
      const room = duration - length;
      element.style.width = `${size}px`;
      element.style.transform = `translateX(${room <= 0 ? 0 : (start / room) * (width - size)}px)`;
      element.style.visibility = length >= duration ? 'hidden' : 'visible';
    };
    put();
    return view.subscribe(put);
  }, [view, width, duration]);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { start, length } = view.next;
    const at = ((event.clientX - event.currentTarget.getBoundingClientRect().left) / width) * duration;
    const inside = event.target === thumb.current;
    const from = inside ? start : Math.max(0, at - length / 2);
    if (!inside) {
      view.moveTo(from);
    }
    drag.current = { x: event.clientX, start: from };
  };
  return (
    <div
      className={classes.overview}
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (drag.current !== null) {
          view.moveTo(drag.current.start + ((event.clientX - drag.current.x) / width) * duration);
        }
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    >
      <div ref={thumb} className={classes.overviewThumb} />
    </div>
  );
}
