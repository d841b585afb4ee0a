import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type WorkPart = Schema<'ReportWorkRequest'>['part'];

/** Without a touch of mouse or keyboard for this long, and nothing playing, nobody is taken to be working. */
const IDLE_AFTER = 60_000;
const REPORT_EVERY = 30_000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const never = (): boolean => false;

/**
 * Counts the seconds in which somebody is at work on this page and reports them: 0 when it opens, then the growing sum.
 * What could not be sent goes with the next report. Nothing is rendered again because of it.
 */
export function useWorkTime(projectId: number, part: WorkPart, playing: () => boolean = never): void {
  const queries = useQueryClient();
  const isPlaying = useRef(playing);
  useEffect(() => {
    isPlaying.current = playing;
  }, [playing]);
  useEffect(() => {
    const key = crypto.randomUUID();
    let touched = Date.now();
    let spent = 0;
    let open = false;
    let sent = 0;
    const send = (seconds: number) =>
      unwrap(
        api.POST('/api/v1/work-time', { body: { project: projectId, key, part, seconds }, keepalive: true }),
      );
    const report = async (): Promise<void> => {
      try {
        if (!open) {
          await send(0);
          open = true;
          // Work before the session began cannot be shown to have been.
          spent = 0;
        } else if (spent > sent) {
          const now = spent;
          await send(now);
          sent = now;
          void queries.invalidateQueries({ queryKey: ['training', projectId, 'mine'] });
        }
      } catch {
        // The next report carries the sum.
      }
    };
    const onTouch = (): void => {
      touched = Date.now();
    };
    TOUCHES.forEach((name) => window.addEventListener(name, onTouch, { passive: true }));
    const count = window.setInterval(() => {
      if (!document.hidden && (isPlaying.current() || Date.now() - touched < IDLE_AFTER)) {
        spent += 1;
      }
    }, 1000);
    const timer = window.setInterval(() => void report(), REPORT_EVERY);
    void report();
    return () => {
      TOUCHES.forEach((name) => window.removeEventListener(name, onTouch));
      window.clearInterval(count);
      window.clearInterval(timer);
      void report();
    };
  }, [projectId, part, queries]);
}
