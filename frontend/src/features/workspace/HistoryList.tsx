import { useQuery } from '@tanstack/react-query';
import { QueryView } from '@/components/QueryView';
import { StateChip } from '@/components/StateChip';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { historyQuery, type Question } from './queries';
import classes from './form/Form.module.css';

/** Every change of the question's state, the newest first. */
export function HistoryList({ question }: { question: Question }) {
  const { t, has } = useI18n();
  const query = useQuery(historyQuery(question.id));
  const say = t as (key: string) => string;
  return (
    <div className={classes.form}>
      <QueryView query={query}>
        {({ results }) => (
          <ol className={classes.rows} reversed>
            {results.toReversed().map((row) => (
              <li key={row.id} className={classes.evidence}>
                <span className={classes.line}>
                  <b>{has(`event.${row.event}`) ? say(`event.${row.event}`) : row.event}</b>
                  <StateChip state={row.to_state} />
                  {row.revision_number !== null && (
                    <span className={classes.note}>
                      {t('questions.revision')} {row.revision_number}
                    </span>
                  )}
                </span>
                <span className={classes.note}>
                  {row.actor?.name ?? t('questions.by_rules')} · <AgoText at={row.at} />
                </span>
                {row.reason !== '' && <p className={classes.quote}>{row.reason}</p>}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </div>
  );
}
