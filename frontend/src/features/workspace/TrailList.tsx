import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/problems';
import type { Schema } from '@/api/client';
import { QueryView } from '@/components/QueryView';
import { StateChip } from '@/components/StateChip';
import { AgoText } from '@/components/Times';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { HistoryList } from './HistoryList';
import { trailQuery, type Question } from './queries';
import classes from './form/Form.module.css';

type Entry = Schema<'TrailEntry'>;

/** Every step of the question, the newest first; the changes of its state alone for whoever may still judge it. */
export function TrailList({ question }: { question: Question }) {
  const { t } = useI18n();
  const query = useQuery(trailQuery(question.id));
  if (query.error instanceof ApiError && query.error.code === 'may_still_review') {
    return (
      <>
        <p className={classes.note}>{t('trail.states_only')}</p>
        <HistoryList question={question} />
      </>
    );
  }
  return (
    <div className={classes.form}>
      <p className={classes.note}>{t('trail.whole')}</p>
      <QueryView query={query}>
        {({ results }) => (
          <ol className={classes.rows} reversed>
            {results.toReversed().map((entry, place) => (
              <li key={results.length - place} className={classes.evidence}>
                <Step entry={entry} />
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </div>
  );
}

function Step({ entry }: { entry: Entry }) {
  const i18n = useI18n();
  const { t } = i18n;
  const who = { person: entry.actor?.name ?? '', rules: t('questions.by_rules'), hidden: t('trail.hidden') }[entry.done_by];
  const key = entry.area === 'question' ? `event.${entry.kind}` : `trail.${entry.area}.${entry.kind}`;
  const where = [
    entry.round_number === null ? '' : t('trail.round', { number: entry.round_number }),
    entry.revision_number === null ? '' : t('trail.revision', { number: entry.revision_number }),
  ].filter((part) => part !== '');
  const decided = entry.word === 'accept' || entry.word === 'reject';
  return (
    <>
      <span className={classes.line}>
        <b>{translated(i18n, key, entry.kind)}</b>
        {decided && <span>{translated(i18n, `trail.word.${entry.word}`, entry.word)}</span>}
        {entry.word !== '' && !decided && <StateChip state={entry.word as Question['state']} />}
        {where.length > 0 && <span className={classes.note}>{where.join(' · ')}</span>}
      </span>
      <span className={classes.note}>
        {who} · <AgoText at={entry.at} />
      </span>
      {entry.text !== '' && <p className={classes.quote}>{entry.text}</p>}
    </>
  );
}
