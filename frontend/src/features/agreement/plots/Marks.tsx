import type { Statistic } from '../queries';
import classes from './Plots.module.css';

interface MarkProps {
  statistic: Statistic;
  x: number;
  y: number;
}

/** The sign of a statistic: a form of its own, so that no plot needs its colours to be read. */
export function Mark({ statistic, x, y }: MarkProps) {
  const look = classes[statistic];
  if (statistic === 'observed') {
    return <circle className={look} cx={x} cy={y} r={4} />;
  }
  if (statistic === 'alpha') {
    return <rect className={look} x={x - 4} y={y - 4} width={8} height={8} />;
  }
  return <path className={look} d={`M${x} ${y - 5} l5 5 l-5 5 l-5 -5 z`} />;
}

interface LegendProps {
  names: readonly (readonly [Statistic, string])[];
  x: number;
  y: number;
  /** Units from one name to the next. */
  step: number;
}

export function Legend({ names, x, y, step }: LegendProps) {
  return names.map(([statistic, name], index) => (
    <g key={statistic}>
      <Mark statistic={statistic} x={x + index * step + 4} y={y - 4} />
      <text className={classes.text} x={x + index * step + 14} y={y}>
        {name}
      </text>
    </g>
  ));
}
