import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { useI18n } from '@/i18n/I18n';
import { sortCues, type Cue } from '../cues';
import type { FrameTimes } from '../frames';
import type { Playback } from '../Playback';
import type { Span } from '../spans';
import { DrawnLane, type Draw } from './DrawnLane';
import { drawWords } from './drawWords';
import { SnapGuide, type EdgeContext } from './EdgeContext';
import { LaneName } from './LaneName';
import { LaneRow } from './LaneRow';
import { LaneStatus } from './LaneStatus';
import { ownerOf, type Lane } from './lanes';
import { Overview } from './Overview';
import { Playhead } from './Playhead';
import { RulerLane } from './RulerLane';
import { SnapLine } from './SnapLine';
import { pointsOf, snapPoints } from './snapping';
import type { TimelineSources } from './sources';
import { TimelineTools } from './TimelineTools';
import { useDerivedLanes } from './useDerivedLanes';
import { useLanesFolded } from './useLanesFolded';
import { useTimelineKeys } from './useTimelineKeys';
import { useTimelinePointer } from './useTimelinePointer';
import { useTimelineView } from './useTimelineView';
import classes from './Timeline.module.css';

interface TimelineProps {
  playback: Playback;
  /** Seconds of the file; a timeline of unknown length shows nothing. */
  duration: number;
  frames: FrameTimes | null;
  cues?: readonly Cue[];
  lanes?: readonly Lane[];
  /** Filmstrip, waveform and shots, or how far they are; without them there are no such lanes. Keep the same object. */
  sources?: TimelineSources;
  /** What is played; the rest is shaded. */
  segments?: readonly Span[] | null;
  /** Shown at first; everything when it is not given. */
  first?: Span | null;
}

const NO_CUES: readonly Cue[] = [];
const NO_LANES: readonly Lane[] = [];
const NO_SOURCES: TimelineSources = {};
const WORDS = 36;
const LANE = 26;
const FOLDED = 16;

/**
 * Ruler, filmstrip, waveform, shots, words and lanes. Click or drag goes to a time; with Shift it selects; Ctrl and
 * wheel zoom, the wheel moves. Lanes can be folded.
 */
export function Timeline({
  playback, duration, frames, cues = NO_CUES, lanes = NO_LANES, sources = NO_SOURCES, segments = null, first = null,
}: TimelineProps) {
  const { t } = useI18n();
  const { ref: measure, width } = useElementSize();
  const view = useTimelineView({ playback, duration, frames, first });
  const sorted = useMemo(() => sortCues(cues), [cues]);
  const drawnWords = useMemo(() => drawWords(sorted), [sorted]);
  const derived = useDerivedLanes(sources, duration);
  const [folded, toggle] = useLanesFolded();
  const [snaps, setSnaps] = useLocalStorage({ key: 'longemo.timeline.snaps', defaultValue: true, getInitialValueInEffect: false });
  const [guide] = useState(() => new SnapGuide());
  const shots = sources.shots?.state === 'ready' ? sources.shots.data : null;
  const points = useMemo(
    () =>
      snapPoints(
        pointsOf('cue', sorted),
        pointsOf('shot', shots ?? []),
        ...lanes.map(({ id, spans }) => pointsOf('span', spans, (index) => ownerOf(id, spans[index]?.key ?? ''))),
      ),
    [sorted, shots, lanes],
  );
  const context: EdgeContext = { playback, view, width, duration, frames, points, snaps, guide };
  useTimelineKeys({ playback, view, snaps, onSnaps: setSnaps });
  const area = useRef<HTMLDivElement>(null);
  const pointer = useTimelinePointer(area, context);
  const heightOf = (id: string, usual: number): number => (folded.has(id) ? FOLDED : usual);
  const nameOf = (id: string, name: string, usual: number) => (
    <LaneName key={id} name={name} height={heightOf(id, usual)} folded={folded.has(id)} onToggle={() => toggle(id)} />
  );
  const drawn = (id: string, draw: Draw, usual: number) => (
    <DrawnLane view={view} width={width} height={heightOf(id, usual)} draw={draw} />
  );
  return (
    <section className={classes.timeline} aria-label={t('timeline.label')}>
      <div className={classes.names}>
        <TimelineTools playback={playback} view={view} snaps={snaps} onSnaps={setSnaps} />
        {derived.map(({ id, name, height }) => nameOf(id, name, height))}
        {nameOf('words', t('timeline.words'), WORDS)}
        {lanes.map(({ id, name }) => nameOf(id, name, LANE))}
      </div>
      <div ref={area} className={classes.area} {...pointer}>
        <div ref={measure} className={classes.measure}>
          <RulerLane playback={playback} view={view} width={width} frames={frames} segments={segments} />
          {derived.map(({ id, name, height, source, draw }) => (
            <div key={id} className={classes.lane} style={{ height: heightOf(id, height) }}>
              {draw === null ? <LaneStatus name={name} source={source} /> : drawn(id, draw, height)}
            </div>
          ))}
          <div className={classes.lane} style={{ height: heightOf('words', WORDS) }}>
            {drawn('words', drawnWords, WORDS)}
          </div>
          {lanes.map((lane) => (
            <LaneRow key={lane.id} lane={lane} context={context} height={heightOf(lane.id, LANE)} folded={folded.has(lane.id)} />
          ))}
          <Playhead playback={playback} view={view} width={width} duration={duration} />
          <SnapLine context={context} />
        </div>
        <Overview view={view} width={width} duration={duration} />
      </div>
    </section>
  );
}
