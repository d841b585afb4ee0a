import { useState } from 'react';
import type { Column } from './tableModel';

/** Ids of the columns out of sight, remembered in this browser. */
export function useHiddenColumns<Row, Order extends string>(
  storageKey: string,
  columns: readonly Column<Row, Order>[],
): [readonly string[], (hidden: readonly string[]) => void] {
  const key = `longemo.columns.${storageKey}`;
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    const stored = localStorage.getItem(key);
    return stored === null
      ? columns.filter((column) => column.hidden === true).map(({ id }) => id)
      : stored.split(',').filter((id) => id !== '');
  });
  return [
    hidden,
    (next) => {
      localStorage.setItem(key, next.join(','));
      setHidden(next);
    },
  ];
}
