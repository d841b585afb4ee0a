import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '@/components/EmptyState';
import { Section } from '@/components/Page';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { openThreadsQuery, THREADS_PAGE } from '@/components/threads/queries';
import { ThreadItem } from '@/components/threads/ThreadItem';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { QuestionLink } from './Waiting';
import classes from './Dashboards.module.css';

const route = getRouteApi('/inside/projects/$projectId/dashboards');

/** Threads that nobody has resolved yet, whatever question they are on. */
export function OpenComments() {
  const { t } = useI18n();
  const project = useProject();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(openThreadsQuery(project.id, page));
  return (
    <Section title={t('threads.all_open')} note={t('threads.all_open_note')}>
      <QueryView query={query}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState inset icon={IconMessages} title={t('threads.all_none')} text={t('threads.all_none_text')} />
          ) : (
            <div className={classes.threads}>
              {results.map((thread) => (
                <ThreadItem
                  key={thread.id}
                  thread={thread}
                  link={thread.question !== null && <QuestionLink id={thread.question} publicId={thread.question_id} />}
                />
              ))}
              {count > THREADS_PAGE && (
                <Pager
                  label={t('table.pages', { name: t('threads.all_open') })}
                  page={page}
                  pageSize={THREADS_PAGE}
                  count={count}
                  onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
                />
              )}
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}
