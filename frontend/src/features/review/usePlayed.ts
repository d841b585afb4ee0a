import { useEffect, useRef, useState } from 'react';
import { mergeSpans, type Playback, type Span } from '@/player';
import { WatchRecorder } from '@/player/watching';

const TELL_EVERY = 1000;

/** Adds up what is played in this page, about once a second; `onMore` is told each time. */
export function usePlayed(playback: Playback, onMore: (spans: Span[], paused: boolean) => void): readonly Span[] {
  const [played, setPlayed] = useState<readonly Span[]>([]);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    const recorder = new WatchRecorder();
    const take = (paused: boolean): void => {
      const spans = recorder.take();
      if (spans.length > 0) {
        setPlayed((before) => mergeSpans([...before, ...spans]));
        latest.current(spans, paused);
      }
    };
    let before = playback.getState();
    const stop = playback.subscribe(() => {
      const now = playback.getState();
      if (now.time !== before.time || now.playing !== before.playing) {
        recorder.see(now.time, playback.frameEnd(), now.playing && !now.backwards ? now.rate : 0);
      }
      if (before.playing && !now.playing) {
        take(true);
      }
      before = now;
    });
    const timer = window.setInterval(() => take(false), TELL_EVERY);
    return () => {
      stop();
      window.clearInterval(timer);
      take(true);
    };
  }, [playback]);
  return played;
}
