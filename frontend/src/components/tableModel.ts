import type { ReactNode } from 'react';

/** An ordering of the server: a name, or the same with a minus for the other direction. */
export type Ordering<Name extends string> = Name | `-${Name}`;

export interface Column<Row, Order extends string = never> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The cell's text for CSV; a column without it is left out of the file. */
  text?: (row: Row) => string;
  /** Name of the server's ordering; a column without it cannot be sorted. */
  order?: Order;
  align?: 'start' | 'end';
  width?: number | string;
  /** Out of sight until picked. */
  hidden?: boolean;
  /** Gives way when the table is narrow: 3 first, then 2. */
  priority?: 2 | 3;
  /** Cannot be hidden. */
  fixed?: boolean;
}

/** The ordering after a click on a column: ascending, then descending, then the table's own. */
export function nextOrder<Order extends string>(
  current: Ordering<Order> | undefined,
  order: Order,
): Ordering<Order> | undefined {
  if (current === order) {
    return `-${order}`;
  }
  return current === `-${order}` ? undefined : order;
}

export function sortDirection(current: string | undefined, order: string): 'ascending' | 'descending' | 'none' {
  if (current === order) {
    return 'ascending';
  }
  return current === `-${order}` ? 'descending' : 'none';
}

/** Where the focus goes from row `index` (-1: no row has it yet) of `count`. */
export function moveFocus(index: number, by: 1 | -1, count: number): number {
  if (count === 0) {
    return -1;
  }
  return index < 0 ? (by > 0 ? 0 : count - 1) : Math.min(count - 1, Math.max(0, index + by));
}
