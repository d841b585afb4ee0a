import { ActionIcon, Checkbox, Popover, Stack, Tooltip } from '@mantine/core';
import { IconColumns3, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import { toCsv } from '@/lib/csv';
import classes from './DataTable.module.css';
import { saveFile } from './saveFile';
import type { Column } from './tableModel';

interface TableToolsProps<Row, Order extends string> {
  name: string;
  columns: readonly Column<Row, Order>[];
  shown: readonly Column<Row, Order>[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  rows: readonly Row[];
  filters: ReactNode;
}

export function TableTools<Row, Order extends string>(props: TableToolsProps<Row, Order>) {
  const { name, columns, shown, hidden, onHidden, rows, filters } = props;
  const { t } = useI18n();
  const exportRows = (): void => {
    const kept = shown.flatMap(({ header, text }) => (text === undefined ? [] : [{ header, text }]));
    const csv = toCsv(
      kept.map(({ header }) => header),
      rows.map((row) => kept.map(({ text }) => text(row))),
    );
    // The mark lets spreadsheets read the file as UTF-8.
    saveFile(`${name}.csv`, `\uFEFF${csv}`, 'text/csv;charset=utf-8');
  };
  return (
    <div className={classes.tools}>
      <div className={classes.filters}>{filters}</div>
      <Popover position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <Tooltip label={t('table.columns')}>
            <ActionIcon aria-label={t('table.columns')}>
              <IconColumns3 size={18} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap={8}>
            {columns.map(({ id, header, fixed }) => (
              <Checkbox
                key={id}
                label={header}
                checked={!hidden.includes(id)}
                disabled={fixed === true}
                onChange={(event) =>
                  onHidden(event.currentTarget.checked ? hidden.filter((other) => other !== id) : [...hidden, id])
                }
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Tooltip label={t('table.csv')}>
        <ActionIcon aria-label={t('table.csv')} onClick={exportRows} disabled={rows.length === 0}>
          <IconDownload size={18} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
