import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { assignmentThreadsQuery } from '@/components/threads/queries';
import { ThreadList } from '@/components/threads/ThreadList';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import { toPrepared, type Playback } from '@/player';
import type { Assignment } from './queries';
import classes from './Verdict.module.css';
import form from './VerdictForm.module.css';

/** What I am asked about an item that I judged, once it is settled; nothing where nobody asks. */
export function AskedThreads({ assignment, playback }: { assignment: Assignment; playback: Playback }) {
  const { t } = useI18n();
  const { segments } = assignment.media;
  const query = useQuery(assignmentThreadsQuery(assignment.id));
  const threads = query.data?.results ?? [];
  if (query.error !== null) {
    return <ErrorLine error={query.error} />;
  }
  return threads.length === 0 ? null : (
    <section className={form.form} aria-label={t('threads.title')}>
      <h2 className={classes.blockTitle}>{t('threads.asked')}</h2>
      <p className={classes.note}>{t('threads.asked_text')}</p>
      <ThreadList
        threads={threads}
        clock={{
          now: () => playback.getState().time,
          seek: (original) => {
            const at = toPrepared(original, segments);
            if (at !== null) {
              playback.seek(at);
            }
          },
          text: (original) => {
            const at = toPrepared(original, segments);
            return at === null ? null : formatSeconds(at);
          },
        }}
      />
    </section>
  );
}
