import { Button } from '@mantine/core';
import { ErrorLine } from '@/components/ErrorPanel';
import { KeyCaps } from '@/components/KeyCaps';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { selectionOf, usePlaybackState, type Playback } from '@/player';
import { useProject } from '@/session/project';
import { EventRow } from './EventRow';
import { useEventPresence, type useMarkEvent } from './queries';
import type { Events } from './useEvents';
import classes from '../Side.module.css';

interface EventsTabProps {
  videoId: number;
  playback: Playback;
  events: Events;
  eventId: number | null;
  onEvent: (id: number | null) => void;
  marking: ReturnType<typeof useMarkEvent>;
  /** Makes an event of the marks. */
  onMark: () => void;
  /** A clip was made of an event, or was there. */
  onClip: (id: number) => void;
}

/** What happens in the video, in order of time: marked, described, and made into clips. */
export function EventsTab({ videoId, playback, events, eventId, onEvent, marking, onMark, onClip }: EventsTabProps) {
  const { t } = useI18n();
  const project = useProject();
  const marks = usePlaybackState(playback, (state) => state.marks);
  const presence = useEventPresence();
  const removed = presence.data?.removed === true ? presence.data : null;
  const ready = selectionOf(marks) !== null;
  return (
    <div className={classes.stack}>
      {project.has('annotator', 'admin') && (
        <section className={classes.section} aria-label={t('events.new')}>
          <div className={classes.buttons}>
            <Button size="xs" disabled={!ready} loading={marking.isPending} rightSection={<KeyCaps keys="E" />} onClick={onMark}>
              {t('events.mark')}
            </Button>
            {!ready && <span className={classes.dim}>{t('events.mark_hint')}</span>}
          </div>
          <ErrorLine error={marking.error} />
        </section>
      )}
      {removed !== null && (
        <p className={classes.line} role="status">
          {t('events.removed', { title: removed.title })}
          <Button size="compact-xs" variant="default" onClick={() => presence.mutate({ id: removed.id, present: true })}>
            {t('events.restore')}
          </Button>
        </p>
      )}
      <ErrorLine error={presence.error} />
      <section className={classes.section} aria-label={t('events.title')}>
        <QueryView query={events.query}>
          {() =>
            events.rows.length === 0 ? (
              <p className={classes.hint}>{t('events.none')}</p>
            ) : (
              <ul className={classes.list}>
                {events.rows.map((row) => (
                  <EventRow
                    key={row.event.id}
                    videoId={videoId}
                    row={row}
                    drafts={events.drafts}
                    playback={playback}
                    selected={row.event.id === eventId}
                    onPick={() => onEvent(row.event.id === eventId ? null : row.event.id)}
                    onRemove={() => {
                      events.drafts.drop(row.event.id);
                      presence.mutate({ id: row.event.id, present: false });
                    }}
                    onClip={onClip}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </div>
  );
}
