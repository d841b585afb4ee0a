import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { clamp } from '../spans';
import { STICKS, type EdgeContext } from './EdgeContext';
import { toTime } from './scale';
import { snap } from './snapping';

interface PointerHandlers {
  onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

/** Press and drag go to a time, with Shift they select; the wheel moves the view, and zooms it with Ctrl. */
export function useTimelinePointer(area: RefObject<HTMLDivElement | null>, context: EdgeContext): PointerHandlers {
  const { playback, view, width, duration, frames, points, snaps, guide } = context;
  const anchor = useRef<number | null>(null);
  // React's own wheel listeners may not prevent the page from scrolling along.
  useEffect(() => {
    const element = area.current;
    if (element === null) {
      return undefined;
    }
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const x = event.clientX - element.getBoundingClientRect().left;
        view.zoom(Math.exp(-clamp(event.deltaY, -200, 200) / 200), toTime(view.next, width, x));
      } else if (view.isPart) {
        event.preventDefault();
        view.move(((event.deltaX + event.deltaY) / Math.max(width, 1)) * view.next.length);
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area, view, width]);

  const timeOf = (event: PointerEvent<HTMLDivElement>): number =>
    clamp(toTime(view.getState(), width, event.clientX - event.currentTarget.getBoundingClientRect().left), 0, duration);
  const stuck = (time: number, free: boolean): number => {
    const sticks = snaps !== free;
    const reach = sticks ? (STICKS * view.getState().length) / Math.max(width, 1) : 0;
    const next = snap(time, { points, reach, frames });
    guide.show(next.to === null || !sticks ? null : { time: next.time, to: next.to });
    return next.time;
  };
  const stop = (): void => {
    anchor.current = null;
    guide.show(null);
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) {
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      const time = timeOf(event);
      if (event.shiftKey) {
        anchor.current = stuck(time, event.altKey);
      } else {
        anchor.current = time;
        playback.seek(time);
      }
    },
    onPointerMove: (event) => {
      if (anchor.current === null) {
        return;
      }
      const time = timeOf(event);
      if (event.shiftKey) {
        const edges = [anchor.current, stuck(time, event.altKey)].sort((one, other) => one - other);
        playback.setMarks({ start: edges[0] ?? null, end: edges[1] ?? null });
      } else {
        playback.seek(time);
      }
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}
