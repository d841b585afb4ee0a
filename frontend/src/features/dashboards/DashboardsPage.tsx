import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '@/api/problems';
import { ErrorPanel } from '@/components/ErrorPanel';
import { PageBody } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { Disagreements } from './Disagreements';
import { OpenComments } from './OpenComments';
import { PipelineTable } from './PipelineTable';
import { Waiting } from './Waiting';
import { WorkTable } from './WorkTable';
import classes from './Dashboards.module.css';

const route = getRouteApi('/inside/projects/$projectId/dashboards');

const TABS = [
  { id: 'pipeline', Body: PipelineTable },
  { id: 'waiting', Body: Waiting },
  { id: 'work', Body: WorkTable },
  { id: 'disagreements', Body: Disagreements },
  { id: 'comments', Body: OpenComments },
] as const;

/** How the work stands, for admins: tables that can be saved, no ranking. */
export function DashboardsPage() {
  const { t } = useI18n();
  const project = useProject();
  const { tab = 'pipeline' } = route.useSearch();
  const navigate = route.useNavigate();
  if (!project.has('admin')) {
    return <ErrorPanel error={new ApiError(403, 'role_missing', '')} />;
  }
  return (
    <>
      <PageHeader title={t('dash.title')} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          const chosen = TABS.find(({ id }) => id === next);
          void navigate({ search: chosen === undefined ? {} : { tab: chosen.id } });
        }}
      >
        <Tabs.List className={classes.tabs}>
          {TABS.map(({ id }) => (
            <Tabs.Tab key={id} value={id}>
              {t(`dash.tab.${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ id, Body }) => (
          <Tabs.Panel key={id} value={id} className={classes.panel}>
            <PageBody>
              <Body />
            </PageBody>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
