import { Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import classes from './Agreement.module.css';
import { coefficient, percent, percentOf } from './numbers';
import { STATISTICS, type Figure, type Report } from './queries';
import { StatisticText } from './Statistics';

interface SummaryProps {
  report: Report;
  /** Opens the items behind the figure. */
  onItems: () => void;
}

/** The figure over everything that is asked for, what was left out of it, and what it means. */
export function Summary({ report, onItems }: SummaryProps) {
  const { t, tn, number } = useI18n();
  const { overall } = report;
  return (
    <section className={classes.summary} aria-label={t('agreement.overall')}>
      <dl className={classes.numbers}>
        <Fact name={t('agreement.items')}>
          <span className={classes.value}>{number(overall.n)}</span>{' '}
          <Anchor component="button" type="button" onClick={onItems}>
            {t('agreement.show_items')}
          </Anchor>
        </Fact>
        {STATISTICS.map((name) => (
          <Fact key={name} name={t(`agreement.${name}`)}>
            <StatisticText figure={overall} name={name} />
          </Fact>
        ))}
        <Fact name={t('agreement.accept_rate')}>
          {overall.n === 0 ? '–' : (
            <span className={classes.value}>{percentOf(2 * overall.both_accept + overall.disagree, 2 * overall.n)}</span>
          )}
        </Fact>
        <Fact name={t('agreement.split')}>
          <span className={classes.value}>
            {number(overall.both_accept)} / {number(overall.disagree)} / {number(overall.both_reject)}
          </span>
        </Fact>
      </dl>
      <Explanation figure={overall} />
      <LeftOut report={report} />
      {report.may_still_review && (overall.excluded.may_still_review ?? 0) > 0 && (
        <p className={classes.note}>{tn('agreement.biased', overall.excluded.may_still_review ?? 0)}</p>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Why alpha is low although people mostly agree, in words and with this figure's own numbers. */
function Explanation({ figure }: { figure: Figure }) {
  const { t, number } = useI18n();
  const { explanation, n, disagree, both_accept: accepted, alpha, expected } = figure;
  if (explanation === null || n === 0) {
    return null;
  }
  const accepts = 2 * accepted + disagree;
  const agreed = percentOf(n - disagree, n);
  const values = { agreed, alpha: coefficient(alpha ?? 0), expected: percent(expected ?? 0) };
  return (
    <p className={classes.explanation}>
      <IconInfoCircle size={16} aria-hidden />
      <span>
        {explanation === 'one_decision' && t('agreement.explain.one_decision', { count: number(2 * n) })}
        {explanation === 'mostly_accepted' &&
          t('agreement.explain.mostly_accepted', { ...values, share: percentOf(accepts, 2 * n) })}
        {explanation === 'mostly_rejected' &&
          t('agreement.explain.mostly_rejected', { ...values, share: percentOf(2 * n - accepts, 2 * n) })}
      </span>
    </p>
  );
}

function LeftOut({ report }: { report: Report }) {
  const i18n = useI18n();
  const { t, number } = i18n;
  const { excluded } = report.overall;
  const parts = Object.entries(excluded).map(
    ([reason, count]) => `${translated(i18n, `agreement.left_out.${reason}`, reason)} ${number(count)}`,
  );
  const { expired, released } = report.holds_without_verdict;
  return (
    <p className={classes.note}>
      {parts.length === 0 ? t('agreement.nothing_left_out') : t('agreement.left_out', { reasons: parts.join(' · ') })}
      {expired + released > 0 && ` ${t('agreement.holds', { expired: number(expired), released: number(released) })}`}
    </p>
  );
}
