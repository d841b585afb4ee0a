import { useEffect, useRef, type RefObject } from 'react';
import type { Playback } from '@/player';

/** Without a touch of mouse or keyboard for this long, and nothing playing, nobody is taken to be working. */
const IDLE_AFTER = 60_000;
/** A hold is renewed for longer than work is counted: reading takes no keys. */
const AWAY_AFTER = 5 * 60_000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export interface Activity {
  /** Whether somebody is using the page, so that the hold is renewed. */
  inUse: () => boolean;
  /** Seconds of work on the page so far, idle time left out. */
  seconds: () => number;
}

/** Watches whether somebody is at work. Nothing is rendered again because of it. */
export function useActivity(playback: Playback, alreadySpent: number): RefObject<Activity> {
  const activity = useRef<Activity>({ inUse: () => true, seconds: () => alreadySpent });
  useEffect(() => {
    let touched = Date.now();
    let spent = activity.current.seconds();
    const within = (limit: number): boolean => {
      const { playing } = playback.getState();
      return !document.hidden && (playing || Date.now() - touched < limit);
    };
    const onTouch = (): void => {
      touched = Date.now();
    };
    TOUCHES.forEach((name) => window.addEventListener(name, onTouch, { passive: true }));
    const timer = window.setInterval(() => {
      if (within(IDLE_AFTER)) {
        spent += 1;
      }
    }, 1000);
    activity.current = { inUse: () => within(AWAY_AFTER), seconds: () => spent };
    return () => {
      TOUCHES.forEach((name) => window.removeEventListener(name, onTouch));
      window.clearInterval(timer);
      const left = spent;
      activity.current = { inUse: () => false, seconds: () => left };
    };
  }, [playback]);
  return activity;
}
