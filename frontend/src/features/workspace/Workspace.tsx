import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import classes from './Workspace.module.css';

const SIDE = { key: 'longemo.workspace.side', usual: 500, least: 360, most: 860 };
const CUES = { key: 'longemo.workspace.cues', usual: 232, least: 96, most: 620 };
const CUES_WIDTH = { key: 'longemo.workspace.cues-width', usual: 380, least: 280, most: 640 };
/** From this width on the subtitles have a column of their own. */
const WIDE = '(min-width: 110em)';
const KEY_STEP = 24;

interface WorkspaceProps {
  header: ReactNode;
  player: ReactNode;
  timeline: ReactNode;
  cues: ReactNode;
  /** What is written. */
  side: ReactNode;
}

/**
 * Player and timeline on the left, what is written on the right with the subtitles below it; on a wide screen the
 * subtitles stand between the two. The borders move, and stay where they were put.
 */
export function Workspace({ header, player, timeline, cues, side }: WorkspaceProps) {
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const [sideWidth, setSideWidth] = useSize(SIDE);
  const [cuesHeight, setCuesHeight] = useSize(CUES);
  const [cuesWidth, setCuesWidth] = useSize(CUES_WIDTH);
  const style = { '--side': `${sideWidth}px`, '--cues': `${cuesHeight}px`, '--cues-width': `${cuesWidth}px` };
  return (
    <div className={classes.workspace} style={style as CSSProperties}>
      <header className={classes.header}>{header}</header>
      <div className={classes.columns} data-wide={wide}>
        <div className={classes.left}>
          <div className={classes.player}>{player}</div>
          {timeline}
        </div>
        {wide && <Splitter name="workspace.splitter_cues" range={CUES_WIDTH} size={cuesWidth} onSize={setCuesWidth} />}
        {wide && <div className={classes.cues}>{cues}</div>}
        <Splitter name="workspace.splitter" range={SIDE} size={sideWidth} onSize={setSideWidth} />
        <div className={classes.side}>
          <div className={classes.written}>{side}</div>
          {!wide && (
            <>
              <Splitter name="workspace.splitter_cues" range={CUES} size={cuesHeight} onSize={setCuesHeight} flat />
              <div className={classes.cuesBelow}>{cues}</div>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

interface Range {
  key: string;
  usual: number;
  least: number;
  most: number;
}

const useSize = ({ key, usual }: Range) =>
  useLocalStorage({ key, defaultValue: usual, getInitialValueInEffect: false });

interface SplitterProps {
  name: 'workspace.splitter' | 'workspace.splitter_cues';
  range: Range;
  size: number;
  onSize: (size: number) => void;
  /** Lies, and moves up and down. */
  flat?: boolean;
}

/** The border before something, which makes that larger when it is moved away from it. */
function Splitter({ name, range: { least, most, usual }, size, onSize, flat = false }: SplitterProps) {
  const { t } = useI18n();
  const drag = useRef<{ at: number; size: number } | null>(null);
  const put = (next: number): void => onSize(Math.round(Math.min(Math.max(next, least), most)));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const keys: Partial<Record<string, number>> = flat
      ? { ArrowUp: KEY_STEP, ArrowDown: -KEY_STEP }
      : { ArrowLeft: KEY_STEP, ArrowRight: -KEY_STEP };
    const steps = keys[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      put(size + steps);
    }
  };
  const placeOf = (event: PointerEvent): number => (flat ? event.clientY : event.clientX);
  return (
    // A focusable separator is a widget that is moved; the rule takes every separator for a mere line.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={classes.splitter}
      data-flat={flat}
      role="separator"
      aria-orientation={flat ? 'horizontal' : 'vertical'}
      aria-label={t(name)}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: placeOf(event), size };
      }}
      onPointerMove={(event) => drag.current !== null && put(drag.current.size + drag.current.at - placeOf(event))}
      onPointerUp={() => {
        drag.current = null;
      }}
      onDoubleClick={() => onSize(usual)}
    />
  );
}
