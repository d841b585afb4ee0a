import { Progress, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import type { Video } from './queries';
import classes from './Videos.module.css';

/** How far the files are that are made of a video, and which of them could not be made; nothing once all are there. */
export function DerivedProgress({ video: { state, derived } }: { video: Video }) {
  const { t, percent } = useI18n();
  if (state !== 'ready') {
    return null;
  }
  const failed = derived.filter((file) => file.state === 'failed');
  const making = derived.filter((file) => file.state === 'making');
  const share = derived.reduce((sum, file) => sum + (file.state === 'making' ? (file.progress ?? 0) : 1), 0) / derived.length;
  return (
    <>
      {making.length > 0 && (
        <Tooltip
          label={making.map(({ kind, progress }) => t('videos.derived_making', { name: t(`derived.${kind}`), share: percent(progress ?? 0) })).join(', ')}
        >
          <Progress className={classes.derived} value={share * 100} size={4} aria-label={t('videos.derived', { share: percent(share) })} />
        </Tooltip>
      )}
      {failed.length > 0 && (
        <Tooltip multiline maw={360} label={failed.map(({ kind, failure_reason: reason }) => `${t(`derived.${kind}`)}: ${reason}`).join(' ')}>
          <span className={classes.derivedFailed} role="img" aria-label={t('videos.derived_failed', { names: failed.map(({ kind }) => t(`derived.${kind}`)).join(', ') })}>
            <IconAlertTriangle size={15} aria-hidden />
          </span>
        </Tooltip>
      )}
    </>
  );
}
