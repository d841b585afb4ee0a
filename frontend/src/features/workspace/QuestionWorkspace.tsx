import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { StateChip } from '@/components/StateChip';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { CueList, Player, Timeline, useAddressTime, type Lane, type Span } from '@/player';
import { useMe, useProject } from '@/session/project';
import { watchedLane } from './lanes';
import { questionQuery, videoQuery, watchedQuery, type Question } from './queries';
import { QuestionSide } from './QuestionSide';
import { useNextQuestion } from './useNextQuestion';
import { useTimelineSources } from './useTimelineSources';
import { usePageTitle } from './usePageTitle';
import { useVideoPlayback } from './useVideoPlayback';
import { VideoInTheMaking } from './VideoInTheMaking';
import { WatchedMeter } from './WatchedMeter';
import { Workspace } from './Workspace';
import classes from './Workspace.module.css';

interface QuestionWorkspaceProps {
  question: Question;
  time: number | undefined;
  onTime: (time: number) => void;
}

const NO_LANES: readonly Lane[] = [];

/** One question: its clip in the player, its form beside it. */
export function QuestionWorkspace({ question, time, onTime }: QuestionWorkspaceProps) {
  const { t } = useI18n();
  const project = useProject();
  const { clip } = question.revision;
  const { video } = clip;
  const isEpisode = question.granularity === 'episode';
  const [plays, setPlays] = useState<'clip' | 'all'>('clip');
  const [formLanes, setFormLanes] = useState<readonly Lane[]>(NO_LANES);
  const segments = useSteady(clip.segments);
  const playing = plays === 'clip' ? segments : null;
  const first = segments?.[0]?.start;
  const details = useQuery(videoQuery(video.id));
  const { playback, frames, cues, cuesLoading, src } = useVideoPlayback({ video, segments: playing, startAt: time ?? first });
  const sources = useTimelineSources(details.data, playback);
  const watched = useWatchedOf(question, isEpisode);
  const next = useNextQuestion(question.id);
  useAddressTime(playback, time, onTime);
  usePageTitle(question.public_id);

  const shownCues = useMemo(
    () =>
      playing === null ? cues : cues.filter((cue) => playing.some(({ start, end }) => cue.start < end && cue.end > start)),
    [cues, playing],
  );
  const lanes = useMemo<Lane[]>(() => {
    const parts = segments ?? (video.duration === null ? [] : [{ start: 0, end: video.duration }]);
    return [
      {
        id: 'clip',
        name: t('workspace.lane.clip'),
        spans: parts.map(({ start, end }, index) => ({
          key: String(index),
          start,
          end,
          tone: 'clip',
          name: parts.length > 1 ? t('workspace.segment', { number: index + 1 }) : clip.public_id,
        })),
      },
      ...formLanes,
      ...(watched === null ? [] : [watchedLane(watched.ranges, t)]),
    ];
  }, [segments, video.duration, clip.public_id, formLanes, watched, t]);

  const extent = segments === null ? null : { start: Math.min(...segments.map(({ start }) => start)), end: Math.max(...segments.map(({ end }) => end)) };
  return (
    <Workspace
      header={
        <>
          <div className={classes.about}>
            <h1 className={classes.title}>{question.public_id}</h1>
            <StateChip state={question.state} />
            <span>
              {t(isEpisode ? 'workspace.g2' : 'workspace.g1')} · <TaskText task={question.task} />
            </span>
            <Link
              className={classes.link}
              to="/projects/$projectId/videos/$videoId"
              params={{ projectId: project.id, videoId: video.id }}
              search={{ clip: clip.id }}
            >
              {video.title} · {clip.public_id}
            </Link>
          </div>
          {segments !== null && (
            <SegmentedControl
              size="xs"
              aria-label={t('workspace.plays')}
              data={[
                { value: 'clip', label: t('workspace.plays.clip') },
                { value: 'all', label: t('workspace.plays.all') },
              ]}
              value={plays}
              onChange={(value) => setPlays(value)}
            />
          )}
          {watched !== null && video.duration !== null && (
            <WatchedMeter share={watched.share} ranges={watched.ranges} duration={video.duration} playback={playback} />
          )}
          {next !== null && (
            <Tooltip label={t('keys.workspace.next')}>
              <ActionIcon aria-label={t('keys.workspace.next')} onClick={next}>
                <IconPlayerTrackNext size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      }
      player={
        details.data !== undefined && !details.data.playable ? (
          <VideoInTheMaking video={details.data} />
        ) : (
          <Player playback={playback} src={src} label={`${video.title}, ${clip.public_id}`} cues={cues} />
        )
      }
      timeline={
        <Timeline
          playback={playback}
          duration={video.duration ?? 0}
          frames={frames}
          cues={cues}
          lanes={lanes}
          sources={sources}
          segments={segments}
          first={extent}
        />
      }
      cues={<CueList playback={playback} cues={shownCues} loading={cuesLoading} />}
      side={<QuestionSide question={question} playback={playback} onLanes={setFormLanes} onNext={next} />}
    />
  );
}

/** The same array for as long as it says the same, however often the question is read anew. */
function useSteady(spans: readonly Span[] | null): readonly Span[] | null {
  const text = JSON.stringify(spans);
  return useMemo(() => JSON.parse(text) as readonly Span[] | null, [text]);
}

/** What the author has watched of an episode, when it is the author who looks. */
function useWatchedOf(question: Question, isEpisode: boolean): { share: number; ranges: Span[] } | null {
  const me = useMe();
  const queries = useQueryClient();
  const asked = isEpisode && question.author.id === me.id;
  const { data } = useQuery({ ...watchedQuery(question.revision.clip.video.id), enabled: asked });
  const share = data?.share;
  useEffect(() => {
    if (share !== undefined) {
      // The checks look at it too.
      void queries.invalidateQueries({ queryKey: questionQuery(question.id).queryKey });
    }
  }, [queries, question.id, share]);
  return useMemo(
    () =>
      !asked || data === undefined
        ? null
        : { share: data.share, ranges: data.ranges.map(([start = 0, end = 0]) => ({ start, end })) },
    [asked, data],
  );
}
