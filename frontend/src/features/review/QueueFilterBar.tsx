import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { vocabularyQuery } from '@/api/vocabulary';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import type { Task } from './queries';
import classes from './Queue.module.css';

const route = getRouteApi('/inside/projects/$projectId/review');

const GRANULARITIES = ['clip', 'episode'] as const;

/** Which items the next one is taken from; kept in the address. */
export function QueueFilterBar() {
  const i18n = useI18n();
  const { t } = i18n;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: vocabulary } = useQuery(vocabularyQuery);
  const fitting = (vocabulary?.tasks ?? []).filter(
    ({ granularity }) => search.granularity === undefined || search.granularity === granularity,
  );
  const tasks: readonly Task[] = [...new Set(fitting.map(({ type }) => type))];
  return (
    <div className={classes.filters} role="group" aria-label={t('review.filters')}>
      <Select
        aria-label={t('questions.granularity')}
        placeholder={t('review.any_granularity')}
        data={GRANULARITIES.map((value) => ({ value, label: t(`granularity.${value}`) }))}
        value={search.granularity ?? null}
        onChange={(granularity) =>
          void navigate({ search: (before) => ({ ...before, granularity: granularity ?? undefined, task: undefined }) })
        }
        clearable
        w={150}
      />
      <Select
        aria-label={t('questions.task')}
        placeholder={t('review.any_task')}
        data={tasks.map((value) => ({ value, label: translated(i18n, `task.${value}`, value) }))}
        value={search.task ?? null}
        onChange={(task) => void navigate({ search: (before) => ({ ...before, task: task ?? undefined }) })}
        clearable
        w={220}
      />
    </div>
  );
}
