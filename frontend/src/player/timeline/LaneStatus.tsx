import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import type { LaneSource } from './sources';
import classes from './Timeline.module.css';

/** What stands in a lane while there is nothing to draw in it, and why. */
export function LaneStatus({ name, source }: { name: string; source: LaneSource<unknown> }) {
  const { t, percent } = useI18n();
  switch (source.state) {
    case 'ready':
      return null;
    case 'loading':
      return (
        <div className={classes.status} role="status">
          {t('timeline.loading')}
        </div>
      );
    case 'silent':
      return <div className={classes.status}>{t('timeline.silent')}</div>;
    case 'making':
      return (
        <div className={classes.status} role="status">
          {source.progress === null ? (
            t('timeline.waiting')
          ) : (
            <>
              <Progress className={classes.making} value={source.progress * 100} size={4} aria-label={name} />
              {t('timeline.making', { share: percent(source.progress) })}
            </>
          )}
        </div>
      );
    case 'failed':
      return (
        <div className={classes.status} role="alert">
          <IconAlertTriangle className={classes.warning} size={14} aria-hidden />
          <span className={classes.reason} title={source.reason}>
            {source.reason}
          </span>
          <Button className={classes.retry ?? ''} size="compact-xs" variant="default" loading={source.retrying} onClick={source.onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      );
  }
}
