import { IconArrowsHorizontal, IconArrowsMaximize, IconMagnet, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useI18n } from '@/i18n/I18n';
import { IconPress } from '../IconPress';
import type { Playback } from '../Playback';
import { selectionOf } from '../playbackState';
import { usePlaybackState } from '../usePlayback';
import type { TimelineView } from './TimelineView';
import { ZOOM_STEP } from './useTimelineKeys';
import classes from './Timeline.module.css';

interface TimelineToolsProps {
  playback: Playback;
  view: TimelineView;
  snaps: boolean;
  onSnaps: (snaps: boolean) => void;
}

export function TimelineTools({ playback, view, snaps, onSnaps }: TimelineToolsProps) {
  const { t } = useI18n();
  const marks = usePlaybackState(playback, (state) => state.marks);
  const selection = selectionOf(marks);
  const here = (): number => playback.getState().time;
  return (
    <div className={classes.corner}>
      <IconPress small label={t('timeline.zoom_out')} icon={IconZoomOut} onPress={() => view.zoom(1 / ZOOM_STEP, here())} />
      <IconPress small label={t('timeline.zoom_in')} icon={IconZoomIn} onPress={() => view.zoom(ZOOM_STEP, here())} />
      <IconPress small label={t('timeline.fit')} icon={IconArrowsMaximize} onPress={() => view.fitAll()} />
      <IconPress
        small
        label={t('timeline.zoom_selection')}
        icon={IconArrowsHorizontal}
        disabled={selection === null}
        onPress={() => selection !== null && view.showSpan(selection)}
      />
      <IconPress small label={t('timeline.snap')} icon={IconMagnet} pressed={snaps} onPress={() => onSnaps(!snaps)} />
    </div>
  );
}
