import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { EventDrafts, type EventDraft } from './EventDrafts';
import { contentOf, eventsQuery, putEvent, saveEvent, type EventContent, type VideoEvent } from './queries';

export interface EventInHand {
  event: VideoEvent;
  /** As it is written, saved or not. */
  content: EventContent;
  unsaved: EventDraft | null;
}

/** The events of a video as they are written here, and the saving of what is changed. */
export function useEvents(videoId: number) {
  const queries = useQueryClient();
  const query = useQuery(eventsQuery(videoId));
  const [drafts] = useState(
    () =>
      new EventDrafts({
        save: (event, content) => saveEvent(event.id, event.version, content),
        find: (id) => queries.getQueryData(eventsQuery(videoId).queryKey)?.find((event) => event.id === id),
        onSaved: (event) => putEvent(queries, event),
      }),
  );
  const { drafts: unsaved } = useSyncExternalStore(drafts.subscribe, drafts.getState);
  useEffect(() => {
    const flush = (): void => drafts.flushAll();
    const onUnload = (happening: BeforeUnloadEvent): void => {
      if (drafts.getState().drafts.size > 0) {
        drafts.flushAll();
        happening.preventDefault();
      }
    };
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('beforeunload', onUnload);
      flush();
    };
  }, [drafts]);
  const { data } = query;
  const rows = useMemo<EventInHand[]>(
    () =>
      (data ?? []).map((event) => {
        const draft = unsaved.get(event.id) ?? null;
        return { event, content: draft?.content ?? contentOf(event), unsaved: draft };
      }),
    [data, unsaved],
  );
  return { query, rows, drafts };
}

export type Events = ReturnType<typeof useEvents>;
