import { Anchor, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { vocabularyQuery } from '@/api/vocabulary';
import { useI18n } from '@/i18n/I18n';
import { formatDuration } from '@/lib/time';
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
  const vocabulary = useQuery(vocabularyQuery);
  const required = vocabulary.data?.whole_video_share;
  return (
    <span className={classes.watch}>
      <Progress className={classes.meter} value={share * 100} size={6} aria-label={t('workspace.watched_label')} />
      <span>
        {t('workspace.watched', { share: percent(share) })}
        {required !== undefined && (
          <span className={classes.dim}>
            {' · '}
            {share >= required
              ? t('workspace.watched_enough')
              : t('workspace.watched_needed', { share: percent(required), left: formatDuration(Math.ceil((required - share) * duration)) })}
          </span>
        )}
      </span>
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
