type Granularity = 'clip' | 'episode';

/** Accepted questions wanted, by granularity and task; a task without a target is not there. */
export type Targets = Record<Granularity, Record<string, number>>;

interface Share {
  granularity: Granularity;
  type: string;
  published_count: number;
}

export const totalOf = ({ clip, episode }: Targets): number =>
  [...Object.values(clip), ...Object.values(episode)].reduce((sum, count) => sum + count, 0);

/**
 * `total` questions over the tasks in the shares of the published benchmark. What rounding down leaves over goes to the
 * largest remainders, so that they add up to `total` exactly; a task that gets none has no target.
 */
export function scaledTargets(tasks: readonly Share[], total: number): Targets {
  const all = tasks.reduce((sum, task) => sum + task.published_count, 0);
  const exact = tasks.map((task) => (task.published_count * total) / all);
  const counts = exact.map((share) => Math.floor(share));
  const left = total - counts.reduce((sum, count) => sum + count, 0);
  exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((one, other) => other.rest - one.rest || one.index - other.index)
    .slice(0, left)
    .forEach(({ index }) => {
      counts[index] = (counts[index] ?? 0) + 1;
    });
  const targets: Targets = { clip: {}, episode: {} };
  tasks.forEach(({ granularity, type }, index) => {
    const count = counts[index] ?? 0;
    if (count > 0) {
      targets[granularity][type] = count;
    }
  });
  return targets;
}
