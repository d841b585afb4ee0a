import { Anchor, Button } from '@mantine/core';
import { IconFileImport, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { WithPanel } from '@/components/SidePanel';
import { TableSkeleton } from '@/components/Skeletons';
import { StateChip } from '@/components/StateChip';
import type { Column } from '@/components/tableModel';
import { TaskText } from '@/components/TaskText';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { PAGE_SIZE, questionsQuery, type QuestionOrder, type QuestionRow } from './queries';
import { QuestionFilterBar } from './QuestionFilterBar';
import { QuestionPanel } from './QuestionPanel';
import classes from './QuestionsPage.module.css';

const route = getRouteApi('/inside/projects/$projectId/questions');

function useColumns(projectId: number): readonly Column<QuestionRow, QuestionOrder>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'id',
        header: t('questions.id'),
        width: 112,
        fixed: true,
        order: 'public_id',
        text: (row) => row.public_id,
        cell: (row) => (
          <Anchor
            className={classes.id}
            renderRoot={(props) => (
              <Link
                to="/projects/$projectId/questions/$questionId"
                params={{ projectId, questionId: row.id }}
                {...props}
              />
            )}
          >
            {row.public_id}
          </Anchor>
        ),
      },
      {
        id: 'state',
        header: t('questions.state'),
        width: 120,
        text: (row) => row.state,
        cell: (row) => <StateChip state={row.state} />,
      },
      {
        id: 'question',
        header: t('questions.question'),
        text: (row) => row.question_text,
        cell: (row) => (
          <span className={classes.text} title={row.question_text}>
            {row.question_text === '' ? <em className={classes.dim}>{t('questions.no_text')}</em> : row.question_text}
          </span>
        ),
      },
      {
        id: 'task',
        priority: 2,
        header: t('questions.task'),
        text: (row) => row.task,
        cell: (row) => (
          <span className={classes.nowrap}>
            {row.granularity === 'clip' ? 'G1' : 'G2'} · <TaskText task={row.task} />
          </span>
        ),
      },
      {
        id: 'video',
        priority: 3,
        header: t('questions.video'),
        text: (row) => row.video.title,
        cell: (row) => <span className={classes.video}>{row.video.title}</span>,
      },
      {
        id: 'author',
        priority: 3,
        header: t('questions.author'),
        text: (row) => row.author.name,
        cell: (row) => <span className={classes.nowrap}>{row.author.name}</span>,
      },
      {
        id: 'revision',
        priority: 3,
        header: t('questions.revision'),
        align: 'end',
        hidden: true,
        text: (row) => String(row.revision_number),
        cell: (row) => row.revision_number,
      },
      {
        id: 'changed',
        priority: 3,
        header: t('questions.changed'),
        order: 'changed_at',
        text: (row) => row.changed_at,
        cell: (row) => (
          <span className={classes.nowrap}>
            <AgoText at={row.changed_at} />
          </span>
        ),
      },
    ],
    [t, projectId],
  );
}

export function QuestionsPage() {
  const { t } = useI18n();
  const project = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { open, ...filters } = search;
  const query = useQuery(questionsQuery(project.id, filters));
  const columns = useColumns(project.id);
  const filtered = Object.keys(filters).some((key) => key !== 'page' && key !== 'order');
  const close = (): void => {
    void navigate({ search: (before) => ({ ...before, open: undefined }), replace: true });
  };
  return (
    <>
      <PageHeader
        title={t('questions.title')}
        actions={
          project.has('admin') && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              renderRoot={(props) => (
                <Link to="/projects/$projectId/import" params={{ projectId: project.id }} {...props} />
              )}
            >
              {t('import.title')}
            </Button>
          )
        }
      />
      <WithPanel panel={open !== undefined && <QuestionPanel key={open} id={open} onClose={close} />}>
        <QueryView query={query} skeleton={<TableSkeleton />}>
          {({ results, count }) => (
            <DataTable
              name={t('questions.title')}
              storageKey="questions"
              columns={columns}
              rows={results}
              rowKey={({ id }) => id}
              openKey={open}
              onOpen={({ id }) => void navigate({ search: (before) => ({ ...before, open: id }), replace: true })}
              order={search.order}
              onOrder={(order) => void navigate({ search: (before) => ({ ...before, order, page: undefined }) })}
              filters={<QuestionFilterBar />}
              stale={query.isPlaceholderData}
              paging={{
                page: search.page ?? 1,
                pageSize: PAGE_SIZE,
                count,
                onPage: (page) => void navigate({ search: (before) => ({ ...before, page }) }),
              }}
              empty={
                <EmptyState
                  icon={IconListDetails}
                  title={t(filtered ? 'questions.none_match' : 'questions.none')}
                  text={t(filtered ? 'questions.none_match_text' : 'questions.none_text')}
                  action={
                    filtered ? (
                      <Button variant="default" onClick={() => void navigate({ search: {} })}>
                        {t('action.clear_filters')}
                      </Button>
                    ) : (
                      <Button
                        renderRoot={(props) => (
                          <Link to="/projects/$projectId/videos" params={{ projectId: project.id }} {...props} />
                        )}
                      >
                        {t('questions.to_videos')}
                      </Button>
                    )
                  }
                />
              }
            />
          )}
        </QueryView>
      </WithPanel>
    </>
  );
}
