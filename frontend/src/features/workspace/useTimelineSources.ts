import { queryOptions, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, unwrap, type Schema } from '@/api/client';
import { problemText } from '@/components/problemText';
import { useI18n } from '@/i18n/I18n';
import { useJobsStarted } from '@/jobs/queries';
import { FILM_HEIGHT, readPeaks, usePlaybackState, type Filmstrip, type LaneSource, type Peaks, type Playback, type Shot, type TimelineSources } from '@/player';
import { videoQuery, type Video } from './queries';

type Kind = Schema<'DerivedFile'>['kind'];


/** The content of a file never changes under its checksum, so it is asked for once. */
const forEver = { staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000, structuralSharing: false } as const;

const peaksQuery = (id: number, sha256: string) =>
  queryOptions({
    ...forEver,
    queryKey: ['videos', 'peaks', id, sha256],
    queryFn: async ({ signal }): Promise<Peaks> => {
      const data: unknown = await unwrap(
        api.GET('/api/v1/videos/{id}/peaks', { params: { path: { id } }, parseAs: 'arrayBuffer', signal }),
      );
      return readPeaks(data as ArrayBuffer);
    },
  });

const shotsQuery = (id: number, sha256: string) =>
  queryOptions({
    ...forEver,
    queryKey: ['videos', 'shots', id, sha256],
    queryFn: async ({ signal }): Promise<readonly Shot[]> => {
      const { shots } = await unwrap(api.GET('/api/v1/videos/{id}/shots', { params: { path: { id } }, signal }));
      return shots;
    },
  });

const filmstripQuery = (id: number, sha256: string) =>
  queryOptions({
    ...forEver,
    queryKey: ['videos', 'filmstrip', id, sha256],
    queryFn: async ({ signal }): Promise<Filmstrip> => {
      const layout = await unwrap(api.GET('/api/v1/videos/{id}/filmstrip', { params: { path: { id } }, signal }));
      const picture: unknown = await unwrap(
        api.GET('/api/v1/videos/{id}/filmstrip/image', { params: { path: { id } }, parseAs: 'blob', signal }),
      );
      // Made as small as it is shown, once: drawing it is then a matter of copying.
      const scale = Math.min(1, (FILM_HEIGHT * window.devicePixelRatio) / layout.tile_height);
      const image = await createImageBitmap(picture as Blob, {
        resizeWidth: Math.round(layout.tile_width * layout.columns * scale),
        resizeHeight: Math.round(layout.tile_height * layout.rows * scale),
        resizeQuality: 'medium',
      });
      return { image, scale, layout };
    },
  });

/**
 * What is made of a video for its timeline, or how far it is; the page looks again by itself (`videoQuery`). The video
 * comes first: nothing else is fetched before it can be played, which matters where the line is slow.
 */
export function useTimelineSources(video: Video | undefined, playback: Playback): TimelineSources {
  const i18n = useI18n();
  const id = video?.id ?? 0;
  const fileOf = (kind: Kind) => video?.derived.find((file) => file.kind === kind);
  const [filmFile, waveFile, shotsFile] = [fileOf('filmstrip'), fileOf('peaks'), fileOf('shots')];
  const shown = usePlaybackState(playback, ({ status }) => status === 'ready' || status === 'failed');
  const first = shown || video?.playable === false;
  const ready = (file: Schema<'DerivedFile'> | undefined) => ({ enabled: first && file?.state === 'ready' });
  const film = useQuery({ ...filmstripQuery(id, filmFile?.sha256 ?? ''), ...ready(filmFile) });
  const wave = useQuery({ ...peaksQuery(id, waveFile?.sha256 ?? ''), ...ready(waveFile) });
  const shots = useQuery({ ...shotsQuery(id, shotsFile?.sha256 ?? ''), ...ready(shotsFile) });
  const retry = useRetryDerived(id);
  const { mutate, isPending, variables } = retry;

  return useMemo(() => {
    const sourceOf = <Data>(kind: Kind, query: UseQueryResult<Data>): LaneSource<Data> | undefined => {
      const file = video?.derived.find((each) => each.kind === kind);
      if (video === undefined || video.state === 'rejected' || video.state === 'retired') {
        return undefined;
      }
      if (file?.state === 'failed') {
        return {
          state: 'failed',
          reason: file.failure_reason,
          retrying: isPending && variables === kind,
          onRetry: () => mutate(kind),
        };
      }
      if (file?.state !== 'ready') {
        return { state: 'making', progress: file?.progress ?? null };
      }
      if (query.error !== null) {
        return {
          state: 'failed',
          reason: problemText(query.error, i18n).detail,
          retrying: query.isFetching,
          onRetry: () => void query.refetch(),
        };
      }
      return query.data === undefined ? { state: 'loading' } : { state: 'ready', data: query.data };
    };
    const sources: TimelineSources = {};
    const filmSource = sourceOf('filmstrip', film);
    const waveSource = sourceOf('peaks', wave);
    const shotsSource = sourceOf('shots', shots);
    if (filmSource !== undefined) sources.film = filmSource;
    if (waveSource !== undefined) {
      const silent = waveSource.state === 'ready' && waveSource.data.levels[0]?.length === 0;
      sources.wave = silent ? { state: 'silent' } : waveSource;
    }
    if (shotsSource !== undefined) sources.shots = shotsSource;
    return sources;
  }, [video, film, wave, shots, mutate, isPending, variables, i18n]);
}

function useRetryDerived(id: number) {
  const queries = useQueryClient();
  const jobsStarted = useJobsStarted();
  return useMutation({
    mutationFn: (kind: Kind) =>
      unwrap(api.POST('/api/v1/videos/{id}/derived/{kind}/retry', { params: { path: { id, kind } } })),
    onSettled: () => Promise.all([queries.invalidateQueries(videoQuery(id)), jobsStarted()]),
  });
}
