import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { vocabularyQuery } from '@/api/vocabulary';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import classes from './Agreement.module.css';
import { GROUPINGS, type Grouping, type Report, type Scope } from './queries';

const route = getRouteApi('/inside/projects/$projectId/agreement');

const GRANULARITIES = ['clip', 'episode'] as const;
const MOST_ROUNDS = 10;

type Changes = { [Key in keyof Scope]: Scope[Key] | undefined } & { by?: Grouping | undefined };

/** What the figures are about and how they are taken apart; all of it stands in the address. */
export function FilterBar({ report, by }: { report: Report | undefined; by: Grouping }) {
  const i18n = useI18n();
  const { t } = i18n;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: vocabulary } = useQuery(vocabularyQuery);
  const change = (changes: Changes): void => {
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined, open: undefined }) });
  };
  const tasks = (vocabulary?.tasks ?? []).filter(
    ({ granularity }) => search.granularity === undefined || search.granularity === granularity,
  );
  const people = new Map((report?.overall.reviewers ?? []).map(({ reviewer }) => [String(reviewer.id), reviewer.name]));
  for (const id of [search.reviewer, search.other_reviewer]) {
    if (id !== undefined && !people.has(String(id))) {
      people.set(String(id), t('agreement.person', { id }));
    }
  }
  const choices = [...people].map(([value, label]) => ({ value, label }));
  return (
    <div className={classes.filters}>
      <Select
        aria-label={t('agreement.taken_apart')}
        data={GROUPINGS.map((value) => ({ value, label: t(`agreement.by.${value}`) }))}
        value={by}
        onChange={(value) => change({ by: value ?? undefined })}
        allowDeselect={false}
        w={210}
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
        data={[...new Set(tasks.map(({ type }) => type))].map((value) => ({
          value,
          label: translated(i18n, `task.${value}`, value),
        }))}
        value={search.task ?? null}
        onChange={(task) => change({ task: task ?? undefined })}
        clearable
        w={200}
      />
      <Select
        aria-label={t('agreement.round')}
        data={[
          ...Array.from({ length: MOST_ROUNDS }, (_, index) => String(index + 1)).map((value) => ({
            value,
            label: value === '1' ? t('agreement.first_round') : t('agreement.round_number', { number: value }),
          })),
          { value: 'all', label: t('agreement.all_rounds') },
        ]}
        value={search.round ?? (by === 'round' ? 'all' : '1')}
        onChange={(round) => change({ round: round ?? undefined })}
        allowDeselect={false}
        w={190}
      />
      <Select
        aria-label={t('agreement.reviewer')}
        placeholder={t('agreement.any_reviewer')}
        data={choices}
        value={search.reviewer === undefined ? null : String(search.reviewer)}
        onChange={(id) => change({ reviewer: id === null ? undefined : Number(id), other_reviewer: undefined })}
        clearable
        w={170}
      />
      {search.reviewer !== undefined && (
        <Select
          aria-label={t('agreement.other_reviewer')}
          placeholder={t('agreement.any_other')}
          data={choices.filter(({ value }) => value !== String(search.reviewer))}
          value={search.other_reviewer === undefined ? null : String(search.other_reviewer)}
          onChange={(id) => change({ other_reviewer: id === null ? undefined : Number(id) })}
          clearable
          w={170}
        />
      )}
      {search.week !== undefined && (
        <Button variant="default" rightSection={<IconX size={14} aria-hidden />} onClick={() => change({ week: undefined })}>
          {t('agreement.week_only', { week: search.week })}
        </Button>
      )}
      {search.video !== undefined && (
        <Button variant="default" rightSection={<IconX size={14} aria-hidden />} onClick={() => change({ video: undefined })}>
          {t('agreement.video_only', { video: search.video })}
        </Button>
      )}
      {Object.keys(search).some((name) => !['by', 'open', 'page'].includes(name)) && (
        <Button variant="subtle" color="gray" onClick={() => void navigate({ search: by === 'task' ? {} : { by } })}>
          {t('action.clear_filters')}
        </Button>
      )}
    </div>
  );
}
