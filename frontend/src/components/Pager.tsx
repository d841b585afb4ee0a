import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import classes from './DataTable.module.css';

export interface Paging {
  /** From 1. */
  page: number;
  pageSize: number;
  count: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pageSize, count, onPage, label }: Paging & { label: string }) {
  const { t, number } = useI18n();
  const first = count === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(count, page * pageSize);
  return (
    <nav className={classes.foot} aria-label={label}>
      <span>{t('table.range', { first: number(first), last: number(last), count: number(count) })}</span>
      <ActionIcon aria-label={t('table.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('table.next')} disabled={last >= count} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </nav>
  );
}
