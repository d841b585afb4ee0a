import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { vocabularyQuery } from '@/api/vocabulary';
import { SearchField } from '@/components/SearchField';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import type { QuestionFilters } from './queries';

const route = getRouteApi('/inside/projects/$projectId/questions');

const STATES = ['draft', 'in_review', 'returned', 'accepted', 'removed', 'withdrawn'] as const;
const GRANULARITIES = ['clip', 'episode'] as const;

export function QuestionFilterBar() {
  const i18n = useI18n();
  const { t } = i18n;
  const project = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: vocabulary } = useQuery(vocabularyQuery);
  const tasks = (vocabulary?.tasks ?? []).filter(
    ({ granularity }) => search.granularity === undefined || search.granularity === granularity,
  );
  const taskNames = [...new Set(tasks.map(({ type }) => type))];
  const change = (changes: { [Key in keyof QuestionFilters]: QuestionFilters[Key] | undefined }): void => {
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }) });
  };
  const filtered = Object.keys(search).some((key) => !['page', 'order', 'open'].includes(key));
  return (
    <>
      <SearchField
        label={t('questions.search')}
        value={search.search}
        onSearch={(text) => change({ search: text })}
      />
      <Select
        aria-label={t('questions.state')}
        placeholder={t('questions.any_state')}
        data={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={search.state ?? null}
        onChange={(state) => change({ state: state ?? undefined })}
        clearable
        w={140}
      />
      <Select
        aria-label={t('questions.granularity')}
        placeholder={t('questions.any_granularity')}
        data={GRANULARITIES.map((value) => ({ value, label: t(`granularity.${value}`) }))}
        value={search.granularity ?? null}
        onChange={(granularity) => change({ granularity: granularity ?? undefined, task: undefined })}
        clearable
        w={150}
      />
      <Select
        aria-label={t('questions.task')}
        placeholder={t('questions.any_task')}
        data={taskNames.map((value) => ({ value, label: translated(i18n, `task.${value}`, value) }))}
        value={search.task ?? null}
        onChange={(task) => change({ task: task ?? undefined })}
        clearable
        w={200}
      />
      {project.has('admin') && project.has('annotator') && (
        <Select
          aria-label={t('questions.author')}
          placeholder={t('questions.any_author')}
          data={[{ value: 'me', label: t('questions.mine') }]}
          value={search.author ?? null}
          onChange={(author) => change({ author: author ?? undefined })}
          clearable
          w={130}
        />
      )}
      {filtered && (
        <Button variant="subtle" color="gray" onClick={() => void navigate({ search: {} })}>
          {t('action.clear_filters')}
        </Button>
      )}
    </>
  );
}
