import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatDuration, formatSeconds } from '@/lib/time';

/** A position in a video, 11:32.480. */
export function TimeText({ seconds }: { seconds: number }) {
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatSeconds(seconds)}</span>;
}

/** The length of a video or clip, 23:05; a dash when it is not known yet. */
export function DurationText({ seconds }: { seconds: number | null }) {
  const { t } = useI18n();
  if (seconds === null) {
    return <span aria-label={t('unknown')}>–</span>;
  }
  return (
    <Tooltip label={formatSeconds(seconds)}>
      <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatDuration(seconds)}</span>
    </Tooltip>
  );
}

const MINUTE = 60_000;

/** A moment of the calendar as "3 minutes ago", with the full date on hover and for screen readers. */
export function AgoText({ at }: { at: string }) {
  const { ago, dateTime } = useI18n();
  const [now, setNow] = useState(Date.now);
  const age = now - Date.parse(at);
  useEffect(() => {
    const timer = window.setTimeout(() => setNow(Date.now()), age < MINUTE ? 5_000 : MINUTE / 2);
    return () => window.clearTimeout(timer);
  }, [now, age]);
  return (
    <time dateTime={at} title={dateTime(at)}>
      {ago(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}
