import { coefficient, percentOf } from '../numbers';
import type { Group } from '../queries';
import { PlotFrame } from './PlotFrame';
import classes from './Plots.module.css';
import { shortened } from './scale';

interface PairMatrixProps {
  title: string;
  caption: string;
  groups: readonly Group[];
}

const CELL = { width: 92, height: 58 };
const LEFT = 132;
const TOP = 34;

interface Person {
  id: number;
  name: string;
}

/** Everybody who is in a pair, by name. */
export function peopleOf(groups: readonly Group[]): readonly Person[] {
  const people = new Map(groups.flatMap(({ reviewers = [] }) => reviewers).map((person) => [person.id, person]));
  return [...people.values()].sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
}

/** Who agrees with whom: in each cell the observed agreement, alpha and n; the darker, the more they agree. */
export function PairMatrix({ title, caption, groups }: PairMatrixProps) {
  const people = peopleOf(groups);
  const rows = people.slice(0, -1);
  const columns = people.slice(1);
  const find = (one: Person, other: Person): Group | undefined =>
    groups.find(({ reviewers = [] }) => reviewers.some(({ id }) => id === one.id) && reviewers.some(({ id }) => id === other.id));
  return (
    <PlotFrame
      title={title}
      caption={caption}
      width={LEFT + columns.length * CELL.width + 8}
      height={TOP + rows.length * CELL.height + 8}
    >
      {columns.map((person, column) => (
        <text
          key={person.id}
          className={classes.text}
          x={LEFT + (column + 0.5) * CELL.width}
          y={TOP - 12}
          textAnchor="middle"
        >
          {shortened(person.name, 12)}
        </text>
      ))}
      {rows.map((person, row) => (
        <g key={person.id}>
          <text className={classes.text} x={LEFT - 12} y={TOP + (row + 0.5) * CELL.height + 4} textAnchor="end">
            {shortened(person.name, 16)}
          </text>
          {columns.map((other, column) =>
            column < row ? null : (
              <Cell
                key={other.id}
                x={LEFT + column * CELL.width}
                y={TOP + row * CELL.height}
                group={find(person, other)}
              />
            ),
          )}
        </g>
      ))}
    </PlotFrame>
  );
}

function Cell({ x, y, group }: { x: number; y: number; group: Group | undefined }) {
  const middle = x + CELL.width / 2;
  if (group === undefined) {
    return <rect className={classes.noCell} x={x + 1} y={y + 1} width={CELL.width - 2} height={CELL.height - 2} />;
  }
  const { n, disagree, observed, alpha } = group.figure;
  return (
    <g>
      <rect
        className={classes.cell}
        fillOpacity={0.06 + 0.3 * (observed ?? 0)}
        x={x + 1}
        y={y + 1}
        width={CELL.width - 2}
        height={CELL.height - 2}
      />
      <text className={classes.strong} x={middle} y={y + 18} textAnchor="middle">
        {n === 0 ? '–' : percentOf(n - disagree, n)}
      </text>
      <text className={classes.inCell} x={middle} y={y + 34} textAnchor="middle">
        α {alpha === null ? '–' : coefficient(alpha)}
      </text>
      <text className={classes.inCell} x={middle} y={y + 49} textAnchor="middle">
        n = {n}
      </text>
    </g>
  );
}
