import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FrameTimes } from '../frames';
import type { Playback } from '../Playback';
import type { Span } from '../spans';
import type { View } from './scale';
import { TimelineView } from './TimelineView';

const FEWEST_FRAMES = 8;
const SHORTEST = 0.4;

interface Options {
  playback: Playback;
  duration: number;
  frames: FrameTimes | null;
  first: Span | null;
}

/** What the timeline shows: at first `first` or everything; afterwards it follows the position. */
export function useTimelineView({ playback, duration, frames, first }: Options): TimelineView {
  const shortest = frames === null ? SHORTEST : frames.usualStep * FEWEST_FRAMES;
  const [view] = useState(() => {
    const made = new TimelineView(first);
    made.setBounds({ duration, shortest });
    return made;
  });
  useEffect(() => view.setBounds({ duration, shortest }), [view, duration, shortest]);
  useEffect(() => {
    let before = playback.getState().time;
    const stop = playback.subscribe(() => {
      const { time } = playback.getState();
      if (time !== before) {
        view.follow(before, time);
        before = time;
      }
    });
    return () => {
      stop();
      view.stop();
    };
  }, [playback, view]);
  return view;
}

/** What is shown now; the component renders again whenever that changes. For few elements only. */
export const useShownView = (view: TimelineView): View => useSyncExternalStore(view.subscribe, view.getState);
