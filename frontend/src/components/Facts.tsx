import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Names and values under each other. A row whose value is null or empty is left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <FactRow key={name} name={name} value={value} />
        ))}
    </dl>
  );
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
