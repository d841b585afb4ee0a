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
  annotator?: 'me' | 'nobody';
}

export const videosQuery = (projectId: number, filters: VideoFilters) => {
  const { order, ...rest } = filters;
  const query = { ...rest, ...(order === undefined ? {} : { ordering: order }), project: projectId, page_size: PAGE_SIZE };
  return queryOptions({
    queryKey: ['videos', projectId, 'list', filters],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/videos', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    // While something is being made of a video of the page, the page tells how far it is.
    refetchInterval: ({ state }) => (state.data?.results.some(isInTheMaking) === true ? WHILE_WORKING : false),
  });
};

const WHILE_WORKING = 3_000;

const isInTheMaking = ({ state, derived }: Video): boolean =>
  state === 'probing' || (state === 'ready' && derived.some((file) => file.state === 'making'));

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
