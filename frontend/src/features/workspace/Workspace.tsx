import { useLocalStorage } from '@mantine/hooks';
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import classes from './Workspace.module.css';

const LEAST = 360;
const MOST = 860;
const USUAL = 500;
const KEY_STEP = 24;

interface WorkspaceProps {
  header: ReactNode;
  player: ReactNode;
  timeline: ReactNode;
  cues: ReactNode;
  /** The right column. */
  side: ReactNode;
}

/** Player, timeline and subtitles on the left, what is written on the right; the border between them moves. */
export function Workspace({ header, player, timeline, cues, side }: WorkspaceProps) {
  const [width, setWidth] = useLocalStorage({ key: 'longemo.workspace.side', defaultValue: USUAL });
  return (
    <div className={classes.workspace} style={{ '--side': `${width}px` } as CSSProperties}>
      <header className={classes.header}>{header}</header>
      <div className={classes.columns}>
        <div className={classes.left}>
          <div className={classes.player}>{player}</div>
          {timeline}
          <div className={classes.cues}>{cues}</div>
        </div>
        <Splitter width={width} onWidth={setWidth} />
        <div className={classes.side}>{side}</div>
      </div>
    </div>
  );
}

function Splitter({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const { t } = useI18n();
  const drag = useRef<{ x: number; width: number } | null>(null);
  const put = (next: number): void => onWidth(Math.round(Math.min(Math.max(next, LEAST), MOST)));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const steps = { ArrowLeft: KEY_STEP, ArrowRight: -KEY_STEP }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      put(width + steps);
    }
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width };
  };
  return (
    // A focusable separator is a widget that is moved; the rule takes every separator for a mere line.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={classes.splitter}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('workspace.splitter')}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => drag.current !== null && put(drag.current.width + drag.current.x - event.clientX)}
      onPointerUp={() => {
        drag.current = null;
      }}
      onDoubleClick={() => onWidth(USUAL)}
    />
  );
}
