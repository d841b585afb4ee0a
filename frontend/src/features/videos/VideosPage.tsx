import { Button, Select } from '@mantine/core';
import { IconMovie, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { vocabularyQuery } from '@/api/vocabulary';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { SearchField } from '@/components/SearchField';
import { WithPanel } from '@/components/SidePanel';
import { TableSkeleton } from '@/components/Skeletons';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { AddVideosPanel } from './AddVideosPanel';
import { PAGE_SIZE, videosQuery, type VideoFilters } from './queries';
import { useVideoColumns } from './useVideoColumns';
import { VideoPanel } from './VideoPanel';

const route = getRouteApi('/inside/projects/$projectId/videos');

const STATES = ['awaiting_media', 'probing', 'ready', 'rejected', 'retired'] as const;

export function VideosPage() {
  const { t } = useI18n();
  const project = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { open, add, ...filters } = search;
  const query = useQuery(videosQuery(project.id, filters));
  const columns = useVideoColumns(project.id);
  const mayAdd = project.has('admin');
  const filtered = search.search !== undefined || search.state !== undefined || search.domain !== undefined || search.annotator !== undefined;

  const show = (panel: { open?: number; add?: 'video' }): void => {
    void navigate({ search: { ...filters, ...panel }, replace: true });
  };
  const addButton = mayAdd && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show({ add: 'video' })}>
      {t('videos.add')}
    </Button>
  );
  const panel =
    add !== undefined && mayAdd ? (
      <AddVideosPanel projectId={project.id} onClose={() => show({})} />
    ) : (
      open !== undefined && <VideoPanel key={open} id={open} onClose={() => show({})} />
    );
  return (
    <>
      <PageHeader title={t('videos.title')} actions={addButton} />
      <WithPanel panel={panel}>
        <QueryView query={query} skeleton={<TableSkeleton />}>
          {({ results, count }) => (
            <DataTable
              name={t('videos.title')}
              storageKey="videos"
              columns={columns}
              rows={results}
              rowKey={({ id }) => id}
              openKey={open}
              onOpen={({ id }) => show({ open: id })}
              order={search.order}
              onOrder={(order) => void navigate({ search: (before) => ({ ...before, order, page: undefined }) })}
              filters={<VideoFilterBar />}
              stale={query.isPlaceholderData}
              paging={{
                page: search.page ?? 1,
                pageSize: PAGE_SIZE,
                count,
                onPage: (page) => void navigate({ search: (before) => ({ ...before, page }) }),
              }}
              empty={
                filtered ? (
                  <EmptyState
                    icon={IconMovie}
                    title={t('videos.none_match')}
                    text={t('questions.none_match_text')}
                    action={
                      <Button variant="default" onClick={() => void navigate({ search: {} })}>
                        {t('action.clear_filters')}
                      </Button>
                    }
                  />
                ) : (
                  <EmptyState
                    icon={IconMovie}
                    title={t('videos.none')}
                    text={t(mayAdd ? 'videos.none_text_admin' : 'videos.none_text')}
                    action={addButton}
                  />
                )
              }
            />
          )}
        </QueryView>
      </WithPanel>
    </>
  );
}

function VideoFilterBar() {
  const i18n = useI18n();
  const { t } = i18n;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: vocabulary } = useQuery(vocabularyQuery);
  const change = (changes: { [Key in keyof VideoFilters]: VideoFilters[Key] | undefined }): void => {
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }) });
  };
  return (
    <>
      <SearchField label={t('videos.search')} value={search.search} onSearch={(text) => change({ search: text })} />
      <Select
        aria-label={t('questions.state')}
        placeholder={t('questions.any_state')}
        data={STATES.map((value) => ({ value, label: t(`video.state.${value}`) }))}
        value={search.state ?? null}
        onChange={(state) => change({ state: state ?? undefined })}
        clearable
        w={150}
      />
      <Select
        aria-label={t('videos.domain')}
        placeholder={t('videos.any_domain')}
        data={vocabulary?.domains.map((value) => ({ value, label: translated(i18n, `domain.${value}`, value) })) ?? []}
        value={search.domain ?? null}
        onChange={(domain) => change({ domain: domain ?? undefined })}
        clearable
        w={160}
      />
      <Select
        aria-label={t('videos.annotators')}
        placeholder={t('videos.annotators_any')}
        data={[
          { value: 'me', label: t('videos.annotators_me') },
          { value: 'nobody', label: t('videos.annotators_nobody') },
        ]}
        value={search.annotator ?? null}
        onChange={(chosen) => change({ annotator: chosen === 'me' || chosen === 'nobody' ? chosen : undefined })}
        clearable
        w={170}
      />
    </>
  );
}
