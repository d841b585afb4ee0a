import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { PageBody } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { GuidelineReader } from './GuidelineReader';
import { Items } from './Items';
import { Mine } from './Mine';
import { People } from './People';
import { PlanForm } from './PlanForm';
import { PracticePage } from './PracticePage';
import classes from './Training.module.css';

const route = getRouteApi('/inside/projects/$projectId/training');

const TABS = ['mine', 'people', 'items', 'plan'] as const;

/** Training: one's own steps; for admins also who is how far, the items, and what is asked for. */
export function TrainingPage() {
  const { t } = useI18n();
  const project = useProject();
  const { tab = 'mine', read, item } = route.useSearch();
  const navigate = route.useNavigate();
  if (item !== undefined) {
    return <PracticePage key={item} id={item} />;
  }
  if (read !== undefined) {
    return <GuidelineReader page={read} />;
  }
  return (
    <>
      <PageHeader title={t('training.title')} note={t('training.note')} />
      {project.has('admin') ? (
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
                {t(`training.tab.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="mine" className={classes.panel}>
            <PageBody>
              <Mine />
            </PageBody>
          </Tabs.Panel>
          <Tabs.Panel value="people" className={classes.panel}>
            <PageBody>
              <People />
            </PageBody>
          </Tabs.Panel>
          <Tabs.Panel value="items" className={classes.panel}>
            <PageBody>
              <Items />
            </PageBody>
          </Tabs.Panel>
          <Tabs.Panel value="plan" className={classes.panel}>
            <PageBody>
              <PlanForm />
            </PageBody>
          </Tabs.Panel>
        </Tabs>
      ) : (
        <PageBody>
          <Mine />
        </PageBody>
      )}
    </>
  );
}
