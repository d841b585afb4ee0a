import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';
import type { Ordering } from '@/components/tableModel';
import { useJobsStarted } from '@/jobs/queries';

export type Video = Schema<'Video'>;
export type VideoDetail = Schema<'VideoDetail'>;

export type VideoOrder = 'title' | 'duration' | 'added_at';

export const PAGE_SIZE = 50;

export interface VideoFilters {
  page?: number;
  order?: Ordering<VideoOrder>;
  search?: string;
  state?: Video['state'];
  domain?: string;
}

export const videosQuery = (projectId: number, filters: VideoFilters) => {
  const { order, ...rest } = filters;
  const query = { ...rest, ...(order === undefined ? {} : { ordering: order }), project: projectId, page_size: PAGE_SIZE };
  return queryOptions({
    queryKey: ['videos', projectId, 'list', filters],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/videos', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const videoQuery = (id: number) =>
  queryOptions({
    queryKey: ['videos', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/videos/{id}', { params: { path: { id } }, signal })),
  });

/** What a person says about a video; the rest the probe finds out. */
export interface VideoDetails {
  title: string;
  source_from: string;
  domain: string;
  licence: string;
  terms: string;
  language: string;
}

export const NO_DETAILS: VideoDetails = { title: '', source_from: '', domain: '', licence: '', terms: '', language: '' };

export const detailsOf = (video: Video): VideoDetails => ({
  title: video.title,
  source_from: video.source_from,
  domain: video.domain,
  licence: video.licence,
  terms: video.terms,
  language: video.language,
});

function useVideosChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: ['videos'] }), jobsStarted()]);
  };
}

export function useChangeVideo(id: number) {
  const changed = useVideosChanged();
  return useMutation({
    mutationFn: (details: VideoDetails) =>
      unwrap(api.PATCH('/api/v1/videos/{id}', { params: { path: { id } }, body: details })),
    onSuccess: changed,
  });
}

interface SubtitleUpload {
  videoId: number;
  file: File;
  /** Empty: found out by the server. */
  encoding: string;
}

const sendSubtitles = ({ videoId, file, encoding }: SubtitleUpload) =>
  unwrap(
    api.POST('/api/v1/videos/{id}/subtitles', {
      params: { path: { id: videoId } },
      // The generated type of a file is text; the serializer below sends the file itself.
      body: { file: file.name, encoding, names: 'speakers' },
      bodySerializer: () => {
        const form = new FormData();
        form.set('file', file);
        if (encoding !== '') {
          form.set('encoding', encoding);
        }
        return form;
      },
    }),
  );

export function useAddSubtitles() {
  const changed = useVideosChanged();
  return useMutation({ mutationFn: sendSubtitles, onSuccess: changed });
}

/** The video is there, but its subtitle file was not taken, for the reason in `cause`. */
export class SubtitlesRefused extends Error {
  constructor(
    readonly videoId: number,
    override readonly cause: unknown,
  ) {
    super('The subtitle file was not taken');
  }
}

interface NewVideo {
  /** Gives the id of the finished upload when it has arrived; null when the person changed their mind. */
  whenSent: () => Promise<string | null>;
  details: VideoDetails;
  subtitles: File | null;
  onCreated: () => void;
}

/** Makes a video of an upload, then sends its subtitles. Goes on to its end when the form is closed meanwhile. */
export function useAddVideo(projectId: number) {
  const changed = useVideosChanged();
  return useMutation({
    mutationFn: async ({ whenSent, details, subtitles, onCreated }: NewVideo): Promise<number | null> => {
      const upload = await whenSent();
      if (upload === null) {
        return null;
      }
      const { id } = await unwrap(api.POST('/api/v1/videos', { body: { project: projectId, upload, ...details } }));
      onCreated();
      if (subtitles !== null) {
        try {
          await sendSubtitles({ videoId: id, file: subtitles, encoding: '' });
        } catch (error) {
          throw new SubtitlesRefused(id, error);
        }
      }
      return id;
    },
    onSettled: changed,
  });
}
