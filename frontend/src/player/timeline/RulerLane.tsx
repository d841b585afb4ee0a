import { useMemo } from 'react';
import type { FrameTimes } from '../frames';
import type { Playback } from '../Playback';
import { selectionOf } from '../playbackState';
import type { Span } from '../spans';
import { usePlaybackState } from '../usePlayback';
import { DrawnLane } from './DrawnLane';
import { drawRuler } from './drawRuler';
import type { TimelineView } from './TimelineView';

export const RULER_HEIGHT = 22;

interface RulerLaneProps {
  playback: Playback;
  view: TimelineView;
  width: number;
  frames: FrameTimes | null;
  segments: readonly Span[] | null;
}

export function RulerLane({ playback, view, width, frames, segments }: RulerLaneProps) {
  const marks = usePlaybackState(playback, (state) => state.marks);
  const draw = useMemo(() => drawRuler({ frames, segments, selection: selectionOf(marks) }), [frames, segments, marks]);
  return <DrawnLane view={view} width={width} height={RULER_HEIGHT} draw={draw} />;
}
