import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { Playback } from '../Playback';
import { toPixel } from './scale';
import type { TimelineView } from './TimelineView';
import classes from './Timeline.module.css';

interface PlayheadProps {
  playback: Playback;
  view: TimelineView;
  width: number;
  duration: number;
}

/** The line at the position. Moved by hand, not by rendering: it changes with every picture. */
export function Playhead({ playback, view, width, duration }: PlayheadProps) {
  const { t } = useI18n();
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const put = (): void => {
      const element = line.current;
      if (element === null) {
        return;
      }
      const { time } = playback.getState();
      const x = toPixel(view.getState(), width, time);
      element.style.transform = `translateX(${x}px)`;
      element.style.visibility = x < -1 || x > width + 1 ? 'hidden' : 'visible';
      element.setAttribute('aria-valuenow', time.toFixed(3));
      element.setAttribute('aria-valuetext', formatSeconds(time));
    };
    put();
    const stops = [playback.subscribe(put), view.subscribe(put)];
    return () => stops.forEach((stop) => stop());
  }, [playback, view, width]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const far = event.shiftKey ? 5 : 1;
    const steps: Partial<Record<string, () => void>> = {
      ArrowLeft: () => playback.jump(-far),
      ArrowDown: () => playback.jump(-far),
      ArrowRight: () => playback.jump(far),
      ArrowUp: () => playback.jump(far),
      Home: () => playback.seek(0),
      End: () => playback.seek(duration),
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      step();
    }
  };
  return (
    <div
      ref={line}
      className={classes.playhead}
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.position')}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={0}
      onKeyDown={onKeyDown}
    />
  );
}
