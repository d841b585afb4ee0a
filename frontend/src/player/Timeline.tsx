import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowsHorizontal, IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react';
import { useI18n } from '@/i18n/I18n';
import { useKeys } from '@/keys/useKeys';
import { sortCues, type Cue } from './cues';
import { drawTimeline } from './drawing';
import type { FrameTimes } from './frames';
import { IconPress } from './IconPress';
import { LaneRow } from './LaneRow';
import type { Lane } from './lanes';
import type { Playback } from './Playback';
import { selectionOf } from './playbackState';
import { Playhead } from './Playhead';
import { toTime } from './scale';
import { snapPoints } from './snapping';
import { clamp, type Span } from './spans';
import { usePlaybackState } from './usePlayback';
import { useTimelineView, type TimelineView } from './useTimelineView';
import classes from './Timeline.module.css';

interface TimelineProps {
  playback: Playback;
  /** Seconds of the file; a timeline of unknown length shows nothing. */
  duration: number;
  frames: FrameTimes | null;
  cues?: readonly Cue[];
  lanes?: readonly Lane[];
  /** What is played; the rest is shaded. */
  segments?: readonly Span[] | null;
  /** Shown at first; everything when it is not given. */
  first?: Span | null;
}

const ZOOM_STEP = 1.6;
const NO_CUES: readonly Cue[] = [];
const NO_LANES: readonly Lane[] = [];

/** Ruler, words and lanes. Click or drag goes to a time; with Shift it selects; Ctrl and wheel zoom, the wheel moves. */
export function Timeline({
  playback, duration, frames, cues = NO_CUES, lanes = NO_LANES, segments = null, first = null,
}: TimelineProps) {
  const { t } = useI18n();
  const { ref: measure, width } = useElementSize();
  const shown = useTimelineView(playback, width, duration, frames, first);
  const sorted = useMemo(() => sortCues(cues), [cues]);
  const points = useMemo(() => snapPoints(sorted, ...lanes.map(({ spans }) => spans)), [sorted, lanes]);
  const { view } = shown;
  const area = useRef<HTMLDivElement>(null);
  useWheel(area, shown);
  useTimelineKeys(playback, shown);
  const context = { playback, view, width, duration, frames, points };
  return (
    <section className={classes.timeline} aria-label={t('timeline.label')}>
      <div className={classes.names}>
        <div className={classes.corner}>
          <ZoomButtons playback={playback} shown={shown} />
        </div>
        <div className={classes.wordsName} aria-hidden>{t('timeline.words')}</div>
        {lanes.map((lane) => (
          <div key={lane.id} className={classes.laneName} title={lane.name} aria-hidden>
            {lane.name}
          </div>
        ))}
      </div>
      <div ref={area} className={classes.area}>
        <div ref={measure} className={classes.measure}>
          <Drawn playback={playback} shown={shown} cues={sorted} frames={frames} segments={segments} duration={duration} />
          {lanes.map((lane) => (
            <LaneRow key={lane.id} lane={lane} context={context} />
          ))}
          <Playhead playback={playback} view={view} width={width} duration={duration} />
        </div>
      </div>
    </section>
  );
}

/** Moves and zooms with the wheel. React's own wheel listeners may not prevent the page from scrolling along. */
function useWheel(area: RefObject<HTMLDivElement | null>, { view, width, bounds, zoom, move }: TimelineView): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) {
      return undefined;
    }
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const x = event.clientX - element.getBoundingClientRect().left;
        zoom(Math.exp(-clamp(event.deltaY, -200, 200) / 200), toTime(view, width, x));
      } else if (view.length < bounds.duration) {
        event.preventDefault();
        move(((event.deltaX + event.deltaY) / Math.max(width, 1)) * view.length);
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area, view, width, bounds, zoom, move]);
}

function useTimelineKeys(playback: Playback, { zoom, fitAll }: TimelineView): void {
  const here = (): number => playback.getState().time;
  useKeys([
    {
      keys: ['+', '='],
      label: 'keys.timeline.zoom_in',
      group: 'playback',
      repeats: true,
      run: () => zoom(ZOOM_STEP, here()),
    },
    {
      keys: ['-'],
      label: 'keys.timeline.zoom_out',
      group: 'playback',
      repeats: true,
      run: () => zoom(1 / ZOOM_STEP, here()),
    },
    { keys: ['0'], label: 'keys.timeline.fit', group: 'playback', run: fitAll },
  ]);
}

function ZoomButtons({ playback, shown }: { playback: Playback; shown: TimelineView }) {
  const { t } = useI18n();
  const marks = usePlaybackState(playback, (state) => state.marks);
  const selection = selectionOf(marks);
  const here = (): number => playback.getState().time;
  const buttons = [
    { label: t('timeline.zoom_out'), icon: IconZoomOut, run: () => shown.zoom(1 / ZOOM_STEP, here()) },
    { label: t('timeline.zoom_in'), icon: IconZoomIn, run: () => shown.zoom(ZOOM_STEP, here()) },
    { label: t('timeline.fit'), icon: IconArrowsMaximize, run: shown.fitAll },
    {
      label: t('timeline.zoom_selection'),
      icon: IconArrowsHorizontal,
      run: () => selection !== null && shown.show(selection),
      disabled: selection === null,
    },
  ];
  return buttons.map(({ label, icon, run, disabled }) => (
    <IconPress key={label} small label={label} icon={icon} disabled={disabled === true} onPress={run} />
  ));
}

interface DrawnProps {
  playback: Playback;
  shown: TimelineView;
  cues: readonly Cue[];
  frames: FrameTimes | null;
  segments: readonly Span[] | null;
  duration: number;
}

/** The ruler and the words, on a canvas. What it shows is in the list of subtitles too, for those who do not see it. */
function Drawn({ playback, shown: { view, width }, cues, frames, segments, duration }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme();
  const marks = usePlaybackState(playback, (state) => state.marks);
  const anchor = useRef<number | null>(null);
  useEffect(() => {
    if (canvas.current !== null && width > 0) {
      drawTimeline(canvas.current, { view, width, cues, frames, segments, selection: selectionOf(marks) });
    }
  }, [view, width, cues, frames, segments, marks, scheme]);

  const timeOf = (event: PointerEvent<HTMLCanvasElement>): number =>
    clamp(toTime(view, width, event.clientX - event.currentTarget.getBoundingClientRect().left), 0, duration);
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.button !== 0) {
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    const time = timeOf(event);
    anchor.current = time;
    if (!event.shiftKey) {
      playback.seek(time);
    }
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (anchor.current === null) {
      return;
    }
    const time = timeOf(event);
    if (event.shiftKey) {
      const edges = [anchor.current, time].map((each) => frames?.nearestEdge(each) ?? each).sort((a, b) => a - b);
      playback.setMarks({ start: edges[0] ?? null, end: edges[1] ?? null });
    } else {
      playback.seek(time);
    }
  };
  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        anchor.current = null;
      }}
    />
  );
}
