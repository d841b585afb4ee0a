import { Tooltip } from '@mantine/core';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import classes from './Agreement.module.css';
import { coefficient, interval, percent, percentOf } from './numbers';
import type { Figure, Statistic } from './queries';

interface StatisticProps {
  figure: Figure;
  name: Statistic;
}

/** One number with its interval; where there is none, the reason in words. */
export function StatisticText({ figure, name }: StatisticProps) {
  const { t } = useI18n();
  const value = figure[name];
  if (value === null) {
    return <WhyNot reason={figure.not_computable[name]} text={t('agreement.not_computable')} />;
  }
  const write = name === 'observed' ? percent : coefficient;
  const ends = interval(figure.interval_95[name], write);
  return (
    <span className={classes.statistic}>
      <span className={classes.value}>
        {name === 'observed' ? percentOf(figure.n - figure.disagree, figure.n) : coefficient(value)}
      </span>{' '}
      {ends === null ? (
        <WhyNot reason={figure.not_computable[`interval_95.${name}`]} text={t('agreement.no_interval')} />
      ) : (
        <span className={classes.ends}>{ends}</span>
      )}
    </span>
  );
}

function WhyNot({ reason, text }: { reason: string | undefined; text: string }) {
  const i18n = useI18n();
  const why = reason === undefined ? '' : translated(i18n, `agreement.why.${reason}`, reason);
  return (
    <Tooltip label={why} events={{ hover: true, focus: true, touch: true }} multiline w={260}>
      {/* The reason is to be had with the keyboard, too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={classes.why} tabIndex={0} aria-label={`${text}: ${why}`}>
        {text}
      </span>
    </Tooltip>
  );
}
