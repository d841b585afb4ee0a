import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { fieldName } from './fieldName';
import { runsQuery, type PracticeItem } from './queries';
import classes from './Practice.module.css';

interface Props {
  item: PracticeItem;
  feedback: NonNullable<PracticeItem['feedback']>;
}

/** Whether the verdict was right, what was seeded, and how it is found. */
export function PracticeFeedback({ item, feedback }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const { right, gold, flaw, named_by, changes, explanation } = feedback;
  const named = named_by.map((code) => translated(i18n, `reason.${code}.title`, code)).join(', ');
  // The decision was right and still the flaw was not named.
  const missed = !right && item.decision === gold;
  return (
    <section className={classes.feedback} data-right={right} aria-live="polite" aria-label={t('training.feedback')}>
      <p className={classes.verdict}>
        {right ? (
          <IconCheck size={18} className={classes.right} aria-hidden />
        ) : (
          <IconX size={18} className={classes.wrong} aria-hidden />
        )}
        {t(right ? 'training.was_right' : missed ? 'training.was_not_named' : 'training.was_wrong')}
      </p>
      {flaw === null ? (
        <p className={classes.text}>{t('training.sound')}</p>
      ) : (
        <>
          <p className={classes.text}>
            <b>{t(`training.flaw.${flaw}`)}.</b> {t(`training.hint.${flaw}`)}
          </p>
          <p className={classes.dim}>{t('training.named_by', { reasons: named })}</p>
          {changes.map(({ field, before, after }) => (
            <dl key={field} className={classes.change}>
              <dt>{fieldName(i18n, field)}</dt>
              <dd />
              <dt>{t('training.shown')}</dt>
              <dd>{after}</dd>
              <dt>{t('training.really')}</dt>
              <dd>{before}</dd>
            </dl>
          ))}
        </>
      )}
      {explanation !== '' && <p className={classes.text}>{explanation}</p>}
      <Next item={item} />
    </section>
  );
}

function Next({ item }: { item: PracticeItem }) {
  const { t } = useI18n();
  const { id } = useProject();
  const { data } = useQuery(runsQuery(id));
  const run = data?.runs.find((one) => one.id === item.run);
  const next = run?.items.find((one) => one.decision === null && one.id !== item.id);
  return (
    <div className={classes.actions}>
      <Button
        renderRoot={(props) => (
          <Link
            to="/projects/$projectId/training"
            params={{ projectId: id }}
            search={next === undefined ? {} : { item: next.id }}
            {...props}
          />
        )}
      >
        {t(next === undefined ? 'training.to_result' : 'training.next_item')}
      </Button>
    </div>
  );
}
