import { symbolValue, type Formula, type SymbolValues } from './Formula.ts';

/** Members of a group that have something to read: a partition has one owner in a group (G6). */
export const activeConsumers: Formula = {
  id: 'active-consumers',
  latex: String.raw`a = \min\left(M,\ N\right)`,
  symbols: [
    { id: 'members', latex: 'M', unit: 'members', min: 1, max: 500, step: 1, initial: 14 },
    { id: 'partitions', latex: 'N', unit: 'partitions', min: 1, max: 10_000, step: 1, initial: 10 },
  ],
  resultUnit: 'active',
  assumptions: ['oneTopic', 'notShare', 'settled'],
  compute: (values) =>
    Math.min(
      symbolValue(activeConsumers, values, 'members'),
      symbolValue(activeConsumers, values, 'partitions'),
    ),
};

/** Members that have nothing. */
export function idleMembers(values: SymbolValues): number {
  return symbolValue(activeConsumers, values, 'members') - activeConsumers.compute(values);
}
