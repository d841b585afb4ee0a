import { STATISTICS, type Figure, type Statistic } from '../queries';
import { Legend, Mark } from './Marks';
import { PlotFrame } from './PlotFrame';
import classes from './Plots.module.css';
import { agreementScale, position, shortened, tickText, type Scale } from './scale';
import { useStatisticNames } from './useStatisticNames';

export interface PlotRow {
  key: string;
  name: string;
  figure: Figure;
}

interface PlotProps {
  title: string;
  caption: string;
  rows: readonly PlotRow[];
}

const WIDTH = 620;
const LEFT = 200;
const RIGHT = WIDTH - 20;
const TOP = 36;
const ROW = 54;
const LINE = 14;

/** All values and interval ends of these rows. */
export const valuesOf = (rows: readonly PlotRow[], statistics: readonly Statistic[]): number[] =>
  rows.flatMap(({ figure }) =>
    statistics.flatMap((name) => [figure[name], ...(figure.interval_95[name] ?? [])].filter((value) => value !== null)),
  );

/** One row for each group, with the three statistics under each other and their intervals as bars. */
export function IntervalPlot({ title, caption, rows }: PlotProps) {
  const names = useStatisticNames();
  const scale = agreementScale(valuesOf(rows, STATISTICS));
  const bottom = TOP + rows.length * ROW;
  return (
    <PlotFrame title={title} caption={caption} width={WIDTH} height={bottom + 28}>
      <Legend names={names} x={LEFT - 40} y={14} step={150} />
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? classes.zero : classes.grid}
            x1={position(tick, scale, LEFT, RIGHT)}
            x2={position(tick, scale, LEFT, RIGHT)}
            y1={TOP - 8}
            y2={bottom}
          />
          <text className={classes.tick} x={position(tick, scale, LEFT, RIGHT)} y={bottom + 16} textAnchor="middle">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {rows.map((row, index) => (
        <Row key={row.key} row={row} y={TOP + index * ROW} scale={scale} />
      ))}
    </PlotFrame>
  );
}

function Row({ row, y, scale }: { row: PlotRow; y: number; scale: Scale }) {
  return (
    <g>
      <text className={classes.text} x={LEFT - 14} y={y + 16} textAnchor="end">
        {shortened(row.name, 28)}
      </text>
      <text className={classes.tick} x={LEFT - 14} y={y + 32} textAnchor="end">
        n = {row.figure.n}
      </text>
      {STATISTICS.map((name, index) => {
        const value = row.figure[name];
        const [low, high] = row.figure.interval_95[name] ?? [];
        const line = y + 8 + index * LINE;
        return (
          <g key={name}>
            {low !== undefined && high !== undefined && (
              <line
                className={`${classes.bar ?? ''} ${classes[name] ?? ''}`}
                x1={position(low, scale, LEFT, RIGHT)}
                x2={position(high, scale, LEFT, RIGHT)}
                y1={line}
                y2={line}
              />
            )}
            {value !== null && <Mark statistic={name} x={position(value, scale, LEFT, RIGHT)} y={line} />}
          </g>
        );
      })}
    </g>
  );
}
