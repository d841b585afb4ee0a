import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { Facts } from '@/components/Facts';
import { Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import type { Column } from '@/components/tableModel';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { workQuery, type PersonWork } from './queries';
import classes from './Dashboards.module.css';

const route = getRouteApi('/inside/projects/$projectId/dashboards');

const tenths = (hours: number): string => (hours === 0 ? '' : hours.toFixed(1));

function columnsOf({ t, number, percent }: I18n): Column<PersonWork>[] {
  const count = (value: number): string => (value === 0 ? '' : number(value));
  const rate = (share: number | null, n: number): string =>
    share === null ? '' : t('dash.rate_of', { rate: percent(share), n: number(n) });
  const hours = (name: 'authoring' | 'review' | 'training'): Column<PersonWork> => ({
    id: `hours.${name}`,
    header: t(`dash.hours_${name}`),
    align: 'end',
    priority: 2,
    cell: (row) => tenths(row[`${name}_hours`]),
    text: (row) => row[`${name}_hours`].toFixed(3),
  });
  return [
    {
      id: 'name',
      header: t('project.person'),
      fixed: true,
      cell: ({ user, roles }) => (
        <>
          {user.name}{' '}
          <span className={classes.dim}>
            {roles.length === 0 ? t('project.left') : roles.map((role) => t(`role.${role}`)).join(', ')}
          </span>
        </>
      ),
      text: ({ user }) => user.name,
    },
    {
      id: 'submitted',
      header: t('dash.sent'),
      align: 'end',
      cell: ({ submitted }) => count(submitted),
      text: ({ submitted }) => String(submitted),
    },
    {
      id: 'returned',
      header: t('dash.return_rate'),
      align: 'end',
      cell: ({ return_rate, decided }) => rate(return_rate, decided),
      text: ({ return_rate }) => return_rate?.toFixed(4) ?? '',
    },
    {
      id: 'reviewed',
      header: t('dash.reviewed'),
      align: 'end',
      cell: ({ reviewed }) => count(reviewed),
      text: ({ reviewed }) => String(reviewed),
    },
    {
      id: 'rejected',
      header: t('dash.reject_rate'),
      align: 'end',
      cell: ({ reject_rate, reviewed }) => rate(reject_rate, reviewed),
      text: ({ reject_rate }) => reject_rate?.toFixed(4) ?? '',
    },
    hours('authoring'),
    hours('review'),
    hours('training'),
  ];
}

/** What each member did, by name. */
export function WorkTable() {
  const i18n = useI18n();
  const { t } = i18n;
  const project = useProject();
  const { since, until } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(workQuery(project.id, since, until));
  const ask = (period: { since?: string | undefined; until?: string | undefined }): void =>
    void navigate({ search: { tab: 'work', since, until, ...period } });
  const spread = (value: number | null): string => (value === null ? t('dash.no_load') : value.toFixed(2));
  return (
    <Section title={t('dash.tab.work')} note={t('dash.work_note')}>
      <QueryView query={query} skeleton={<TableSkeleton rows={6} />}>
        {({ people, gini_submitted, gini_reviewed }) => (
          <>
            <DataTable
              name={t('dash.tab.work')}
              storageKey="dashboards.work"
              columns={columnsOf(i18n)}
              rows={people}
              rowKey={({ user }) => user.id}
              stale={query.isPlaceholderData}
              filters={
                <div className={classes.fields}>
                  <TextInput
                    type="date"
                    aria-label={t('dash.since')}
                    leftSection={<span className={classes.dim}>{t('dash.since')}</span>}
                    leftSectionWidth={52}
                    value={since ?? ''}
                    onChange={({ currentTarget }) => ask({ since: currentTarget.value || undefined })}
                  />
                  <TextInput
                    type="date"
                    aria-label={t('dash.until')}
                    leftSection={<span className={classes.dim}>{t('dash.until')}</span>}
                    leftSectionWidth={40}
                    value={until ?? ''}
                    onChange={({ currentTarget }) => ask({ until: currentTarget.value || undefined })}
                  />
                </div>
              }
              empty={<EmptyState inset title={t('dash.nobody')} text={t('dash.nobody_text')} />}
            />
            <Section title={t('dash.gini')} note={t('dash.gini_note')}>
              <Facts
                rows={[
                  [t('dash.gini_submitted'), spread(gini_submitted)],
                  [t('dash.gini_reviewed'), spread(gini_reviewed)],
                ]}
              />
            </Section>
          </>
        )}
      </QueryView>
    </Section>
  );
}
