import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { AgoText } from '@/components/Times';
import type { Schema } from '@/api/client';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import { EDITS_PAGE, editsQuery } from './queries';
import classes from './Subtitles.module.css';

type Edit = Schema<'UtteranceEdit'>;

interface EditHistoryProps {
  videoId: number;
  onGo?: ((time: number) => void) | undefined;
}

/** What people changed of the subtitles, newest first. */
export function EditHistory({ videoId, onGo }: EditHistoryProps) {
  const { t, tn } = useI18n();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(editsQuery(videoId, page));
  if (data === undefined || data.count === 0) {
    return <ErrorLine error={error} />;
  }
  return (
    <section className={classes.block} aria-label={t('subtitles.edits')}>
      <h4 className={classes.heading}>{tn('subtitles.edit_count', data.count)}</h4>
      <ol className={classes.edits}>
        {data.results.map((edit) => (
          <li key={edit.version}>
            <p className={classes.dim}>
              {onGo === undefined ? (
                edit.id
              ) : (
                <Anchor component="button" type="button" size="xs" onClick={() => onGo(edit.after.start)}>
                  {edit.id}
                </Anchor>
              )}
              {' · '}
              {edit.edited_by.name} · <AgoText at={edit.edited_at} />
            </p>
            <del>{told(edit, 'before')}</del>
            <ins>{told(edit, 'after')}</ins>
          </li>
        ))}
      </ol>
      {data.count > EDITS_PAGE && (
        <div className={classes.pages}>
          <Button size="compact-xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('subtitles.newer')}
          </Button>
          <Button size="compact-xs" variant="default" disabled={page * EDITS_PAGE >= data.count} onClick={() => setPage(page + 1)}>
            {t('subtitles.older')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** One side of an edit: its times only where they are what was changed. */
function told({ before, after }: Edit, side: 'before' | 'after'): string {
  const { start, end, speaker, text } = side === 'before' ? before : after;
  const moved = before.start !== after.start || before.end !== after.end;
  const times = moved ? `${formatSeconds(start)}–${formatSeconds(end)} ` : '';
  return `${times}${speaker === '' ? '' : `${speaker}: `}${text}`;
}
