import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { useJobsStarted } from '@/jobs/queries';

export type VideoEvent = Schema<'Event'>;
export type EventContent = Pick<VideoEvent, 'start' | 'end' | 'title' | 'participants' | 'emotion_notes'> & {
  cues: Partial<Record<string, string>>;
};

const MOST = 200;

/** All events of a video, in order of time: the list comes in pages. */
export const eventsQuery = (videoId: number) =>
  queryOptions({
    queryKey: ['events', videoId],
    queryFn: async ({ signal }) => {
      const rows: VideoEvent[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await unwrap(
          api.GET('/api/v1/events', { params: { query: { video: videoId, page, page_size: MOST } }, signal }),
        );
        rows.push(...answer.results);
        if (answer.next === null) {
          return rows;
        }
      }
    },
  });

export const contentOf = ({ start, end, title, participants, cues, emotion_notes }: VideoEvent): EventContent => ({
  start, end, title, participants, cues: { ...cues }, emotion_notes,
});

/** Puts an event as the server has it now into the list; a removed one leaves it. */
export function putEvent(queries: QueryClient, event: VideoEvent): void {
  queries.setQueryData(eventsQuery(event.video).queryKey, (rows) => {
    const others = (rows ?? []).filter(({ id }) => id !== event.id);
    return event.removed ? others : [...others, event].sort((one, other) => one.start - other.start || one.end - other.end || one.id - other.id);
  });
}

export const saveEvent = (id: number, version: number, content: EventContent) =>
  unwrap(api.PUT('/api/v1/events/{id}', { params: { path: { id } }, body: { version, ...content } }));

export function useMarkEvent(videoId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (span: { start: number; end: number; title: string }) =>
      unwrap(api.POST('/api/v1/events', { body: { video: videoId, ...span } })),
    onSuccess: (event) => putEvent(queries, event),
  });
}

/** Takes an event off the timeline, or brings it back. */
export function useEventPresence() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, present }: { id: number; present: boolean }) =>
      present
        ? unwrap(api.POST('/api/v1/events/{id}/restoration', { params: { path: { id } } }))
        : unwrap(api.POST('/api/v1/events/{id}/removal', { params: { path: { id } } })),
    onSuccess: (event) => putEvent(queries, event),
  });
}

export function useClipOfEvent(videoId: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST('/api/v1/events/{id}/clip', { params: { path: { id } } })),
    onSuccess: () => Promise.all([queries.invalidateQueries({ queryKey: ['clips', videoId] }), jobsStarted()]),
  });
}
