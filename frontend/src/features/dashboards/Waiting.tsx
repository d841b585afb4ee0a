import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { StateChip } from '@/components/StateChip';
import type { Column } from '@/components/tableModel';
import { TaskText } from '@/components/TaskText';
import { AgoText } from '@/components/Times';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { ageingQuery, PAGE_SIZE, waitingQuery, type Ages, type WaitingQuestion } from './queries';
import classes from './Dashboards.module.css';

const route = getRouteApi('/inside/projects/$projectId/dashboards');

const STATES = ['draft', 'in_review', 'returned'] as const;

function ageColumns({ t, number }: I18n, first: Ages | undefined): Column<Ages>[] {
  return [
    {
      id: 'state',
      header: t('questions.state'),
      fixed: true,
      cell: ({ state }) => <StateChip state={state} />,
      text: ({ state }) => t(`state.${state}`),
    },
    { id: 'n', header: t('dash.all'), align: 'end', cell: ({ n }) => number(n), text: ({ n }) => String(n) },
    ...(first?.steps ?? []).map(({ step }): Column<Ages> => {
      const of = ({ steps }: Ages) => steps.find((one) => one.step === step)?.n ?? 0;
      return {
        id: step,
        header: t(`dash.age.${step}`),
        align: 'end',
        cell: (row) => number(of(row)),
        text: (row) => String(of(row)),
      };
    }),
    {
      id: 'oldest',
      header: t('dash.oldest'),
      align: 'end',
      cell: ({ oldest_since }) => oldest_since !== null && <AgoText at={oldest_since} />,
      text: ({ oldest_since }) => oldest_since ?? '',
    },
  ];
}

function rowColumns({ t }: I18n): Column<WaitingQuestion>[] {
  return [
    {
      id: 'id',
      header: t('questions.id'),
      fixed: true,
      cell: ({ id, public_id }) => <QuestionLink id={id} publicId={public_id} />,
      text: ({ public_id }) => public_id,
    },
    {
      id: 'state',
      header: t('questions.state'),
      cell: ({ state }) => <StateChip state={state} />,
      text: ({ state }) => t(`state.${state}`),
    },
    {
      id: 'task',
      header: t('questions.task'),
      cell: ({ granularity, task }) => (
        <>
          {granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={task} />
        </>
      ),
      text: ({ granularity, task }) => `${granularity} ${task}`,
    },
    {
      id: 'author',
      header: t('questions.author'),
      cell: ({ author }) => author.name,
      text: ({ author }) => author.name,
    },
    {
      id: 'since',
      header: t('dash.waits_since'),
      align: 'end',
      cell: ({ since }) => <AgoText at={since} />,
      text: ({ since }) => since,
    },
  ];
}

export function QuestionLink({ id, publicId }: { id: number; publicId: string }) {
  const project = useProject();
  return (
    <Link
      className={classes.link}
      to="/projects/$projectId/questions/$questionId"
      params={{ projectId: project.id, questionId: id }}
    >
      {publicId}
    </Link>
  );
}

/** How long drafts, questions in review and returned ones have been so. */
export function Waiting() {
  const i18n = useI18n();
  const { t } = i18n;
  const project = useProject();
  const { state, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const ages = useQuery(ageingQuery(project.id));
  const rows = useQuery(waitingQuery(project.id, state, page));
  return (
    <>
      <Section title={t('dash.ageing')} note={t('dash.ageing_note')}>
        <QueryView query={ages} skeleton={<TableSkeleton rows={3} />}>
          {({ states }) => (
            <DataTable
              name={t('dash.ageing')}
              storageKey="dashboards.ageing"
              columns={ageColumns(i18n, states[0])}
              rows={states}
              rowKey={(row) => states.indexOf(row)}
            />
          )}
        </QueryView>
      </Section>
      <Section title={t('dash.oldest_first')}>
        <QueryView query={rows} skeleton={<TableSkeleton />}>
          {({ results, count }) => (
            <DataTable
              name={t('dash.oldest_first')}
              storageKey="dashboards.waiting"
              columns={rowColumns(i18n)}
              rows={results}
              rowKey={({ id }) => id}
              stale={rows.isPlaceholderData}
              filters={
                <Select
                  aria-label={t('questions.state')}
                  placeholder={t('questions.any_state')}
                  clearable
                  data={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
                  value={state ?? null}
                  onChange={(value) =>
                    void navigate({ search: { tab: 'waiting', state: STATES.find((one) => one === value) } })
                  }
                />
              }
              paging={{
                page,
                pageSize: PAGE_SIZE,
                count,
                onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
              }}
              empty={<EmptyState inset title={t('dash.nothing_waits')} text={t('dash.nothing_waits_text')} />}
            />
          )}
        </QueryView>
      </Section>
    </>
  );
}
