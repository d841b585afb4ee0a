import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { show } from '@/test/page';
import { DataTable } from './DataTable';
import { moveFocus, nextOrder, sortDirection, type Column } from './tableModel';

interface Row {
  id: number;
  name: string;
  size: number;
}

const ROWS: Row[] = [
  { id: 7, name: 'Ross', size: 3 },
  { id: 8, name: 'Monica', size: 5 },
  { id: 9, name: 'Joey', size: 1 },
];

const COLUMNS: Column<Row, 'name'>[] = [
  { id: 'name', header: 'Name', order: 'name', fixed: true, text: (row) => row.name, cell: (row) => row.name },
  { id: 'size', header: 'Size', align: 'end', text: (row) => String(row.size), cell: (row) => row.size },
];

function table(rest: Partial<Parameters<typeof DataTable<Row, 'name'>>[0]> = {}) {
  return (
    <DataTable
      name="People"
      storageKey="people"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ id }) => id}
      {...rest}
    />
  );
}

describe('DataTable', () => {
  it('moves between rows by arrow keys and opens the one with the focus by Enter', async () => {
    const onOpen = vi.fn();
    show(table({ onOpen }));
    const user = userEvent.setup();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(onOpen.mock.calls).toEqual([[ROWS[1]]]);
    expect(document.activeElement).toHaveTextContent('Monica');
  });

  it('opens a row by click, but not when a control in it was meant', async () => {
    const onOpen = vi.fn();
    const columns: Column<Row, 'name'>[] = [
      ...COLUMNS,
      { id: 'do', header: 'Do', cell: ({ name }) => <button type="button">Greet {name}</button> },
    ];
    show(table({ onOpen, columns }));
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Greet Joey' }));
    expect(onOpen).not.toHaveBeenCalled();
    await user.click(screen.getByText('Joey'));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[2]);
  });

  it('asks for the next order and says the present one', async () => {
    const onOrder = vi.fn();
    show(table({ order: 'name', onOrder }));
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Name' }));
    expect(onOrder).toHaveBeenCalledExactlyOnceWith('-name');
  });

  it('hides a column and remembers it', async () => {
    const first = show(table());
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Choose columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Size' }));
    expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull();
    first.unmount();
    show(table());
    expect(within(screen.getByRole('grid')).queryByText('Size')).toBeNull();
    expect(within(screen.getByRole('grid')).getByText('Ross')).toBeVisible();
  });

  it('shows what comes here when there are no rows', () => {
    show(table({ rows: [], empty: <p>Nobody yet</p> }));
    expect(screen.getByText('Nobody yet')).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('the table model', () => {
  it('goes through ascending, descending and the own order', () => {
    expect([nextOrder(undefined, 'a'), nextOrder('a', 'a'), nextOrder<'a'>('-a', 'a')]).toEqual(['a', '-a', undefined]);
    expect(sortDirection('-a', 'a')).toBe('descending');
    expect(sortDirection('b', 'a')).toBe('none');
  });

  it('keeps the focus inside the rows', () => {
    expect([moveFocus(-1, 1, 3), moveFocus(-1, -1, 3), moveFocus(2, 1, 3), moveFocus(0, -1, 3)]).toEqual([0, 2, 2, 0]);
    expect(moveFocus(-1, 1, 0)).toBe(-1);
  });
});
