import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorPanel } from '@/components/ErrorPanel';
import { PageBody } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { ApiError } from '@/api/problems';
import { useI18n } from '@/i18n/I18n';
import { Guideline } from './Guideline';
import { Invitations } from './Invitations';
import { Jobs } from './Jobs';
import { Members } from './Members';
import classes from './Project.module.css';
import { useMe, useProject } from '@/session/project';
import { Choices } from './models/Choices';
import { Endpoints } from './models/Endpoints';
import { ModelUse } from './models/ModelUse';
import { Settings } from './Settings';
import { Targets } from './Targets';

const route = getRouteApi('/inside/projects/$projectId/settings');

const TABS = ['members', 'settings', 'guideline', 'models', 'jobs'] as const;

export function ProjectPage() {
  const { t } = useI18n();
  const project = useProject();
  const me = useMe();
  const { tab = 'members' } = route.useSearch();
  const navigate = route.useNavigate();
  if (!project.has('admin')) {
    return <ErrorPanel error={new ApiError(403, 'role_missing', '')} />;
  }
  return (
    <>
      <PageHeader title={t('project.title')} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          const chosen = TABS.find((one) => one === next);
          void navigate({ search: chosen === undefined ? {} : { tab: chosen } });
        }}
      >
        <Tabs.List className={classes.tabs}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`project.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="members" className={classes.panel}>
          <PageBody>
            <Members />
            <Invitations />
          </PageBody>
        </Tabs.Panel>
        <Tabs.Panel value="settings" className={classes.panel}>
          <PageBody>
            <Settings />
            <Targets />
          </PageBody>
        </Tabs.Panel>
        <Tabs.Panel value="guideline" className={classes.panel}>
          <PageBody>
            <Guideline />
          </PageBody>
        </Tabs.Panel>
        <Tabs.Panel value="models" className={classes.panel}>
          <PageBody>
            <Choices />
            {me.is_staff && <Endpoints />}
            <ModelUse />
          </PageBody>
        </Tabs.Panel>
        <Tabs.Panel value="jobs" className={classes.panel}>
          <PageBody>
            <Jobs />
          </PageBody>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
