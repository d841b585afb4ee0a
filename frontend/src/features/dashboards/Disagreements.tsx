import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { StateChip } from '@/components/StateChip';
import type { Column } from '@/components/tableModel';
import { AgoText } from '@/components/Times';
import { translated } from '@/i18n/dynamic';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { disagreementsQuery, PAGE_SIZE, type Disagreement } from './queries';
import { QuestionLink } from './Waiting';
import classes from './Dashboards.module.css';

const route = getRouteApi('/inside/projects/$projectId/dashboards');

function columnsOf(i18n: I18n): Column<Disagreement>[] {
  const { t } = i18n;
  const by = ({ verdicts }: Disagreement, decision: 'accept' | 'reject') =>
    verdicts
      .filter((verdict) => verdict.decision === decision)
      .map(({ reviewer }) => reviewer.name)
      .join(', ');
  const why = ({ verdicts }: Disagreement) =>
    verdicts
      .filter(({ decision }) => decision === 'reject')
      .map(({ reasons, comment }) => {
        const named = reasons.map(({ code, title }) => translated(i18n, `reason.${code}.title`, title)).join(', ');
        return [named, comment].filter((part) => part !== '').join(': ');
      })
      .join('\n');
  return [
    {
      id: 'id',
      header: t('questions.id'),
      fixed: true,
      cell: ({ question, public_id, round_number }) => (
        <>
          <QuestionLink id={question} publicId={public_id} />
          <br />
          <span className={classes.dim}>{t('dash.round', { number: round_number })}</span>
        </>
      ),
      text: ({ public_id }) => public_id,
    },
    {
      id: 'question',
      header: t('questions.question'),
      cell: ({ question_text }) => question_text,
      text: ({ question_text }) => question_text,
    },
    {
      id: 'accepted',
      header: t('dash.accepted_by'),
      cell: (row) => by(row, 'accept'),
      text: (row) => by(row, 'accept'),
    },
    {
      id: 'rejected',
      header: t('dash.rejected_by'),
      cell: (row) => by(row, 'reject'),
      text: (row) => by(row, 'reject'),
    },
    { id: 'why', header: t('dash.why'), cell: (row) => <p className={classes.why}>{why(row)}</p>, text: why },
    {
      id: 'outcome',
      header: t('dash.outcome'),
      cell: ({ outcome }) => <StateChip state={outcome} />,
      text: ({ outcome }) => t(`state.${outcome}`),
    },
    {
      id: 'closed',
      header: t('dash.closed'),
      align: 'end',
      priority: 2,
      cell: ({ closed_at }) => <AgoText at={closed_at} />,
      text: ({ closed_at }) => closed_at,
    },
  ];
}

/** Closed rounds whose two verdicts differ. */
export function Disagreements() {
  const i18n = useI18n();
  const { t, tn } = i18n;
  const project = useProject();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(disagreementsQuery(project.id, page));
  const withheld = query.data?.withheld ?? 0;
  return (
    <Section
      title={t('dash.tab.disagreements')}
      note={
        withheld === 0
          ? t('dash.disagreements_note')
          : `${t('dash.disagreements_note')} ${tn('dash.withheld', withheld)}`
      }
    >
      <QueryView query={query} skeleton={<TableSkeleton />}>
        {({ results, count }) => (
          <DataTable
            name={t('dash.tab.disagreements')}
            storageKey="dashboards.disagreements"
            columns={columnsOf(i18n)}
            rows={results}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            paging={{
              page,
              pageSize: PAGE_SIZE,
              count,
              onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
            }}
            empty={<EmptyState inset title={t('dash.no_disagreements')} text={t('dash.no_disagreements_text')} />}
          />
        )}
      </QueryView>
    </Section>
  );
}
