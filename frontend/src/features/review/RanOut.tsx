import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Section } from '@/components/Page';
import { TaskText } from '@/components/TaskText';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { mineQuery } from './queries';
import classes from './Queue.module.css';

const SHOWN = 5;

/** Items whose hold ran out under my hands. Nothing is shown when there are none. */
export function RanOut({ projectId }: { projectId: number }) {
  const { t } = useI18n();
  const { data } = useQuery(mineQuery(projectId, 'expired', 1));
  if (data === undefined || data.results.length === 0) {
    return null;
  }
  return (
    <Section title={t('review.ran_out')} note={t('review.ran_out_note')}>
      <ul className={classes.list}>
        {data.results.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <Link
              className={classes.row}
              to="/projects/$projectId/review"
              params={{ projectId }}
              search={(before) => ({ ...before, assignment: row.id })}
            >
              <span className={classes.question}>
                {row.question}
                <span className={classes.meta}>
                  {row.question_id} · {row.granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={row.task} />
                </span>
              </span>
              <span className={classes.meta}>
                <AgoText at={row.ended_at ?? row.lease_expires_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
