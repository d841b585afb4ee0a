import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import type { Playback } from './Playback';
import { usePlaybackState } from './usePlayback';
import classes from './Player.module.css';

/** What stands over the picture while it is slow to come or does not come at all. */
export function MediaMessage({ playback }: { playback: Playback }) {
  const { t } = useI18n();
  const status = usePlaybackState(playback, (state) => state.status);
  const failure = usePlaybackState(playback, (state) => state.failure);
  if (status !== 'slow' && status !== 'failed') {
    return null;
  }
  const failed = status === 'failed';
  const detail = failure === null || failure.detail === '' ? null : failure.detail;
  return (
    <div className={failed ? classes.failed : classes.slow} role={failed ? 'alert' : 'status'}>
      <p className={classes.message}>
        {failed ? <IconAlertTriangle size={18} aria-hidden /> : <IconClock size={18} aria-hidden />}
        {failed ? (detail ?? t(`player.failure.${failure?.kind ?? 'undecodable'}`)) : t('player.slow')}
      </p>
      <Button size="xs" variant="default" onClick={() => playback.retry()}>
        {t('player.load_again')}
      </Button>
    </div>
  );
}
