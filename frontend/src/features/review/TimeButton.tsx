import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { Playback } from '@/player';
import classes from './Verdict.module.css';

interface TimeButtonProps {
  playback: Playback;
  /** What is there, for screen readers. */
  name: string;
  /** Seconds of the prepared video; null where the moment is not played. */
  at: number | null;
  /** The same in the original. */
  original: number;
  /** Shown in place of the time. */
  text?: string;
}

/** A time that can be gone to. One that is not in the cut says so, with its place in the original. */
export function TimeButton({ playback, name, at, original, text }: TimeButtonProps) {
  const { t } = useI18n();
  const inOriginal = t('verdict.original_time', { time: formatSeconds(original) });
  if (at === null) {
    return (
      <span className={classes.absent}>
        {inOriginal}, {t('verdict.not_played')}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.time}
      title={inOriginal}
      aria-label={t('verdict.go_to', { name, time: formatSeconds(at) })}
      onClick={() => playback.seek(at)}
    >
      {text ?? formatSeconds(at)}
    </button>
  );
}
