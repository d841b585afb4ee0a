import { SegmentedControl, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DomainText } from '@/components/DomainText';
import { VideoStateChip } from '@/components/StateChip';
import { SubtitlesPanel } from '@/components/subtitles/SubtitlesPanel';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { roundToMillis } from '@/lib/time';
import { CueList, Player, selectionOf, Timeline, useAddressTime, type Lane } from '@/player';
import { useMe, useProject } from '@/session/project';
import { ClipsTab } from './ClipsTab';
import { CueEditor } from './CueEditor';
import { CandidatesTab } from './drafting/CandidatesTab';
import { useCandidates } from './drafting/useCandidates';
import { EventsTab } from './events/EventsTab';
import { useMarkEvent } from './events/queries';
import { useEvents } from './events/useEvents';
import { candidatesLane, clipSpans, eventsLane, watchedLane } from './lanes';
import { QuestionsTab } from './QuestionsTab';
import { clipsQuery, questionsOfVideoQuery, watchedQuery, type Video } from './queries';
import { useNextQuestion } from './useNextQuestion';
import { useSegments } from './useSegments';
import { useTimelineSources } from './useTimelineSources';
import { usePageTitle } from './usePageTitle';
import { useVideoPlayback } from './useVideoPlayback';
import { VideoInTheMaking } from './VideoInTheMaking';
import { WatchedMeter } from './WatchedMeter';
import { Workspace } from './Workspace';
import classes from './Workspace.module.css';

interface VideoWorkspaceProps {
  video: Video;
  time: number | undefined;
  onTime: (time: number) => void;
  /** What stands in the right column. */
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** The clip in hand. */
  clipId: number | null;
  onClip: (id: number | null) => void;
}

type Plays = 'all' | 'segments' | 'clip';
export type Tab = 'events' | 'candidates' | 'clips' | 'questions' | 'subtitles';

