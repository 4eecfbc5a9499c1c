import type { SimulationState } from '../../state/Simulation.ts';

type Columns = SimulationState['metrics'];

const copies = new WeakMap<Columns, Columns>();

/** The same numbers in memory that nobody takes away: one copy of each frame's. Null: they are gone, and nobody copied them
 * before. */
export function copyOfColumns(columns: Columns): Columns | null {
  const known = copies.get(columns);
  if (known !== undefined) return known;
  if (isGone(columns)) return null;
  const copy: Columns = {
    names: columns.names,
    timesUs: columns.timesUs.slice(),
    values: columns.values.map((values) => values.slice()),
  };
  copies.set(columns, copy);
  return copy;
}

/** Memory that was handed to another thread has no length any more; of what is empty there is nothing to copy. */
function isGone({ timesUs }: Columns): boolean {
  return timesUs.buffer.byteLength === 0;
}
