import { Button, Popover, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine } from '@/components/ErrorPanel';
import { PlainTable, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import type { Column } from '@/components/tableModel';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { GoldReport } from './GoldReport';
import { QualifiedChip } from './QualifiedChip';
import { peopleQuery, trailQuery, useDecide, type RoleStanding, type Standing } from './queries';
import classes from './Training.module.css';

interface Row {
  person: Standing;
  role: RoleStanding;
}

const hoursOf = ({ seconds }: Standing): number => Math.floor((seconds / 3600) * 10) / 10;

function columnsOf({ t, number, percent, date }: I18n): Column<Row>[] {
  const score = ({ person }: Row) => (person.best_score === null ? '' : percent(person.best_score));
  const decided = ({ role }: Row) => (role.at === null ? '' : date(role.at));
  return [
    {
      id: 'name',
      header: t('project.person'),
      fixed: true,
      cell: ({ person }) => <span className={classes.person}>{person.user.name}</span>,
      text: ({ person }) => person.user.name,
    },
    {
      id: 'role',
      header: t('training.role'),
      cell: ({ role }) => t(`role.${role.role}`),
      text: ({ role }) => t(`role.${role.role}`),
    },
    {
      id: 'qualified',
      header: t('training.qualified'),
      cell: ({ role }) => <QualifiedChip role={role} />,
      text: ({ role }) => t(role.qualified ? 'training.qualified' : 'training.not_yet'),
    },
    {
      id: 'read',
      header: t('training.read'),
      align: 'end',
      cell: ({ person }) => `${person.pages_read} / ${person.pages}`,
      text: ({ person }) => `${person.pages_read} / ${person.pages}`,
    },
    {
      id: 'hours',
      header: t('training.hours'),
      align: 'end',
      cell: ({ person }) => (
        <span className={classes.number}>
          {t('training.hours_short', { hours: number(hoursOf(person)), required: number(person.hours_required) })}
        </span>
      ),
      text: ({ person }) => String(hoursOf(person)),
    },
    { id: 'score', header: t('training.best'), align: 'end', cell: score, text: score },
    {
      id: 'runs',
      header: t('training.runs'),
      align: 'end',
      priority: 2,
      cell: ({ person }) => <span className={classes.number}>{`${person.runs.length} / ${person.runs_allowed}`}</span>,
      text: ({ person }) => `${person.runs.length} / ${person.runs_allowed}`,
    },
    { id: 'at', header: t('training.since'), priority: 2, cell: decided, text: decided },
    {
      id: 'by',
      header: t('training.by'),
      priority: 3,
      cell: ({ role }) => (role.event === null ? '' : (role.by?.name ?? t('training.rules'))),
      text: ({ role }) => (role.event === null ? '' : (role.by?.name ?? t('training.rules'))),
    },
    { id: 'act', header: '', fixed: true, align: 'end', cell: (row) => <Exception row={row} /> },
  ];
}

/** Who has read, practised and is qualified; an admin may make an exception with a reason. */
export function People() {
  const i18n = useI18n();
  const { t } = i18n;
  const project = useProject();
  const query = useQuery(peopleQuery(project.id));
  return (
    <>
      <Section title={t('training.tab.people')} note={t('training.people_note')}>
        <QueryView query={query} skeleton={<TableSkeleton rows={5} />}>
          {({ people }) => {
            const rows = people.flatMap((person) => person.roles.map((role) => ({ person, role })));
            return (
              <DataTable
                name={t('training.tab.people')}
                storageKey="training.people"
                columns={columnsOf(i18n)}
                rows={rows}
                rowKey={(row) => rows.indexOf(row)}
                empty={<EmptyState inset title={t('training.no_people')} text={t('training.no_people_text')} />}
              />
            );
          }}
        </QueryView>
      </Section>
      <GoldReport />
      <Trail />
    </>
  );
}

const CHANGES = ['granted', 'revoked', 'runs_added'] as const;
type Change = (typeof CHANGES)[number];

function Exception({ row: { person, role } }: { row: Row }) {
  const { t } = useI18n();
  const project = useProject();
  const decide = useDecide(project.id);
  const [open, setOpen] = useState(false);
  const [change, setChange] = useState<Change>(role.qualified ? 'revoked' : 'granted');
  const [reason, setReason] = useState('');
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" width={340} trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          aria-label={t('training.exception_for', { name: person.user.name, role: t(`role.${role.role}`) })}
          onClick={() => setOpen((before) => !before)}
        >
          {t('training.exception')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Select
          label={t('training.exception')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={CHANGES.map((value) => ({ value, label: t(`training.change.${value}`) }))}
          value={change}
          onChange={(value) => setChange(CHANGES.find((one) => one === value) ?? 'granted')}
        />
        <Textarea
          mt={8}
          label={t('training.reason')}
          description={t('training.reason_note')}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorLine error={decide.error} />
        <Button
          mt={12}
          size="xs"
          loading={decide.isPending}
          disabled={reason.trim() === ''}
          onClick={() =>
            decide.mutate(
              { user: person.user.id, role: role.role, change, reason },
              {
                onSuccess: () => {
                  setOpen(false);
                  setReason('');
                },
              },
            )
          }
        >
          {t('action.save')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function Trail() {
  const { t, dateTime } = useI18n();
  const project = useProject();
  const query = useQuery(trailQuery(project.id));
  return (
    <Section title={t('training.trail')} note={t('training.trail_note')}>
      <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={classes.dim}>{t('training.trail_none')}</p>
          ) : (
            <PlainTable
              headers={[t('training.when'), t('project.person'), t('training.what'), t('training.by'), t('training.reason')]}
            >
              {results.map(({ id, at, user, role, event, actor, reason }) => (
                <tr key={id}>
                  <td className={classes.number}>{dateTime(at)}</td>
                  <td>{user.name}</td>
                  <td>
                    {t(`training.change.${event}`)} · {t(`role.${role}`)}
                  </td>
                  <td>{actor?.name ?? t('training.rules')}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </QueryView>
    </Section>
  );
}
