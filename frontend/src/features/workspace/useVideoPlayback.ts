import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { subtitlesQuery } from '@/components/subtitles/queries';
import { usePlayback, useWatched, type Cue, type FrameTimes, type Playback, type Span } from '@/player';
import { framesQuery, useReportWatched } from './queries';

interface VideoPlayback {
  playback: Playback;
  frames: FrameTimes | null;
  cues: readonly Cue[];
  src: string;
  /** Of the subtitles, to edit them; null where there are none. */
  cuesVersion: number | null;
  cuesLoading: boolean;
}

const NO_CUES: readonly Cue[] = [];

interface Options {
  video: { id: number; duration: number | null };
  segments: readonly Span[] | null;
  startAt?: number | undefined;
}

/** The original of a video in the player: with its frame times and subtitles as they come, and reports what is seen. */
export function useVideoPlayback({ video, segments, startAt }: Options): VideoPlayback {
  const frames = useQuery({ ...framesQuery(video.id, video.duration ?? 0), enabled: video.duration !== null });
  const subtitles = useQuery(subtitlesQuery(video.id));
  const table = frames.data ?? null;
  const playback = usePlayback({ frames: table, segments, duration: video.duration, startAt });
  useWatched(playback, useReportWatched(video.id));
  const cues = useMemo(() => subtitles.data?.utterances ?? NO_CUES, [subtitles.data]);
  const cuesVersion = subtitles.data?.file?.version ?? null;
  return { playback, frames: table, cues, cuesVersion, cuesLoading: subtitles.isPending, src: `/api/v1/videos/${video.id}/media` };
}
