import { symbolValue, type Formula, type SymbolValues } from './Formula.ts';

/** As kafka-consumer-groups.sh prints it: what the group may read ends at the high watermark, LSO for read_committed (O6). */
export const lag: Formula = {
  id: 'lag',
  latex: String.raw`\mathrm{lag} = \mathrm{HW} - c`,
  symbols: [
    {
      id: 'end',
      latex: String.raw`\mathrm{HW}`,
      unit: 'offset',
      min: 1,
      max: 1_000_000,
      step: 10,
      initial: 100_500,
    },
    { id: 'committed', latex: 'c', unit: 'offset', min: 0, max: 1_000_000, step: 10, initial: 100_400 },
    {
      id: 'rate',
      latex: String.raw`\lambda`,
      unit: 'recordsPerSecond',
      min: 1,
      max: 1000,
      step: 1,
      initial: 10,
    },
  ],
  resultUnit: 'records',
  assumptions: ['ownEnd', 'onePartition'],
  compute: (values) => Math.max(0, symbolValue(lag, values, 'end') - symbolValue(lag, values, 'committed')),
};

/** How old the next record to process is, in seconds, when they come evenly. */
export function timeLagS(values: SymbolValues): number {
  return lag.compute(values) / symbolValue(lag, values, 'rate');
}
