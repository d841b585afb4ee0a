import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FrameTimes } from './frames';
import type { Playback } from './Playback';
import { bounded, fit, pan, reveal, viewOf, zoomAround, type Bounds, type View } from './scale';
import type { Span } from './spans';

const FEWEST_FRAMES = 8;
const SHORTEST = 0.4;
const JUMP = 1;

export interface TimelineView {
  view: View;
  width: number;
  bounds: Bounds;
  zoom: (factor: number, at: number) => void;
  move: (seconds: number) => void;
  fitAll: () => void;
  show: (span: Span) => void;
}

/** What the timeline shows: at first `first` or everything; afterwards it follows the position. */
export function useTimelineView(
  playback: Playback,
  width: number,
  duration: number,
  frames: FrameTimes | null,
  first: Span | null,
): TimelineView {
  const shortest = frames === null ? SHORTEST : frames.usualStep * FEWEST_FRAMES;
  const bounds = useMemo(() => ({ duration, shortest }), [duration, shortest]);
  const [stored, setView] = useState<View>(() => (first === null ? fit(bounds) : viewOf(first, bounds)));
  const view = bounded(stored, bounds);

  useEffect(() => {
    let before = playback.getState().time;
    return playback.subscribe(() => {
      const { time } = playback.getState();
      const last = before;
      before = time;
      if (time !== last) {
        setView((current) => {
          const wasSeen = last >= current.start && last <= current.start + current.length;
          return wasSeen || Math.abs(time - last) > JUMP ? reveal(current, time, bounds) : current;
        });
      }
    });
  }, [playback, bounds]);

  const zoom = useCallback(
    (factor: number, at: number) => setView((current) => zoomAround(bounded(current, bounds), at, factor, bounds)),
    [bounds],
  );
  const move = useCallback((seconds: number) => setView((current) => pan(current, seconds, bounds)), [bounds]);
  const fitAll = useCallback(() => setView(fit(bounds)), [bounds]);
  const show = useCallback((span: Span) => setView(viewOf(span, bounds)), [bounds]);
  return { view, width, bounds, zoom, move, fitAll, show };
}
