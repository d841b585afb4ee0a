import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import type { Column } from '@/components/tableModel';
import { useI18n, type I18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { goldQuery } from './queries';
import classes from './Training.module.css';

type Report = Schema<'GoldReport'>;
type Proportion = Schema<'Proportion'>;

interface Row {
  key: number;
  name: string;
  detection: Proportion;
  falseRejects: Proportion;
}

/** Reviewers by name, and all of them together at the end. */
function rowsOf({ t }: I18n, { reviewers, detection, false_rejects }: Report): Row[] {
  const rows = reviewers.map(({ user, detection: found, false_rejects: wrong }) => ({
    key: user.id,
    name: user.name,
    detection: found,
    falseRejects: wrong,
  }));
  return rows.length === 0 ? [] : [...rows, { key: 0, name: t('gold.all'), detection, falseRejects: false_rejects }];
}

function columnsOf({ t, number, percent }: I18n): Column<Row>[] {
  const pair = (id: string, header: string, of: (row: Row) => Proportion): Column<Row>[] => [
    {
      id,
      header,
      align: 'end',
      cell: (row) => {
        const { rate, hits, n } = of(row);
        return (
          <span className={classes.number}>
            {rate === null ? '' : t('gold.rate_of', { rate: percent(rate), hits: number(hits), n: number(n) })}
          </span>
        );
      },
      text: (row) => `${of(row).hits}/${of(row).n}`,
    },
    {
      id: `${id}.interval`,
      header: t('gold.interval'),
      align: 'end',
      cell: (row) => {
        const [low, high] = of(row).interval ?? [];
        return (
          <span className={classes.number}>
            {low === undefined || high === undefined ? '' : `${percent(low)} – ${percent(high)}`}
          </span>
        );
      },
      text: (row) => of(row).interval?.map((bound) => bound.toFixed(4)).join(' ') ?? '',
    },
  ];
  return [
    { id: 'name', header: t('project.person'), fixed: true, cell: ({ name }) => name, text: ({ name }) => name },
    ...pair('detection', t('gold.detection'), ({ detection }) => detection),
    ...pair('false_rejects', t('gold.false_rejects'), ({ falseRejects }) => falseRejects),
  ];
}

/** How well flaws are found in the live queue, and how often sound items are rejected. */
export function GoldReport() {
  const i18n = useI18n();
  const { t, number } = i18n;
  const project = useProject();
  const query = useQuery(goldQuery(project.id));
  const { placed = 0, waiting = 0 } = query.data ?? {};
  return (
    <Section
      title={t('gold.title')}
      note={`${t('gold.note')} ${t('gold.pool', { placed: number(placed), waiting: number(waiting) })}`}
    >
      <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
        {(report) => (
          <DataTable
            name={t('gold.title')}
            storageKey="training.gold"
            columns={columnsOf(i18n)}
            rows={rowsOf(i18n, report)}
            rowKey={({ key }) => key}
            empty={<EmptyState inset title={t('gold.none')} text={t('gold.none_text')} />}
          />
        )}
      </QueryView>
    </Section>
  );
}
