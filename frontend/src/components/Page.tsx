import { useId, type ReactNode } from 'react';
import classes from './Page.module.css';

/** The body of a page that is read from top to bottom, at a width that reads well. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

interface SectionProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {action}
      </div>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {children}
    </section>
  );
}

/** A short table without tools. The last header may be empty to the eye: give it a name for screen readers. */
export function PlainTable({ headers, children }: { headers: readonly ReactNode[]; children: ReactNode }) {
  return (
    <div className={classes.scroller}>
      <table className={classes.plain}>
        <thead>
          <tr>
            {headers.map((header, index) => (
              // Headers are fixed, so their place is their identity.
              <th key={index} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The fields of a form under each other. */
export function FormBody({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={`${classes.form ?? ''} ${wide ? (classes.wide ?? '') : ''}`}>{children}</div>;
}

export function Buttons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
