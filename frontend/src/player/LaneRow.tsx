import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import { EdgeHandle } from './EdgeHandle';
import { stackRows, type Lane, type LaneSpan } from './lanes';
import type { FrameTimes } from './frames';
import type { Playback } from './Playback';
import { toPixel, type View } from './scale';
import classes from './Timeline.module.css';

export interface EdgeContext {
  playback: Playback;
  view: View;
  width: number;
  duration: number;
  frames: FrameTimes | null;
  points: Float64Array;
}

/** One lane: its spans where they are, with edges that can be dragged where the lane allows it. */
export function LaneRow({ lane, context }: { lane: Lane; context: EdgeContext }) {
  const { view, width } = context;
  const { rows, count } = stackRows(lane.spans);
  const right = view.start + view.length;
  return (
    <div className={classes.lane} role="group" aria-label={lane.name}>
      {lane.spans.map((span, index) => {
        if (span.end < view.start || span.start > right) {
          return null;
        }
        const x = toPixel(view, width, span.start);
        const shown = { left: x, width: toPixel(view, width, span.end) - x, row: rows[index] ?? 0, rows: count };
        return span.start === span.end ? (
          <Moment key={span.key} lane={lane} span={span} left={x} />
        ) : (
          <Stretch key={span.key} lane={lane} span={span} place={shown} context={context} />
        );
      })}
    </div>
  );
}

function Moment({ lane, span, left }: { lane: Lane; span: LaneSpan; left: number }) {
  return (
    <button
      type="button"
      className={classes.moment}
      style={{ left }}
      title={span.name}
      aria-label={`${span.name}, ${formatSeconds(span.start)}`}
      onClick={() => lane.onPick?.(span.key)}
    />
  );
}

interface StretchProps {
  lane: Lane;
  span: LaneSpan;
  place: { left: number; width: number; row: number; rows: number };
  context: EdgeContext;
}

function Stretch({ lane, span, place, context }: StretchProps) {
  const { t } = useI18n();
  const label = t('timeline.span', {
    name: span.name,
    start: formatSeconds(span.start),
    end: formatSeconds(span.end),
  });
  // Named from its visible part: the beginning may lie far outside the view.
  const inset = Math.max(0, -place.left) + (lane.onEdge === undefined ? 6 : 12);
  return (
    <div
      className={classes.stretch}
      data-tone={span.tone}
      data-selected={span.selected === true}
      style={{
        left: place.left,
        width: Math.max(place.width, 2),
        top: `calc(${(place.row / place.rows) * 100}% + 1px)`,
        height: `calc(${100 / place.rows}% - 2px)`,
      }}
    >
      <button
        type="button"
        className={classes.body}
        style={{ paddingInlineStart: inset }}
        aria-label={label}
        title={label}
        disabled={lane.onPick === undefined}
        onClick={() => lane.onPick?.(span.key)}
      >
        {place.rows === 1 && span.name}
      </button>
      {lane.onEdge !== undefined && (
        <>
          <EdgeHandle lane={lane} span={span} edge="start" context={context} />
          <EdgeHandle lane={lane} span={span} edge="end" context={context} />
        </>
      )}
    </div>
  );
}
