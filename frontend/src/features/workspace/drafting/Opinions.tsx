import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import type { Question } from '../queries';
import { opinionsQuery, useAskForOpinions } from './queries';
import form from '../form/Form.module.css';
import classes from '../Side.module.css';

/** Second opinions on the question as it is saved: advice, never a verdict. */
export function Opinions({ question, saved }: { question: Question; saved: boolean }) {
  const { t } = useI18n();
  const { version } = question.revision;
  const query = useQuery(opinionsQuery(question, version));
  const ask = useAskForOpinions(question.id, version);
  if (query.data === undefined) {
    return null;
  }
  const { possible, job, opinions, failures } = query.data;
  const left = possible.filter((kind) => !opinions.some((one) => one.kind === kind));
  return (
    <section className={classes.section} aria-label={t('opinions.title')}>
      <h3 className={classes.heading}>{t('opinions.title')}</h3>
      {possible.length === 0 ? (
        <p className={classes.hint}>{t('opinions.no_model')}</p>
      ) : (
        <p className={classes.hint}>{t('opinions.note')}</p>
      )}
      {opinions.length > 0 && (
        <ul className={form.findings}>
          {opinions.map(({ kind, flagged, message }) => (
            <li key={kind} data-level={flagged ? 'warning' : 'fine'}>
              {flagged ? <IconAlertTriangle size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />}
              <span>
                <b>{t(`opinions.kind.${kind}`)}</b> {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {failures.map((text) => (
        <p key={text} className={classes.problem}>
          {text}
        </p>
      ))}
      {left.length > 0 && (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" disabled={!saved} loading={ask.isPending || job !== null} onClick={() => ask.mutate()}>
            {t('opinions.ask')}
          </Button>
        </div>
      )}
      <ErrorLine error={ask.error} />
    </section>
  );
}
