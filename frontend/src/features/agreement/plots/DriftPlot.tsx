import type { Statistic } from '../queries';
import { valuesOf, type PlotRow } from './IntervalPlot';
import { Mark } from './Marks';
import { PlotFrame } from './PlotFrame';
import classes from './Plots.module.css';
import { agreementScale, labelled, position, tickText, type Scale } from './scale';
import { useStatisticNames } from './useStatisticNames';

const WIDTH = 620;
const LEFT = 48;
const RIGHT = WIDTH - 16;
const TOP = 22;
const PANEL = 112;
const GAP = 30;

/** The statistics over time, one panel each under each other on one time axis, with intervals as bars. */
export function DriftPlot({ title, caption, rows }: { title: string; caption: string; rows: readonly PlotRow[] }) {
  const names = useStatisticNames();
  const place = (index: number): number =>
    rows.length === 1 ? (LEFT + RIGHT) / 2 : LEFT + 16 + (index * (RIGHT - LEFT - 32)) / (rows.length - 1);
  const shown = labelled(rows.length, RIGHT - LEFT, 64);
  const bottom = TOP + names.length * (PANEL + GAP);
  return (
    <PlotFrame title={title} caption={caption} width={WIDTH} height={bottom + 24}>
      {names.map(([statistic, name], index) => (
        <Panel
          key={statistic}
          statistic={statistic}
          name={name}
          top={TOP + index * (PANEL + GAP)}
          rows={rows}
          scale={agreementScale(valuesOf(rows, [statistic]))}
          place={place}
        />
      ))}
      {rows.map((row, index) =>
        shown[index] === true ? (
          <g key={row.key}>
            <text className={classes.tick} x={place(index)} y={bottom - 10} textAnchor="middle">
              {row.name}
            </text>
            <text className={classes.tick} x={place(index)} y={bottom + 6} textAnchor="middle">
              n = {row.figure.n}
            </text>
          </g>
        ) : null,
      )}
    </PlotFrame>
  );
}

interface PanelProps {
  statistic: Statistic;
  name: string;
  top: number;
  rows: readonly PlotRow[];
  scale: Scale;
  place: (index: number) => number;
}

function Panel({ statistic, name, top, rows, scale, place }: PanelProps) {
  const height = (value: number): number => position(value, scale, top + PANEL, top);
  const points = rows.map(({ figure }, index) => ({ x: place(index), value: figure[statistic] }));
  return (
    <g>
      <text className={classes.text} x={LEFT} y={top - 8}>
        {name}
      </text>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line className={tick === 0 ? classes.zero : classes.grid} x1={LEFT} x2={RIGHT} y1={height(tick)} y2={height(tick)} />
          <text className={classes.tick} x={LEFT - 8} y={height(tick) + 4} textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {points.slice(1).map(({ x, value }, index) => {
        const before = points[index];
        // A week without a value breaks the line: nothing is known of the way between.
        return before === undefined || before.value === null || value === null ? null : (
          <line key={x} className={classes.way} x1={before.x} y1={height(before.value)} x2={x} y2={height(value)} />
        );
      })}
      {rows.map(({ key, figure }, index) => {
        const [low, high] = figure.interval_95[statistic] ?? [];
        const value = figure[statistic];
        return (
          <g key={key}>
            {low !== undefined && high !== undefined && (
              <line
                className={`${classes.bar ?? ''} ${classes[statistic] ?? ''}`}
                x1={place(index)}
                x2={place(index)}
                y1={height(low)}
                y2={height(high)}
              />
            )}
            {value !== null && <Mark statistic={statistic} x={place(index)} y={height(value)} />}
          </g>
        );
      })}
    </g>
  );
}
