import { Store } from '@/lib/Store';
import type { FrameTimes } from '../frames';
import type { Playback } from '../Playback';
import type { SnapKind, SnapPoint } from './snapping';
import type { TimelineView } from './TimelineView';

export interface Guide {
  /** Where the edge that is being dragged has stuck; null while it has not. */
  at: { time: number; to: SnapKind } | null;
}

/** The line that shows to what an edge sticks while it is dragged. */
export class SnapGuide extends Store<Guide> {
  constructor() {
    super({ at: null });
  }

  show(at: Guide['at']): void {
    this.set({ at });
  }
}

/** How near, in pixels, an edge sticks. */
export const STICKS = 7;

/** What the edges in the lanes need to know of the timeline they lie in. */
export interface EdgeContext {
  playback: Playback;
  view: TimelineView;
  width: number;
  duration: number;
  frames: FrameTimes | null;
  points: readonly SnapPoint[];
  snaps: boolean;
  guide: SnapGuide;
}
