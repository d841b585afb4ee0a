import { IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { DraftForm } from './DraftForm';
import { PAGE_SIZE, releasesQuery } from './queries';
import { ReleaseCard } from './ReleaseCard';
import classes from './Releases.module.css';

const route = getRouteApi('/inside/projects/$projectId/releases');

export function ReleasesPage() {
  const { t } = useI18n();
  const project = useProject();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(releasesQuery(project.id, page));
  return (
    <>
      <PageHeader title={t('releases.title')} note={t('releases.note')} />
      <QueryView query={query}>
        {({ results, count }) => (
          <div className={classes.list}>
            {page === 1 && results.every(({ state }) => state === 'frozen') && <DraftForm projectId={project.id} />}
            {results.length === 0 && (
              <EmptyState icon={IconPackageExport} title={t('releases.none')} text={t('releases.none_text')} />
            )}
            {results.map((release) => (
              <ReleaseCard key={release.id} release={release} />
            ))}
            {count > PAGE_SIZE && (
              <Pager
                label={t('releases.title')}
                page={page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}
