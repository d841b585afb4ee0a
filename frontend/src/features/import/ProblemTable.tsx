import { useI18n } from '@/i18n/I18n';
import type { RecordProblem } from './queries';
import classes from './Import.module.css';

interface ProblemTableProps {
  title: string;
  problems: readonly RecordProblem[];
  /** Of all of them; the list may be shorter. */
  count: number;
}

/** What is wrong or odd, by file and line. */
export function ProblemTable({ title, problems, count }: ProblemTableProps) {
  const { t, number } = useI18n();
  return (
    <section className={classes.block}>
      <h3 className={classes.heading}>{title}</h3>
      {/* Scrolls sideways where it has to, also by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={title}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('import.file')}</th>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('import.record')}</th>
              <th scope="col">{t('import.field')}</th>
              <th scope="col">{t('import.what')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ file, line, record, field, code, message }) => (
              <tr key={`${file} ${line} ${record} ${field} ${code} ${message}`}>
                <td>{file}</td>
                <td className={classes.number}>{line ?? '–'}</td>
                <td>{record ?? '–'}</td>
                <td>{field}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > problems.length && (
        <p className={classes.note}>{t('import.more', { count: number(count - problems.length) })}</p>
      )}
    </section>
  );
}
