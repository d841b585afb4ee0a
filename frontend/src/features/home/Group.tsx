import type { ReactNode } from 'react';
import classes from './Home.module.css';

/** Rows of one kind under their name. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className={classes.group}>{title}</h3>
      <ul className={classes.list}>{children}</ul>
    </div>
  );
}
