import { Anchor } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '@/components/EmptyState';
import { PlainTable, Section } from '@/components/Page';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { TaskText } from '@/components/TaskText';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { DecisionChip } from './DecisionChip';
import { mineQuery, PAGE_SIZE, type AssignmentRow } from './queries';
import classes from './Queue.module.css';

const route = getRouteApi('/inside/projects/$projectId/review');

/** What I have judged, newest first, with my own verdicts and nobody else's. */
export function FinishedReviews({ projectId }: { projectId: number }) {
  const { t } = useI18n();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(mineQuery(projectId, 'submitted', page));
  return (
    <Section title={t('review.finished')}>
      <QueryView query={query} skeleton={<TableSkeleton rows={4} />}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState
              inset
              icon={IconChecklist}
              title={t('review.finished_none')}
              text={t('review.finished_none_text')}
            />
          ) : (
            <div className={classes.finished}>
              <PlainTable
                headers={[t('review.question'), t('review.verdict'), t('review.round'), t('review.when')]}
              >
                {results.map((row) => (
                  <FinishedRow key={row.id} row={row} />
                ))}
              </PlainTable>
              {count > PAGE_SIZE && (
                <Pager
                  label={t('table.pages', { name: t('review.finished') })}
                  page={page}
                  pageSize={PAGE_SIZE}
                  count={count}
                  onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to === 1 ? undefined : to }) })}
                />
              )}
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}

function FinishedRow({ row }: { row: AssignmentRow }) {
  return (
    <tr>
      <td className={classes.question}>
        <Anchor
          c="inherit"
          renderRoot={(props) => (
            <Link
              to="/projects/$projectId/review"
              params={{ projectId: row.project }}
              search={(before) => ({ ...before, assignment: row.id })}
              {...props}
            />
          )}
        >
          {row.question}
        </Anchor>
        <span className={classes.meta}>
          {row.question_id} · {row.granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={row.task} />
        </span>
      </td>
      <td>{row.decision !== null && <DecisionChip decision={row.decision} />}</td>
      <td>{row.round_number}</td>
      <td className={classes.meta}>{row.ended_at !== null && <AgoText at={row.ended_at} />}</td>
    </tr>
  );
}
