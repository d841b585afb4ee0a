import { useMemo } from 'react';
import { useI18n } from '@/i18n/I18n';
import { formatSeconds } from '@/lib/time';
import type { EdgeContext } from './EdgeContext';
import { EdgeHandle } from './EdgeHandle';
import { stackRows, type Lane, type LaneSpan } from './lanes';
import { toPixel } from './scale';
import { useShownView } from './useTimelineView';
import classes from './Timeline.module.css';

interface LaneRowProps {
  lane: Lane;
  context: EdgeContext;
  height: number;
  folded: boolean;
}

/** One lane: its spans where they are, with edges that can be dragged where the lane allows it. */
export function LaneRow({ lane, context, height, folded }: LaneRowProps) {
  const { width } = context;
  const view = useShownView(context.view);
  const { rows, count } = useMemo(() => stackRows(lane.spans), [lane.spans]);
  const right = view.start + view.length;
  return (
    <div className={classes.lane} style={{ height }} role="group" aria-label={lane.name}>
      {lane.spans.map((span, index) => {
        if (span.end < view.start || span.start > right) {
          return null;
        }
        const x = toPixel(view, width, span.start);
        const shown = { left: x, width: toPixel(view, width, span.end) - x, row: rows[index] ?? 0, rows: count, folded };
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
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => lane.onPick?.(span.key)}
    >
      <span className={classes.momentName} aria-hidden>
        {span.name}
      </span>
    </button>
  );
}

interface StretchProps {
  lane: Lane;
  span: LaneSpan;
  place: { left: number; width: number; row: number; rows: number; folded: boolean };
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
  const name = place.rows === 1 && !place.folded ? span.name : null;
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
      {lane.onPick === undefined ? (
        <span className={classes.body} style={{ paddingInlineStart: inset }} title={label}>
          {name}
        </span>
      ) : (
        <button
          type="button"
          className={classes.body}
          style={{ paddingInlineStart: inset }}
          aria-label={label}
          title={label}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => lane.onPick?.(span.key)}
        >
          {name}
        </button>
      )}
      {lane.onEdge !== undefined && (
        <>
          <EdgeHandle lane={lane} span={span} edge="start" context={context} />
          <EdgeHandle lane={lane} span={span} edge="end" context={context} />
        </>
      )}
    </div>
  );
}
