import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cuesAt, type Cue } from './cues';
import type { FrameTimes } from './frames';
import { Playback } from './Playback';
import type { PlaybackState } from './playbackState';
import type { Span } from './spans';
import { WatchRecorder } from './watching';

export interface PlaybackOptions {
  /** Presentation times of the file that is played; null until they are there, or for good. */
  frames: FrameTimes | null;
  /** What is played, in this order, with the gaps skipped; null: the whole file. Keep the same array between renders. */
  segments: readonly Span[] | null;
  /** Seconds, when known before the file says it. */
  duration: number | null;
  /** Where to begin. */
  startAt?: number | undefined;
}

/** A playback that lives as long as the component. For another file give the component another `key`. */
export function usePlayback({ frames, segments, duration, startAt }: PlaybackOptions): Playback {
  const [playback] = useState(() => {
    const made = new Playback();
    if (startAt !== undefined) {
      made.seek(startAt);
    }
    return made;
  });
  useEffect(() => playback.setFrames(frames), [playback, frames]);
  useEffect(() => playback.setSegments(segments), [playback, segments]);
  useEffect(() => playback.setDuration(duration), [playback, duration]);
  return playback;
}

/** A part of the state; the component renders again only when that part differs (compared by identity). */
export function usePlaybackState<Part>(playback: Playback, select: (state: PlaybackState) => Part): Part {
  const read = (): Part => select(playback.getState());
  return useSyncExternalStore(playback.subscribe, read);
}

/** The subtitle lines of the moment; `cues` in order of time (`sortCues`). */
export function useCuesNow(playback: Playback, cues: readonly Cue[]): readonly Cue[] {
  const known = useRef<readonly Cue[]>([]);
  return useSyncExternalStore(playback.subscribe, () => {
    const now = cuesAt(cues, playback.getState().time);
    const same = now.length === known.current.length && now.every((cue, index) => cue === known.current[index]);
    if (!same) {
      known.current = now;
    }
    return known.current;
  });
}

const REPORT_EVERY = 10_000;

/**
 * Reports what is played, some seconds at a time, when it pauses, and when the page is left. Spans are in seconds of
 * the file. What could not be reported is reported later.
 */
export function useWatched(playback: Playback, report: (spans: Span[]) => Promise<unknown>): void {
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  useEffect(() => {
    const recorder = new WatchRecorder();
    const send = (): void => {
      const spans = recorder.take();
      if (spans.length > 0) {
        latest.current(spans).catch(() => recorder.giveBack(spans));
      }
    };
    let before = playback.getState();
    const stop = playback.subscribe(() => {
      const now = playback.getState();
      if (now.time !== before.time || now.playing !== before.playing) {
        recorder.see(now.time, playback.frameEnd(), now.playing && !now.backwards ? now.rate : 0);
      }
      if (before.playing && !now.playing) {
        send();
      }
      before = now;
    });
    const timer = window.setInterval(send, REPORT_EVERY);
    window.addEventListener('pagehide', send);
    return () => {
      stop();
      window.clearInterval(timer);
      window.removeEventListener('pagehide', send);
      send();
    };
  }, [playback]);
}

const SETTLED = 600;

/** Keeps the address at the time shown, whenever playing rests; and goes where the address says when it changes. */
export function useAddressTime(playback: Playback, time: number | undefined, onTime: (time: number) => void): void {
  const latest = useRef(onTime);
  const written = useRef(time);
  useEffect(() => {
    latest.current = onTime;
  });
  useEffect(() => {
    if (time !== undefined && time !== written.current) {
      written.current = time;
      playback.seek(time);
    }
  }, [playback, time]);
  useEffect(() => {
    let timer = 0;
    let before = playback.getState().time;
    const stop = playback.subscribe(() => {
      const { time: now, playing } = playback.getState();
      if (playing || now !== before) {
        window.clearTimeout(timer);
      }
      if (!playing && now !== before) {
        before = now;
        timer = window.setTimeout(() => {
          written.current = Math.round(now * 1000) / 1000;
          latest.current(written.current);
        }, SETTLED);
      }
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [playback]);
}
