import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { KeyCaps } from '@/components/KeyCaps';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import { lengthOf, selectionOf, usePlaybackState, type Cue, type FrameTimes, type Playback } from '@/player';
import { useProject } from '@/session/project';
import { ClipContext } from './ClipContext';
import { ClipRow } from './ClipRow';
import type { EventInHand } from './events/useEvents';
import { useCreateClip, type Clip, type Video } from './queries';
import { SegmentRows } from './SegmentRows';
import { UndoButtons } from './UndoButtons';
import type { useSegments } from './useSegments';
import classes from './Side.module.css';

interface ClipsTabProps {
  video: Video;
  playback: Playback;
  frames: FrameTimes | null;
  cues: readonly Cue[];
  segments: ReturnType<typeof useSegments>;
  events: readonly EventInHand[];
  clips: UseQueryResult<{ results: Clip[] }>;
  clipId: number | null;
  onClip: (id: number | null) => void;
  /** Makes a segment of the marks. */
  onAdd: () => void;
  onPlay: (id: number) => void;
  /** Plays the segments as the clip will, with the gaps skipped. */
  onPreview: () => void;
  onAsk: (id: number) => void;
}

/** Segments in the making, cutting them, and the clips that are there. */
export function ClipsTab({ video, playback, frames, cues, segments, events, clips, clipId, onClip, onAdd, onPlay, onPreview, onAsk }: ClipsTabProps) {
  const { t } = useI18n();
  const project = useProject();
  const create = useCreateClip(video.id);
  const marks = usePlaybackState(playback, (state) => state.marks);
  const made = segments.history.present;
  const ready = video.state === 'ready';
  const mayMake = project.has('annotator', 'admin');
  const cut = (): void =>
    create.mutate(
      { granularity: 'clip', segments: made.map(({ start, end }) => ({ start, end })) },
      {
        onSuccess: (clip) => {
          segments.dispatch({ type: 'replace', spans: [] });
          onClip(clip.id);
        },
      },
    );
  const takeWhole = (): void =>
    create.mutate({ granularity: 'episode', segments: null }, { onSuccess: (clip) => onAsk(clip.id) });
  return (
    <div className={classes.stack}>
      {mayMake && (
        <section className={classes.section} aria-label={t('workspace.new_clip')}>
          <div className={classes.head}>
            <h2 className={classes.heading}>{t('workspace.new_clip')}</h2>
            {made.length > 0 && (
              <span className={classes.dim}>{t('workspace.length', { length: formatSeconds(lengthOf(made)) })}</span>
            )}
            <span className={classes.push}>
              <UndoButtons
                history={segments.history}
                onUndo={() => segments.dispatch({ type: 'undo' })}
                onRedo={() => segments.dispatch({ type: 'redo' })}
              />
            </span>
          </div>
          {made.length === 0 && <p className={classes.hint}>{t('workspace.no_segments')}</p>}
          <SegmentRows playback={playback} frames={frames} cues={cues} segments={segments} refused={create.error} />
          {made.length > 0 && segments.problems.length === 0 && (
            <ClipContext
              segments={made}
              events={events}
              onTake={(spans) => segments.dispatch({ type: 'replace', spans })}
            />
          )}
          <div className={classes.buttons}>
            <Button
              size="xs"
              variant="default"
              disabled={selectionOf(marks) === null}
              rightSection={<KeyCaps keys="X" />}
              onClick={onAdd}
            >
              {t('workspace.add_segment')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={made.length === 0 || segments.problems.length > 0 || !video.playable}
              onClick={onPreview}
            >
              {t('workspace.preview')}
            </Button>
            <Button
              size="xs"
              disabled={!ready || made.length === 0 || segments.problems.length > 0}
              loading={create.isPending && create.variables.granularity === 'clip'}
              onClick={cut}
            >
              {t('workspace.cut')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={!ready}
              loading={create.isPending && create.variables.granularity === 'episode'}
              onClick={takeWhole}
            >
              {t('workspace.whole')}
            </Button>
          </div>
          <ErrorLine error={create.error} fields={made.flatMap((_, index) => ['', '.start', '.end'].map((part) => `segments.${index}${part}`))} />
        </section>
      )}
      <section className={classes.section} aria-label={t('workspace.clips')}>
        <h2 className={classes.heading}>{t('workspace.clips')}</h2>
        <QueryView query={clips}>
          {({ results }) =>
            results.length === 0 ? (
              <p className={classes.hint}>{t('workspace.no_clips')}</p>
            ) : (
              <ul className={classes.list}>
                {results.map((clip) => (
                  <ClipRow
                    key={clip.id}
                    clip={clip}
                    selected={clip.id === clipId}
                    onPick={() => onClip(clip.id === clipId ? null : clip.id)}
                    onPlay={() => {
                      onPlay(clip.id);
                      playback.seek(clip.segments?.[0]?.start ?? 0);
                    }}
                    onReuse={() => segments.dispatch({ type: 'replace', spans: clip.segments ?? [] })}
                    onAsk={() => onAsk(clip.id)}
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
