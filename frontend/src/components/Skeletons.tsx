import { useI18n } from '@/i18n/I18n';
import classes from './States.module.css';

const WIDTHS = ['72%', '54%', '88%', '40%', '66%', '80%', '48%', '60%'];

const widthAt = (index: number): string => WIDTHS[index % WIDTHS.length] ?? '60%';

/** Grey rows in the shape of the table that is on its way. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  const { t } = useI18n();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          {[0, 1, 2, 3].map((column) => (
            <div key={column} className={classes.bar} style={{ width: widthAt(row + column * 3) }} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Grey lines in the shape of a text or form that is on its way. */
export function BlockSkeleton({ lines = 5 }: { lines?: number }) {
  const { t } = useI18n();
  return (
    <div className={classes.skeleton} role="status" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.bar} style={{ width: widthAt(line) }} />
      ))}
    </div>
  );
}
