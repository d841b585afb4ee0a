import { useSyncExternalStore } from 'react';
import { useI18n } from '@/i18n/I18n';
import type { EdgeContext } from './EdgeContext';
import { toPixel } from './scale';
import { useShownView } from './useTimelineView';
import classes from './Timeline.module.css';

/** Says, while an edge is dragged, to what it sticks. */
export function SnapLine({ context: { guide, view, width } }: { context: EdgeContext }) {
  const { t } = useI18n();
  const { at } = useSyncExternalStore(guide.subscribe, guide.getState);
  const shown = useShownView(view);
  if (at === null) {
    return null;
  }
  return (
    <div className={classes.snapLine} style={{ transform: `translateX(${toPixel(shown, width, at.time)}px)` }} aria-hidden>
      <span className={classes.snapName}>{t(`timeline.snapped.${at.to}`)}</span>
    </div>
  );
}
