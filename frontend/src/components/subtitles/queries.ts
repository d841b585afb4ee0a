import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import { useJobsStarted } from '@/jobs/queries';

export type Names = Schema<'NamesEnum'>;
export type Preview = Schema<'SubtitlesPreview'>;
export type Subtitles = Schema<'Subtitles'>;

/** What reads the subtitles themselves; the video's own query is refreshed with it, since it counts them. */
export const subtitlesQuery = (id: number) =>
  queryOptions({
    queryKey: ['videos', 'subtitles', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/videos/{id}/subtitles', { params: { path: { id } }, signal })),
    staleTime: 60_000,
  });

export const tracksQuery = (id: number) =>
  queryOptions({
    queryKey: ['videos', 'tracks', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/videos/{id}/subtitles/tracks', { params: { path: { id } }, signal })),
  });

export const EDITS_PAGE = 20;

export const editsQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['videos', 'subtitle-edits', id, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/videos/{id}/subtitles/edits', {
          params: { path: { id }, query: { page, page_size: EDITS_PAGE } },
          signal,
        }),
      ),
  });

export interface SubtitleChoice {
  file: File;
  /** Empty: found out by the server. */
  encoding: string;
  names: Names;
}

/** The generated type of a file is text; the serializer sends the file itself. */
const asForm = ({ file, encoding, names }: SubtitleChoice) => ({
  body: { file: file.name, encoding, names },
  bodySerializer: () => {
    const form = new FormData();
    form.set('file', file);
    form.set('names', names);
    if (encoding !== '') {
      form.set('encoding', encoding);
    }
    return form;
  },
});

export const usePreviewSubtitles = (id: number) =>
  useMutation({
    mutationFn: (choice: SubtitleChoice) =>
      unwrap(api.POST('/api/v1/videos/{id}/subtitles/preview', { params: { path: { id } }, ...asForm(choice) })),
  });

const LARGE = new Set<unknown>(['frames', 'peaks', 'filmstrip', 'shots']);

export function useSubtitlesChanged() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      queryKey: ['videos'],
      // What is made of the picture and the sound stays as it is, and is large.
      predicate: ({ queryKey }) => !LARGE.has(queryKey[1]),
    });
}

export function useStoreSubtitles(id: number) {
  const changed = useSubtitlesChanged();
  return useMutation({
    mutationFn: (choice: SubtitleChoice) =>
      unwrap(api.POST('/api/v1/videos/{id}/subtitles', { params: { path: { id } }, ...asForm(choice) })),
    onSuccess: changed,
  });
}

export function useImportTrack(id: number) {
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: (track: number) =>
      unwrap(
        api.POST('/api/v1/videos/{id}/subtitles/tracks/{track}/import', {
          params: { path: { id, track } },
          body: { names: 'text' },
        }),
      ),
    onSuccess: jobsStarted,
  });
}

export interface CueEdit {
  number: number;
  version: number;
  start: number;
  end: number;
  speaker: string;
  text: string;
}

/** Changes one cue, and shows it so at once. */
export function useEditCue(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ number, ...body }: CueEdit) =>
      unwrap(api.PATCH('/api/v1/videos/{id}/utterances/{number}', { params: { path: { id, number } }, body })),
    onSuccess: ({ version, utterance }) => {
      queries.setQueryData(
        subtitlesQuery(id).queryKey,
        (before) =>
          before && {
            file: before.file && { ...before.file, version },
            utterances: before.utterances.map((cue) => (cue.id === utterance.id ? utterance : cue)),
          },
      );
      return queries.invalidateQueries({ queryKey: ['videos', 'subtitle-edits', id] });
    },
    // Somebody else was faster: what they wrote is shown, and one can go on from there.
    onError: () => queries.invalidateQueries({ queryKey: subtitlesQuery(id).queryKey }),
  });
}
