import { Button } from '@mantine/core';
import { IconDownload, IconFileExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '@/components/tableModel';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine } from '@/components/ErrorPanel';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { JobStateChip } from '@/components/StateChip';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { recentJobsQuery, type Job } from '@/jobs/queries';
import { formatBytes } from '@/lib/bytes';
import { useProject } from '@/session/project';
import classes from './Export.module.css';
import { exportsQuery, PAGE_SIZE, recordCount, useStartExport, type Export } from './queries';

const route = getRouteApi('/inside/projects/$projectId/export');

export function ExportPage() {
  const { t } = useI18n();
  const project = useProject();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(exportsQuery(project.id, page));
  const { data: jobs } = useQuery(recentJobsQuery(project.id));
  const start = useStartExport(project.id);
  const columns = useExportColumns(jobs?.results ?? []);
  const startButton = (
    <Button
      leftSection={<IconFileExport size={16} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {t('export.start')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('export.title')} note={t('export.note')} actions={startButton} />
      {start.error !== null && (
        <div className={classes.error}>
          <ErrorLine error={start.error} />
        </div>
      )}
      <QueryView query={query} skeleton={<TableSkeleton />}>
        {({ results, count }) => (
          <DataTable
            name={t('export.title')}
            storageKey="exports"
            columns={columns}
            rows={results}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            paging={{
              page,
              pageSize: PAGE_SIZE,
              count,
              onPage: (next) => void navigate({ search: { page: next } }),
            }}
            empty={<EmptyState icon={IconFileExport} title={t('export.none')} text={t('export.none_text')} />}
          />
        )}
      </QueryView>
    </>
  );
}

function useExportColumns(jobs: readonly Job[]): readonly Column<Export>[] {
  const { t, number } = useI18n();
  return [
    { id: 'id', header: t('export.number'), fixed: true, width: 80, text: (row) => String(row.id), cell: (row) => row.id },
    {
      id: 'state',
      header: t('questions.state'),
      text: (row) => (row.finished_at === null ? '' : row.finished_at),
      cell: (row) => {
        const job = jobs.find(({ subject }) => subject === `export:${row.id}`);
        return <JobStateChip state={row.finished_at === null ? (job?.state ?? 'queued') : 'succeeded'} />;
      },
    },
    {
      id: 'records',
      header: t('export.records'),
      align: 'end',
      text: (row) => (row.finished_at === null ? '' : String(recordCount(row))),
      cell: (row) => (row.finished_at === null ? '–' : number(recordCount(row))),
    },
    {
      id: 'size',
      priority: 2,
      header: t('videos.size'),
      align: 'end',
      text: (row) => (row.size === null ? '' : String(row.size)),
      cell: (row) => (row.size === null ? '–' : formatBytes(row.size)),
    },
    {
      id: 'sha256',
      priority: 3,
      header: 'SHA-256',
      text: (row) => row.sha256,
      cell: (row) => (
        <code className={classes.digest} title={row.sha256}>
          {row.sha256.slice(0, 12)}
        </code>
      ),
    },
    { id: 'by', priority: 3, header: t('export.by'), text: (row) => row.created_by.name, cell: (row) => row.created_by.name },
    {
      id: 'at',
      priority: 2,
      header: t('export.at'),
      text: (row) => row.created_at,
      cell: (row) => <AgoText at={row.created_at} />,
    },
    {
      id: 'file',
      header: t('export.file'),
      fixed: true,
      align: 'end',
      cell: (row) =>
        row.finished_at !== null && (
          <Button
            size="xs"
            variant="default"
            component="a"
            href={`/api/v1/exports/${row.id}/file`}
            download
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('export.download_named', { id: row.id })}
          >
            {t('export.download')}
          </Button>
        ),
    },
  ];
}
