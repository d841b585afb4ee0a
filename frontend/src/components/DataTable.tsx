import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import classes from './DataTable.module.css';
import { Pager, type Paging } from './Pager';
import { moveFocus, nextOrder, sortDirection, type Column, type Ordering } from './tableModel';
import { TableTools } from './TableTools';
import { useHiddenColumns } from './useHiddenColumns';

interface DataTableProps<Row, Order extends string> {
  /** What the rows are, for screen readers and as the name of the CSV file. */
  name: string;
  /** Key under which the choice of columns is remembered. */
  storageKey: string;
  columns: readonly Column<Row, Order>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  /** Opens a row: by click, or Enter on the row with the focus. */
  onOpen?: (row: Row) => void;
  openKey?: number | undefined;
  order?: Ordering<Order> | undefined;
  onOrder?: (order: Ordering<Order> | undefined) => void;
  filters?: ReactNode;
  paging?: Paging;
  /** The rows shown are being replaced. */
  stale?: boolean;
  /** Stands in place of the rows when there are none. */
  empty?: ReactNode;
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label, select, textarea') !== null;

function cellClass({ align, priority }: { align?: 'start' | 'end'; priority?: 2 | 3 }): string {
  const look = [align === 'end' && classes.end, priority !== undefined && classes[`priority${priority}`]];
  return look.filter(Boolean).join(' ');
}

/** A dense table: sticky header, sorting by the server, arrow keys between rows, column picker and CSV. */
export function DataTable<Row, Order extends string = never>(props: DataTableProps<Row, Order>) {
  const { name, columns, rows, rowKey, onOpen, openKey, order, onOrder, filters, paging, stale, empty } = props;
  const { t } = useI18n();
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(-1);
  const [hidden, setHidden] = useHiddenColumns(props.storageKey, columns);
  const shown = columns.filter(({ id }) => !hidden.includes(id));

  const rowElements = (): HTMLElement[] => [...(body.current?.querySelectorAll<HTMLElement>(':scope > tr') ?? [])];
  const focusRow = (by: 1 | -1): void => {
    const all = rowElements();
    const from = all.findIndex((row) => row.contains(document.activeElement));
    all[moveFocus(from, by, all.length)]?.focus();
  };

  const openFocused = (): void => {
    const found = rows[rowElements().findIndex((row) => row === document.activeElement)];
    if (found !== undefined) {
      onOpen?.(found);
    }
  };

  const opens = onOpen !== undefined;
  useKeys([
    { keys: ['ArrowDown'], label: 'keys.list.next', group: 'list', repeats: true, run: () => focusRow(1) },
    { keys: ['ArrowUp'], label: 'keys.list.previous', group: 'list', repeats: true, run: () => focusRow(-1) },
    { keys: ['Enter'], label: 'keys.list.open', group: 'list', enabled: opens, run: openFocused },
  ]);

  const onRowClick = (row: Row) => (event: MouseEvent) => {
    if (!isControl(event.target) && window.getSelection()?.isCollapsed !== false) {
      onOpen?.(row);
    }
  };
  return (
    <div className={classes.frame}>
      <TableTools
        name={name}
        columns={columns}
        hidden={hidden}
        onHidden={setHidden}
        shown={shown}
        rows={rows}
        filters={filters}
      />
      {rows.length === 0 && empty !== undefined ? (
        empty
      ) : (
        <div className={`${classes.scroll ?? ''} ${stale === true ? (classes.stale ?? '') : ''}`}>
          <table
            className={classes.table}
            // Rows take the focus and can be chosen, which makes a table a grid.
            // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
            role="grid"
            aria-label={name}
            aria-busy={stale === true}
          >
            <thead>
              <tr>
                {shown.map((column) => (
                  <HeadCell key={column.id} column={column} order={order} onOrder={onOrder} />
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row, index) => (
                <tr
                  key={rowKey(row)}
                  className={classes.row}
                  data-opens={opens}
                  tabIndex={index === Math.max(0, Math.min(current, rows.length - 1)) ? 0 : -1}
                  aria-selected={rowKey(row) === openKey}
                  onFocus={() => setCurrent(index)}
                  onClick={onRowClick(row)}
                >
                  {shown.map((column) => (
                    <td key={column.id} className={cellClass(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {paging !== undefined && paging.count > 0 && <Pager {...paging} label={t('table.pages', { name })} />}
    </div>
  );
}

interface HeadCellProps<Row, Order extends string> {
  column: Column<Row, Order>;
  order: Ordering<Order> | undefined;
  onOrder: ((order: Ordering<Order> | undefined) => void) | undefined;
}

function HeadCell<Row, Order extends string>({ column, order, onOrder }: HeadCellProps<Row, Order>) {
  const { width, header } = column;
  const style = width === undefined ? undefined : { width };
  const look = cellClass(column);
  const ownOrder = column.order;
  if (header === '') {
    // What stands below says nothing of its own, such as a bar beside its number.
    return <td className={look} style={style} />;
  }
  if (ownOrder === undefined || onOrder === undefined) {
    return (
      <th scope="col" className={look} style={style}>
        {header}
      </th>
    );
  }
  const direction = sortDirection(order, ownOrder);
  const Icon = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector }[direction];
  return (
    <th scope="col" className={look} style={style} aria-sort={direction}>
      <button
        type="button"
        className={`${classes.sort ?? ''} ${direction === 'none' ? '' : (classes.sorted ?? '')}`}
        onClick={() => onOrder(nextOrder(order, ownOrder))}
      >
        {header}
        <Icon size={12} aria-hidden />
      </button>
    </th>
  );
}
