import { IconArrowDown, IconArrowUp, IconGripVertical, IconMagnet, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { ApiError } from '@/api/problems';
import { useI18n, type I18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import { IconPress, pointsOf, snap, snapPoints, TimeField, type Cue, type FrameTimes, type Playback, type Segment, type SegmentProblem } from '@/player';
import type { useSegments } from './useSegments';
import classes from './Side.module.css';

/** How far the edge of a subtitle may lie away, in seconds, for the button that snaps to it. */
const SNAP_REACH = 1.5;

interface SegmentRowsProps {
  playback: Playback;
  frames: FrameTimes | null;
  cues: readonly Cue[];
  segments: ReturnType<typeof useSegments>;
  /** What the server said of the last attempt to cut them. */
  refused: unknown;
}

/** The segments being made, in the order in which they will be played. */
export function SegmentRows({ playback, frames, cues, segments: { history, dispatch, problems }, refused }: SegmentRowsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const made = history.present;
  const [drag, setDrag] = useState<{ key: number; gesture: string } | null>(null);
  return (
    <ol className={classes.list} aria-label={t('workspace.segments')}>
      {made.map((segment, index) => (
        <SegmentRow
          key={segment.key}
          segment={segment}
          number={index + 1}
          isLast={index === made.length - 1}
          problem={problemAt(problems, index, refused, i18n)}
          onEdge={(edge, time) => dispatch({ type: 'set_edge', key: segment.key, edge, time })}
          onMove={(by) => dispatch({ type: 'move', key: segment.key, to: index + by })}
          dragged={drag?.key === segment.key}
          onGrab={() => setDrag({ key: segment.key, gesture: crypto.randomUUID() })}
          onOver={() => {
            if (drag !== null && drag.key !== segment.key) {
              dispatch({ type: 'move', key: drag.key, to: index, gesture: drag.gesture });
            }
          }}
          onDrop={() => setDrag(null)}
          onRemove={() => dispatch({ type: 'remove', key: segment.key })}
          onPlay={() => {
            playback.setMarks({ start: segment.start, end: segment.end });
            playback.setLooping(true);
          }}
          onSnap={() => {
            const options = { points: snapPoints(pointsOf('cue', cues)), reach: SNAP_REACH, frames };
            const gesture = crypto.randomUUID();
            for (const edge of ['start', 'end'] as const) {
              dispatch({ type: 'set_edge', key: segment.key, edge, time: snap(segment[edge], options).time, gesture });
            }
          }}
        />
      ))}
    </ol>
  );
}

interface SegmentRowProps {
  segment: Segment;
  number: number;
  isLast: boolean;
  problem: string | null;
  onEdge: (edge: 'start' | 'end', time: number) => void;
  onMove: (by: number) => void;
  dragged: boolean;
  onGrab: () => void;
  /** Another segment is dragged over this one. */
  onOver: () => void;
  onDrop: () => void;
  onRemove: () => void;
  onPlay: () => void;
  onSnap: () => void;
}

function SegmentRow({ segment, number, isLast, problem, onEdge, onMove, dragged, onGrab, onOver, onDrop, onRemove, onPlay, onSnap }: SegmentRowProps) {
  const { t } = useI18n();
  const name = t('workspace.segment', { number });
  const length = Math.max(0, segment.end - segment.start);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onMove(event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    // The row listens for Alt with arrows from its own fields and buttons.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.segment}
      data-dragged={dragged}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        event.preventDefault();
        onOver();
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <div className={classes.line} role="group" aria-label={name}>
        <span
          className={classes.grip}
          draggable
          aria-hidden
          title={t('workspace.drag_segment')}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', name);
            onGrab();
          }}
          onDragEnd={onDrop}
        >
          <IconGripVertical size={14} />
          <span className={classes.badge}>{number}</span>
        </span>
        <TimeField
          label={t('timeline.edge.start', { name })}
          value={segment.start}
          required
          onCommit={(time) => time !== null && onEdge('start', time)}
        />
        <span aria-hidden>–</span>
        <TimeField
          label={t('timeline.edge.end', { name })}
          value={segment.end}
          required
          onCommit={(time) => time !== null && onEdge('end', time)}
        />
        <span className={classes.dim}>{formatSeconds(length)}</span>
        <span className={classes.push}>
          <IconPress small label={t('workspace.play_segment', { number })} icon={IconPlayerPlay} onPress={onPlay} />
          <IconPress small label={t('workspace.snap_segment', { number })} icon={IconMagnet} onPress={onSnap} />
          <IconPress small label={t('workspace.earlier', { name })} icon={IconArrowUp} disabled={number === 1} onPress={() => onMove(-1)} />
          <IconPress small label={t('workspace.later', { name })} icon={IconArrowDown} disabled={isLast} onPress={() => onMove(1)} />
          <IconPress small label={t('workspace.remove', { name })} icon={IconX} onPress={onRemove} />
        </span>
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function problemAt(problems: readonly SegmentProblem[], index: number, refused: unknown, i18n: I18n): string | null {
  const problem = problems.find((each) => each.index === index);
  if (problem !== undefined) {
    return segmentProblemText(problem, i18n);
  }
  const field = `segments.${index}`;
  const told =
    refused instanceof ApiError
      ? refused.fields.find((each) => each.field === field || each.field.startsWith(`${field}.`))
      : undefined;
  return told?.message ?? null;
}

/** The same sentences as the server's. */
function segmentProblemText(problem: SegmentProblem, { t }: I18n): string {
  switch (problem.code) {
    case 'no_segments':
    case 'too_many_segments':
      return t(`workspace.problem.${problem.code}`);
    case 'segments_overlap': {
      const { start, end } = problem.segment;
      return t('workspace.problem.segments_overlap', { other: problem.other + 1, start: formatSeconds(start), end: formatSeconds(end) });
    }
    case 'segment_empty':
      return t('workspace.problem.segment_empty', {
        start: formatSeconds(problem.segment.start),
        end: formatSeconds(problem.segment.end),
      });
    default:
      return t(`workspace.problem.${problem.code}`, { time: formatSeconds(problem.segment[problem.edge]) });
  }
}
