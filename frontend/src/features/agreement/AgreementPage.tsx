import { Button } from '@mantine/core';
import { IconDownload, IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { WithPanel } from '@/components/SidePanel';
import { TableSkeleton } from '@/components/Skeletons';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import classes from './Agreement.module.css';
import { Breakdown } from './Breakdown';
import { FilterBar } from './FilterBar';
import { ItemsPanel } from './ItemsPanel';
import { OwnAnswers } from './OwnAnswers';
import { decisionsAddress, GROUPS_PAGE, reportQuery, scopeOf } from './queries';
import { Summary } from './Summary';
import { useGroupName } from './useGroupName';

const route = getRouteApi('/inside/projects/$projectId/agreement');

/** In the address: the items of everything, not of one group. */
const ALL = 'all';

export function AgreementPage() {
  const { t } = useI18n();
  const project = useProject();
  const { by = 'task', page = 1, open, ...scope } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(reportQuery(project.id, by, scope, page));
  const nameOf = useGroupName();
  const report = query.data;
  const show = (key: string | undefined): void => {
    void navigate({ search: (before) => ({ ...before, open: key }), replace: true });
  };
  const group = report?.results.find(({ key }) => key === open);
  const panel =
    open === ALL ? (
      <ItemsPanel key={ALL} title={t('agreement.all_items')} scope={scope} by={by} onClose={() => show(undefined)} />
    ) : (
      group !== undefined && (
        <ItemsPanel
          key={group.key}
          title={nameOf(group)}
          scope={scopeOf(group, scope)}
          by={by}
          onClose={() => show(undefined)}
        />
      )
    );
  const filtered = Object.keys(scope).length > 0;
  return (
    <>
      <PageHeader
        title={t('agreement.title')}
        note={t('agreement.note')}
        actions={
          <Button
            variant="default"
            component="a"
            href={decisionsAddress(project.id, by, scope)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('agreement.decisions')}
          </Button>
        }
      />
      <FilterBar report={report} by={by} />
      <WithPanel panel={panel}>
        <QueryView query={query} skeleton={<TableSkeleton />}>
          {(found) =>
            found.count === 0 ? (
              <div className={classes.page}>
                {found.overall.n === 0 && Object.keys(found.overall.excluded).length > 0 && (
                  <Summary report={found} onItems={() => show(ALL)} />
                )}
                <EmptyState
                  icon={IconScale}
                  title={t(filtered ? 'agreement.none_match' : 'agreement.none')}
                  text={t(filtered ? 'agreement.none_match_text' : 'agreement.none_text')}
                  action={
                    filtered && (
                      <Button variant="default" onClick={() => void navigate({ search: {} })}>
                        {t('action.clear_filters')}
                      </Button>
                    )
                  }
                  inset
                />
              </div>
            ) : (
              <div className={classes.page} aria-busy={query.isPlaceholderData}>
                <Summary report={found} onItems={() => show(ALL)} />
                <Breakdown report={found} scope={scope} open={open} onItems={show} />
                <OwnAnswers scope={scope} />
                {found.count > GROUPS_PAGE && (
                  <Pager
                    page={page}
                    pageSize={GROUPS_PAGE}
                    count={found.count}
                    onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
                    label={t('table.pages', { name: t('agreement.title') })}
                  />
                )}
              </div>
            )
          }
        </QueryView>
      </WithPanel>
    </>
  );
}
