import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { Span } from '@/player';
import { contextOf, withWhole } from './clipContext';
import type { EventInHand } from './events/useEvents';
import classes from './Side.module.css';

interface ClipContextProps {
  segments: readonly Span[];
  events: readonly EventInHand[];
  /** Takes these as the segments. */
  onTake: (segments: Span[]) => void;
}

/** Whether the clip in the making is the smallest complete context: which events it holds, cuts off, and goes beyond. */
export function ClipContext({ segments, events, onTake }: ClipContextProps) {
  const { t, tn, percent } = useI18n();
  const { whole, cutOff, beside, covered } = useMemo(
    () =>
      contextOf(
        segments,
        events.map(({ event, content }) => ({ key: event.id, title: content.title, start: content.start, end: content.end })),
      ),
    [segments, events],
  );
  if (covered === 0) {
    return <p className={classes.hint}>{t('workspace.context.none')}</p>;
  }
  return (
    <ul className={classes.facts} aria-label={t('workspace.context')}>
      <li>
        {tn('workspace.context.whole', whole)} · {t('workspace.context.covered', { share: percent(covered) })}
      </li>
      {cutOff.map((event) => (
        <li key={event.key} className={classes.line}>
          {t('workspace.context.cut', { title: event.title, missing: formatSeconds(event.missing) })}
          <Button size="compact-xs" variant="default" onClick={() => onTake(withWhole(segments, event))}>
            {t('workspace.context.take_whole')}
          </Button>
        </li>
      ))}
      {beside > 0.0005 && <li className={classes.dim}>{t('workspace.context.beside', { length: formatSeconds(beside) })}</li>}
    </ul>
  );
}
