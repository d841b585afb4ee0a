import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { saveFile } from '@/components/saveFile';
import { useI18n } from '@/i18n/I18n';
import { toCsv } from '@/lib/csv';
import { useProject } from '@/session/project';
import classes from './Agreement.module.css';
import { scopeOf, STATISTICS, type Figure, type Group, type Scope } from './queries';
import { StatisticText } from './Statistics';
import { percentOf } from './numbers';
import { useGroupName } from './useGroupName';

interface FigureTableProps {
  title: string;
  scope: Scope;
  groups: readonly Group[];
  /** Key of the group whose items are open. */
  open: string | undefined;
  onItems: (key: string) => void;
}

/** The numbers of the plot beside it, one row a group; a row leads to its items, and its name narrows the page to it. */
export function FigureTable({ title, scope, groups, open, onItems }: FigureTableProps) {
  const { t, number } = useI18n();
  const project = useProject();
  const nameOf = useGroupName();
  return (
    <section className={classes.table} aria-label={title}>
      <div className={classes.tableHead}>
        <h2 className={classes.heading}>{t('agreement.numbers')}</h2>
        <Tooltip label={t('table.csv')}>
          <ActionIcon
            aria-label={t('table.csv')}
            onClick={() => saveFile(`${title}.csv`, `\uFEFF${figuresCsv(groups, nameOf)}`, 'text/csv;charset=utf-8')}
          >
            <IconDownload size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.scroller}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('agreement.group')}</th>
              <th scope="col">{t('agreement.items')}</th>
              {STATISTICS.map((name) => (
                <th key={name} scope="col">
                  {t(`agreement.${name}`)}
                </th>
              ))}
              <th scope="col">{t('agreement.accepts_of')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.key} data-open={group.key === open}>
                <th scope="row">
                  <Anchor
                    renderRoot={(props) => (
                      <Link
                        to="/projects/$projectId/agreement"
                        params={{ projectId: project.id }}
                        search={{ ...scopeOf(group, scope) }}
                        {...props}
                      />
                    )}
                  >
                    {nameOf(group)}
                  </Anchor>
                </th>
                <td>
                  <Anchor
                    component="button"
                    type="button"
                    onClick={() => onItems(group.key)}
                    aria-label={t('agreement.items_of', { name: nameOf(group), n: number(group.figure.n) })}
                  >
                    {number(group.figure.n)}
                  </Anchor>
                </td>
                {STATISTICS.map((name) => (
                  <td key={name}>
                    <StatisticText figure={group.figure} name={name} />
                  </td>
                ))}
                <td>
                  <Rates figure={group.figure} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const MOST_RATES = 3;

/** How often each reviewer accepted; many of them are summed up. */
function Rates({ figure }: { figure: Figure }) {
  const { tn } = useI18n();
  const { reviewers, n } = figure;
  if (n === 0 || reviewers.length > MOST_RATES) {
    return (
      <span className={`${classes.ends ?? ''} ${classes.nowrap ?? ''}`}>
        {n === 0 ? '–' : `${percentOf(2 * figure.both_accept + figure.disagree, 2 * n)} · ${tn('agreement.reviewers', reviewers.length)}`}
      </span>
    );
  }
  return (
    <ul className={classes.rates}>
      {reviewers.map(({ reviewer, accepts, n: given }) => (
        <li key={reviewer.id}>
          {reviewer.name} {percentOf(accepts, given)}
        </li>
      ))}
    </ul>
  );
}

/** All figures unrounded, one row a group. */
export function figuresCsv(groups: readonly Group[], nameOf: (group: Group) => string): string {
  const text = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));
  return toCsv(
    [
      'group',
      'n',
      'both_accept',
      'disagree',
      'both_reject',
      ...STATISTICS.flatMap((name) => [name, `${name}_low`, `${name}_high`]),
      'accept_rate',
      'expected',
      'videos',
      'resamples',
      'seed',
      'excluded',
    ],
    groups.map((group) => {
      const { figure } = group;
      return [
        nameOf(group),
        ...[figure.n, figure.both_accept, figure.disagree, figure.both_reject].map(text),
        ...STATISTICS.flatMap((name) => [
          text(figure[name]),
          text(figure.interval_95[name]?.[0]),
          text(figure.interval_95[name]?.[1]),
        ]),
        text(figure.accept_rate),
        text(figure.expected),
        text(figure.bootstrap.clusters),
        text(figure.bootstrap.resamples),
        text(figure.bootstrap.seed),
        Object.entries(figure.excluded)
          .map(([reason, count]) => `${reason} ${count}`)
          .join('; '),
      ];
    }),
  );
}
