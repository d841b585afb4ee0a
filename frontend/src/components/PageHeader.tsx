import { useEffect, type ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** One sentence under the title. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** The title of a page, in the page and in the browser's tab. */
export function PageHeader({ title, note, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · LongEmo Studio`;
  }, [title]);
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <h1 className={classes.title}>{title}</h1>
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
