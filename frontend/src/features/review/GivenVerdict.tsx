import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { Facts } from '@/components/Facts';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import { toPrepared } from '@/player';
import { fieldName } from './AboutButton';
import { DecisionChip } from './DecisionChip';
import { reasonsQuery, type Assignment } from './queries';
import classes from './Verdict.module.css';
import form from './VerdictForm.module.css';

/** My own verdict as I gave it. Nobody else's is ever here. */
export function GivenVerdict({ assignment, verdict }: { assignment: Assignment; verdict: Schema<'Verdict'> }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { data } = useQuery(reasonsQuery(assignment.granularity, assignment.task));
  const titles = verdict.reasons.map((code) =>
    translated(i18n, `reason.${code}.title`, data?.reasons.find((reason) => reason.code === code)?.title ?? code),
  );
  const { comment_time: time, comment_field: field, comment } = verdict;
  const shown = time === null ? null : toPrepared(time, assignment.media.segments);
  return (
    <section className={form.form} aria-label={t('review.verdict')}>
      <div className={form.formHead}>
        <h2 className={classes.blockTitle}>{t('review.verdict')}</h2>
        <DecisionChip decision={verdict.decision} />
      </div>
      <Facts
        rows={[
          [t('verdict.reasons'), titles.join(', ')],
          [t('verdict.comment'), comment === '' ? null : <span className={classes.text}>{comment}</span>],
          [t('verdict.about'), field === '' ? null : fieldName(i18n, assignment, field)],
          [t('verdict.at_time'), shown === null ? null : formatSeconds(shown)],
        ]}
      />
    </section>
  );
}
