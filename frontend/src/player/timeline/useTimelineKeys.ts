import { useKeys } from '@/keys/useKeys';
import type { Playback } from '../Playback';
import type { TimelineView } from './TimelineView';

export const ZOOM_STEP = 1.6;

interface Options {
  playback: Playback;
  view: TimelineView;
  snaps: boolean;
  onSnaps: (snaps: boolean) => void;
}

export function useTimelineKeys({ playback, view, snaps, onSnaps }: Options): void {
  const here = (): number => playback.getState().time;
  useKeys([
    {
      keys: ['+', '='],
      label: 'keys.timeline.zoom_in',
      group: 'playback',
      repeats: true,
      run: () => view.zoom(ZOOM_STEP, here()),
    },
    {
      keys: ['-'],
      label: 'keys.timeline.zoom_out',
      group: 'playback',
      repeats: true,
      run: () => view.zoom(1 / ZOOM_STEP, here()),
    },
    { keys: ['0'], label: 'keys.timeline.fit', group: 'playback', run: () => view.fitAll() },
    { keys: ['B'], label: 'keys.timeline.snap', group: 'marking', run: () => onSnaps(!snaps) },
  ]);
}
