import { Anchor, Progress } from '@mantine/core';
import { useI18n } from '@/i18n/I18n';
import type { Playback, Span } from '@/player';
import classes from './Workspace.module.css';

interface WatchedMeterProps {
  share: number;
  ranges: readonly Span[];
  duration: number;
  playback: Playback;
}

/** How much of the video I have watched, and the way to what is left. */
export function WatchedMeter({ share, ranges, duration, playback }: WatchedMeterProps) {
  const { t, percent } = useI18n();
  const left = firstGap(ranges, duration);
  return (
    <span className={classes.watch}>
      <Progress className={classes.meter} value={share * 100} size={6} aria-label={t('workspace.watched_label')} />
      {t('workspace.watched', { share: percent(share) })}
      {left !== null && share > 0 && (
        <Anchor component="button" type="button" size="xs" onClick={() => playback.seek(left)}>
          {t('workspace.to_unwatched')}
        </Anchor>
      )}
    </span>
  );
}

/** Where the first stretch of a second or more begins that was not watched. */
export function firstGap(ranges: readonly Span[], duration: number): number | null {
  let seen = 0;
  for (const { start, end } of ranges) {
    if (start - seen >= 1) {
      return seen;
    }
    seen = Math.max(seen, end);
  }
  return duration - seen >= 1 ? seen : null;
}
