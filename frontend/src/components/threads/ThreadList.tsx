import { IconMessages } from '@tabler/icons-react';
import { EmptyState } from '@/components/EmptyState';
import { useI18n } from '@/i18n/I18n';
import type { Thread } from './queries';
import { ThreadItem, type ThreadClock } from './ThreadItem';
import classes from './Threads.module.css';

interface ThreadListProps {
  threads: readonly Thread[];
  clock?: ThreadClock;
  onField?: (field: string) => void;
}

/** What is open first, then, folded, what is settled. */
export function ThreadList({ threads, clock, onField }: ThreadListProps) {
  const { t, tn } = useI18n();
  const open = threads.filter(({ resolved_at }) => resolved_at === null);
  const resolved = threads.filter(({ resolved_at }) => resolved_at !== null);
  const item = (thread: Thread) => (
    <ThreadItem
      key={thread.id}
      thread={thread}
      {...(clock !== undefined && { clock })}
      {...(onField !== undefined && { onField })}
    />
  );
  if (threads.length === 0) {
    return <EmptyState inset icon={IconMessages} title={t('threads.none')} text={t('threads.none_text')} />;
  }
  return (
    <div className={classes.list}>
      {open.map(item)}
      {resolved.length > 0 && (
        <details open={open.length === 0}>
          <summary>{tn('threads.settled', resolved.length)}</summary>
          <div className={classes.list}>{resolved.map(item)}</div>
        </details>
      )}
    </div>
  );
}
