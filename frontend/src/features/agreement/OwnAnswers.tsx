import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import classes from './Agreement.module.css';
import { coefficient, percentOf } from './numbers';
import { ownAnswersAddress, ownAnswersQuery, type LabelRow, type OwnAnswers as Answers, type Scope } from './queries';

/** How far reviewers agree on what they answered for themselves, before they saw the reference. */
export function OwnAnswers({ scope }: { scope: Scope }) {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(ownAnswersQuery(project.id, scope));
  return (
    <section className={classes.table} aria-label={t('agreement.own')}>
      <div className={classes.tableHead}>
        <h2 className={classes.heading}>{t('agreement.own')}</h2>
        <Button
          variant="default"
          component="a"
          href={ownAnswersAddress(project.id, scope)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('agreement.own_file')}
        </Button>
      </div>
      <p className={classes.note}>{t('agreement.own_note')}</p>
      <QueryView query={query}>{(found) => <Found found={found} />}</QueryView>
    </section>
  );
}

function Found({ found }: { found: Answers }) {
  const i18n = useI18n();
  const { t, number } = i18n;
  const left = Object.entries(found.excluded).map(
    ([reason, count]) => `${translated(i18n, `agreement.left_out.${reason}`, reason)} ${number(count)}`,
  );
  return (
    <>
      {left.length > 0 && <p className={classes.note}>{t('agreement.left_out', { reasons: left.join(' · ') })}</p>}
      {found.labels.length === 0 && found.stages.length === 0 && <p className={classes.note}>{t('agreement.own_none')}</p>}
      {found.labels.length > 0 && (
        <div className={classes.scroller}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('agreement.group')}</th>
                <th scope="col">{t('agreement.items')}</th>
                <th scope="col">{t('agreement.same_sets')}</th>
                <th scope="col">{t('agreement.masi')}</th>
                <th scope="col">{t('agreement.jaccard')}</th>
                <th scope="col">{t('agreement.by_label')}</th>
              </tr>
            </thead>
            <tbody>
              {found.labels.map((row) => (
                <tr key={`${row.granularity} ${row.task} ${row.side}`}>
                  <th scope="row">
                    {row.granularity === 'clip' ? 'G1' : 'G2'} · <TaskText task={row.task} />
                    {row.side !== '' && ` · ${translated(i18n, `agreement.side.${row.side}`, row.side)}`}
                  </th>
                  <td>{number(row.n)}</td>
                  <td>{percentOf(row.same_sets, row.n)}</td>
                  <td>{row.masi === null ? t('agreement.not_computable') : coefficient(row.masi)}</td>
                  <td>{row.jaccard === null ? t('agreement.not_computable') : coefficient(row.jaccard)}</td>
                  <td>
                    <Confusion row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.stages.map((row) => (
        <p key={`${row.granularity} ${row.task}`} className={classes.note}>
          {row.granularity === 'clip' ? 'G1' : 'G2'} · <TaskText task={row.task} />:{' '}
          {row.mean_tau === null
            ? t('agreement.not_computable')
            : t('agreement.tau', { tau: coefficient(row.mean_tau), count: number(row.n), same: number(row.same_orders) })}
        </p>
      ))}
    </>
  );
}

/** Each label that somebody gave: how often both did, how often one alone, and what the other gave in its place. */
function Confusion({ row }: { row: LabelRow }) {
  const { t, tn, number } = useI18n();
  return (
    <details>
      <summary>{tn('agreement.labels', row.confusion.length)}</summary>
      <ul className={classes.rates}>
        {row.confusion.map(({ label, both, only_first: first, only_second: second, instead }) => (
          <li key={label}>
            {t('agreement.label_row', { label, both: number(both), one: number(first + second) })}
            {instead.length > 0 &&
              ` ${t('agreement.instead', { labels: instead.slice(0, 3).map((other) => `${other.label} ${number(other.count)}`).join(', ') })}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
