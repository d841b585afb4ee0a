import { IconClockPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '@/components/EmptyState';
import { Section } from '@/components/Page';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { JobRow } from '@/jobs/JobRow';
import { jobsQuery, JOBS_PAGE } from '@/jobs/queries';
import { useProject } from '@/session/project';
import classes from './Project.module.css';

const route = getRouteApi('/inside/projects/$projectId/settings');

/** Everything that ran or runs in the background for this project, newest first. */
export function Jobs() {
  const { t } = useI18n();
  const project = useProject();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(jobsQuery(project.id, page));
  return (
    <Section title={t('project.tab.jobs')} note={t('project.jobs_note')}>
      <QueryView query={query} skeleton={<TableSkeleton />}>
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState inset icon={IconClockPlay} title={t('project.jobs_none')} text={t('project.jobs_none_text')} />
          ) : (
            <>
              <div className={classes.jobs}>
                {results.map((job) => (
                  <div key={job.id} className={classes.job}>
                    <JobRow job={job} />
                    <span className={classes.when}>
                      {job.owner_name} · <AgoText at={job.finished_at ?? job.started_at ?? job.created_at} />
                    </span>
                  </div>
                ))}
              </div>
              <Pager
                label={t('table.pages', { name: t('project.tab.jobs') })}
                page={page}
                pageSize={JOBS_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: { tab: 'jobs', page: next } })}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}
