import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleX, IconCloudOff, IconLoader2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useI18n } from '@/i18n/I18n';
import type { DraftSaver, SaverState } from './DraftSaver';
import classes from './Form.module.css';

const TONES = {
  saved: 'good',
  waiting: 'good',
  saving: 'good',
  offline: 'wait',
  logged_out: 'bad',
  refused: 'bad',
  conflict: 'bad',
  closed: 'bad',
} as const;

const ICONS = {
  saved: IconCheck,
  waiting: IconLoader2,
  saving: IconLoader2,
  offline: IconCloudOff,
  logged_out: IconAlertTriangle,
  refused: IconCircleX,
  conflict: IconAlertTriangle,
  closed: IconCircleX,
} as const;

/** Whether what is written is on the server, in a few words that are always in sight. */
export function SaveStatus({ saver, saving }: { saver: DraftSaver; saving: SaverState }) {
  const { t, ago } = useI18n();
  const now = useNow(saving.savedAt);
  const { status } = saving;
  const Icon = ICONS[status];
  return (
    <span className={classes.status} data-tone={TONES[status]} role="status">
      <Icon size={15} aria-hidden />
      {status === 'saved' ? t('save.saved', { when: ago(saving.savedAt, Math.max(now, Date.parse(saving.savedAt))) }) : t(`save.${status}`)}
      {(status === 'offline' || status === 'logged_out') && (
        <Anchor component="button" type="button" size="xs" onClick={saver.retry}>
          {t('action.retry')}
        </Anchor>
      )}
    </span>
  );
}

const EVERY = 20_000;

/** The present, looked at again now and then, and whenever `key` changes. */
function useNow(key: string): number {
  const [now, setNow] = useState(() => ({ at: Date.now(), key }));
  if (now.key !== key) {
    setNow({ at: Date.parse(key), key });
  }
  useEffect(() => {
    const timer = window.setInterval(() => setNow({ at: Date.now(), key }), EVERY);
    return () => window.clearInterval(timer);
  }, [key]);
  return now.at;
}