/** A video: its clips are marked and cut here, and its questions begun. */
export function VideoWorkspace({ video, time, onTime, tab, onTab, clipId, onClip }: VideoWorkspaceProps) {
  const { t, tn } = useI18n();
  const project = useProject();
  const me = useMe();
  // Nothing is known of a video that is not probed yet, and nothing can be marked on it.
  const duration = video.duration ?? 0;
  const segments = useSegments(me.id, video.id, duration);
  const clips = useQuery(clipsQuery(video.id));
  const questions = useQuery(questionsOfVideoQuery(project.id, video.id));
  const watched = useQuery(watchedQuery(video.id));
  const events = useEvents(video.id);
  const marking = useMarkEvent(video.id);
  const [eventId, setEventId] = useState<number | null>(null);
  const [plays, setPlays] = useState<Plays>('all');
  const rows = clips.data?.results;
  const clip = rows?.find(({ id }) => id === clipId) ?? null;
  const made = segments.history.present;
  const playing = plays === 'segments' && made.length > 0 ? made : plays === 'clip' ? (clip?.segments ?? null) : null;
  const { playback, frames, cues, cuesVersion, cuesLoading, src } = useVideoPlayback({ video, segments: playing, startAt: time });
  const sources = useTimelineSources(video, playback);
  useAddressTime(playback, time, onTime);
  const candidates = useCandidates({ videoId: video.id, playback, active: tab === 'candidates', onClip });
  const { rows: proposed, pick: pickCandidate } = candidates;
  const inHand = candidates.current?.id ?? null;
  usePageTitle(video.title);
  useNextQuestion(null);

  const addSelection = (): void => {
    const selection = selectionOf(playback.getState().marks);
    if (selection !== null) {
      segments.dispatch({ type: 'add', span: selection });
      playback.setMarks({ start: null, end: null });
      onTab('clips');
    }
  };
  const markEvent = (): void => {
    const selection = selectionOf(playback.getState().marks);
    if (selection !== null && project.has('annotator', 'admin') && !marking.isPending) {
      onTab('events');
      marking.mutate(
        { start: roundToMillis(selection.start), end: roundToMillis(selection.end), title: t('events.untitled') },
        {
          onSuccess: ({ id }) => {
            playback.setMarks({ start: null, end: null });
            setEventId(id);
          },
        },
      );
    }
  };
  useKeys([
    { keys: ['E'], label: 'keys.workspace.event', group: 'marking', run: markEvent },
    { keys: ['X'], label: 'keys.workspace.segment', group: 'marking', run: addSelection },
    {
      keys: ['Mod+Z'],
      label: 'keys.workspace.undo',
      group: 'marking',
      run: () => segments.dispatch({ type: 'undo' }),
    },
    {
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      label: 'keys.workspace.redo',
      group: 'marking',
      run: () => segments.dispatch({ type: 'redo' }),
    },
  ]);

  const ranges = useMemo(() => toSpans(watched.data?.ranges), [watched.data]);
  const { dispatch } = segments;
  const lanes = useMemo<Lane[]>(
    () => [
      {
        id: 'segments',
        name: t('workspace.lane.segments'),
        spans: made.map(({ key, start, end }, index) => ({
          key: String(key), start, end, tone: 'segment', name: t('workspace.segment', { number: index + 1 }),
        })),
        onEdge: (key, edge, at, gesture) => dispatch({ type: 'set_edge', key: Number(key), edge, time: at, gesture }),
      },
      {
        id: 'clips',
        name: t('workspace.lane.clips'),
        spans: (rows ?? []).flatMap((row) => clipSpans(row, clipId)),
        onPick: (key) => onClip(Number(key.split('.')[0])),
      },
      {
        ...eventsLane(events.rows, eventId, t),
        onEdge: (key, edge, at) => {
          const row = events.rows.find(({ event }) => event.id === Number(key));
          if (row !== undefined) {
            events.drafts.change(row.event.id, { ...row.content, [edge]: roundToMillis(at) });
          }
        },
        onPick: (key) => {
          onTab('events');
          setEventId(Number(key));
        },
      },
      ...(proposed.some(({ state }) => state === 'open')
        ? [
            {
              ...candidatesLane(proposed, inHand, t),
              onPick: (key: string) => {
                onTab('candidates');
                pickCandidate(Number(key));
              },
            },
          ]
        : []),
      watchedLane(ranges, t),
    ],
    [made, rows, clipId, ranges, t, dispatch, onClip, events.rows, events.drafts, eventId, onTab, proposed, inHand, pickCandidate],
  );

  const choices = [
    { value: 'all', label: t('workspace.plays.all') },
    ...(made.length > 0 ? [{ value: 'segments', label: t('workspace.plays.segments') }] : []),
    ...(clip?.segments != null ? [{ value: 'clip', label: clip.public_id }] : []),
  ];
  const playable = video.state === 'ready' && video.playable;
  return (
    <Workspace
      header={
        <>
          <div className={classes.about}>
            <h1 className={classes.title}>{video.title}</h1>
            {video.state !== 'ready' && <VideoStateChip state={video.state} />}
            <span className={classes.dim}>
              <DomainText domain={video.domain} /> · {video.source_from}
            </span>
          </div>
          {choices.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={t('workspace.plays')}
              data={choices}
              value={choices.some(({ value }) => value === plays) ? plays : 'all'}
              onChange={(value) => setPlays(value as Plays)}
            />
          )}
          {watched.data !== undefined && (
            <WatchedMeter share={watched.data.share} ranges={ranges} duration={duration} playback={playback} />
          )}
        </>
      }
      player={
        playable ? (
          <Player playback={playback} src={src} label={video.title} cues={cues} />
        ) : (
          <VideoInTheMaking video={video} />
        )
      }
      timeline={
        <Timeline
          playback={playback}
          duration={duration}
          frames={frames}
          cues={cues}
          lanes={lanes}
          sources={sources}
          segments={playing}
        />
      }
      cues={
        <CueList
          playback={playback}
          cues={cues}
          loading={cuesLoading}
          {...(cuesVersion !== null && project.has('admin')
            ? {
                editor: (cue, onDone) => (
                  <CueEditor key={cue.id} videoId={video.id} version={cuesVersion} cue={cue} onDone={onDone} />
                ),
              }
            : {})}
        />
      }
      side={
        <Tabs value={tab} onChange={(next) => onTab(next as Tab)} className={classes.tabs} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="events">{tn('count.events', events.rows.length)}</Tabs.Tab>
            <Tabs.Tab value="candidates">{t('workspace.tab.candidates')}</Tabs.Tab>
            <Tabs.Tab value="clips">{t('workspace.tab.clips')}</Tabs.Tab>
            <Tabs.Tab value="questions">
              {questions.data === undefined
                ? t('workspace.tab.questions')
                : tn('count.questions', questions.data.count)}
            </Tabs.Tab>
            <Tabs.Tab value="subtitles">{t('videos.subtitles')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="events" className={classes.panel}>
            <EventsTab
              videoId={video.id}
              playback={playback}
              events={events}
              eventId={eventId}
              onEvent={setEventId}
              marking={marking}
              onMark={markEvent}
              onClip={(id) => {
                onClip(id);
                onTab('clips');
              }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="candidates" className={classes.panel}>
            <CandidatesTab video={video} candidates={candidates} />
          </Tabs.Panel>
          <Tabs.Panel value="clips" className={classes.panel}>
            <ClipsTab
              video={video}
              playback={playback}
              frames={frames}
              cues={cues}
              segments={segments}
              events={events.rows}
              clips={clips}
              clipId={clipId}
              onClip={onClip}
              onAdd={addSelection}
              onPlay={(id) => {
                onClip(id);
                setPlays('clip');
              }}
              onPreview={() => {
                setPlays('segments');
                // Before the page has rendered anew: playing begins within these segments, not in the whole video.
                playback.setSegments(made);
                playback.setLooping(false);
                playback.seek(made[0]?.start ?? 0);
                playback.play();
              }}
              onAsk={(id) => {
                onClip(id);
                onTab('questions');
              }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="questions" className={classes.panel}>
            <QuestionsTab questions={questions} clips={rows ?? []} clipId={clipId} onClip={onClip} />
          </Tabs.Panel>
          <Tabs.Panel value="subtitles" className={classes.panel}>
            <div className={classes.padded}>
              <SubtitlesPanel
                projectId={project.id}
                videoId={video.id}
                mayChange={project.has('admin')}
                onGo={(at) => playback.seek(at)}
              />
            </div>
          </Tabs.Panel>
        </Tabs>
      }
    />
  );
}

const toSpans = (ranges: readonly (readonly number[])[] | undefined) =>
  (ranges ?? []).map(([start = 0, end = 0]) => ({ start, end }));
