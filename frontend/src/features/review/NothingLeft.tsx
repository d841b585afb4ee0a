import { Button } from '@mantine/core';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { EmptyState } from '@/components/EmptyState';
import { useI18n } from '@/i18n/I18n';
import type { Nothing } from './queries';
import type { NextItem } from './useNext';
import { useNow } from './useNow';

interface NothingLeftProps {
  nothing: Nothing;
  /** A filter was set: without it there may be something. */
  filtered: boolean;
  next: NextItem;
}

/** No item can be had: how many are in other hands, when the first may come free, and how to go on. */
export function NothingLeft({ nothing: { held, freesAt }, filtered, next }: NothingLeftProps) {
  const { t, tn, dateTime } = useI18n();
  const now = useNow(10_000);
  const over = freesAt !== null && Date.parse(freesAt) <= now;
  const when =
    freesAt === null ? null : over ? t('review.frees_now') : t('review.frees_at', { when: dateTime(freesAt) });
  return (
    <div role="status">
      <EmptyState
        inset
        icon={held > 0 ? IconHourglass : IconCircleCheck}
        title={t(filtered ? 'review.nothing_filtered' : 'review.nothing')}
        text={held > 0 ? [tn('review.held', held), when].filter((line) => line !== null).join(' ') : t('review.nothing_at_all')}
        action={
          filtered && (
            <Button variant="default" onClick={next.askAny}>
              {t('review.ask_any')}
            </Button>
          )
        }
      />
    </div>
  );
}
