import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Chip } from '@/components/Chip';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { SureButton } from '@/components/SureButton';
import type { Column } from '@/components/tableModel';
import { TaskText } from '@/components/TaskText';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { MakeItems } from './MakeItems';
import { itemsQuery, PAGE_SIZE, useRetireItem, type SeededItem } from './queries';
import { fieldName } from './fieldName';
import classes from './Training.module.css';

const route = getRouteApi('/inside/projects/$projectId/training');

function columnsOf(i18n: I18n): Column<SeededItem>[] {
  const { t, date, number } = i18n;
  const changed = ({ changes }: SeededItem) =>
    changes.map(({ field, before, after }) => `${fieldName(i18n, field)}: ${before} → ${after}`).join('; ');
  const results = ({ answers, answers_right }: SeededItem) =>
    answers === 0 ? '' : t('training.right_of', { right: number(answers_right), answers: number(answers) });
  return [
    {
      id: 'question',
      header: t('questions.id'),
      fixed: true,
      cell: ({ question_id }) => <span className={classes.number}>{question_id}</span>,
      text: ({ question_id }) => question_id,
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
      id: 'use',
      header: t('training.use'),
      cell: ({ use }) => t(`training.use.${use}`),
      text: ({ use }) => t(`training.use.${use}`),
    },
    {
      id: 'flaw',
      header: t('training.flaw'),
      cell: ({ flaw }) =>
        flaw === null ? (
          <Chip tone="accepted" icon={IconCheck}>
            {t('training.flaw.none')}
          </Chip>
        ) : (
          <Chip tone="removed" icon={IconX}>
            {t(`training.flaw.${flaw}`)}
          </Chip>
        ),
      text: ({ flaw }) => t(flaw === null ? 'training.flaw.none' : `training.flaw.${flaw}`),
    },
    {
      id: 'changes',
      header: t('training.changes'),
      priority: 2,
      cell: (item) => (
        <span className={classes.changes} title={changed(item)}>
          {item.changes.map(({ after }) => after).join('; ')}
        </span>
      ),
      text: changed,
    },
    { id: 'results', header: t('training.results'), align: 'end', cell: results, text: results },
    {
      id: 'made',
      header: t('training.made'),
      priority: 3,
      cell: ({ created_at }) => date(created_at),
      text: ({ created_at }) => created_at,
    },
    { id: 'act', header: '', fixed: true, align: 'end', cell: (item) => <Retire item={item} /> },
  ];
}

/** The copies with a known verdict, for practice and for the queue. */
export function Items() {
  const i18n = useI18n();
  const { t } = i18n;
  const project = useProject();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(itemsQuery(project.id, page));
  return (
    <>
      <Section title={t('training.make')} note={t('training.make_note')}>
        <MakeItems />
      </Section>
      <Section title={t('training.tab.items')}>
        <QueryView query={query} skeleton={<TableSkeleton rows={5} />}>
          {({ results, count }) => (
            <DataTable
              name={t('training.tab.items')}
              storageKey="training.items"
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
              empty={<EmptyState inset title={t('training.no_items')} text={t('training.no_items_text')} />}
            />
          )}
        </QueryView>
      </Section>
    </>
  );
}

function Retire({ item }: { item: SeededItem }) {
  const { t } = useI18n();
  const project = useProject();
  const retire = useRetireItem(project.id);
  if (item.retired_at !== null) {
    return <span className={classes.dim}>{t('training.retired')}</span>;
  }
  return (
    <SureButton
      size="xs"
      variant="default"
      loading={retire.isPending}
      label={t('training.retire_named', { id: item.question_id })}
      warning={t('training.retire_warning')}
      confirm={t('training.retire')}
      onSure={() => retire.mutate(item.id)}
    >
      {t('training.retire')}
    </SureButton>
  );
}
