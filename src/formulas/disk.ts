import { symbolValue, type Formula, type SymbolValues } from './Formula.ts';

const SECONDS_PER_DAY = 86_400;
const MEGABYTES_PER_TERABYTE = 1_000_000;

/** Bytes on each broker of a topic with time retention, its partitions spread evenly (RE2). */
export const disk: Formula = {
  id: 'disk',
  latex: String.raw`D = \frac{\lambda \cdot t \cdot \mathrm{RF}}{n}`,
  symbols: [
    {
      id: 'rate',
      latex: String.raw`\lambda`,
      unit: 'megabytesPerSecond',
      min: 1,
      max: 1000,
      step: 1,
      initial: 50,
    },
    { id: 'days', latex: 't', unit: 'days', min: 1, max: 365, step: 1, initial: 7 },
    { id: 'rf', latex: String.raw`\mathrm{RF}`, unit: 'replicas', min: 1, max: 3, step: 1, initial: 3 },
    { id: 'brokers', latex: 'n', unit: 'brokers', min: 1, max: 12, step: 1, initial: 3 },
  ],
  resultUnit: 'terabytes',
  assumptions: ['leavesAtOnce', 'spreadEvenly', 'steady'],
  compute: (values) => {
    const { rf, brokers } = diskReplicas(values);
    const megabytes = symbolValue(disk, values, 'rate') * symbolValue(disk, values, 'days') * SECONDS_PER_DAY;
    return (megabytes * rf) / brokers / MEGABYTES_PER_TERABYTE;
  },
};

/** No broker has two replicas of a partition. */
export function diskReplicas(values: SymbolValues): { readonly rf: number; readonly brokers: number } {
  const brokers = symbolValue(disk, values, 'brokers');
  return { rf: Math.min(symbolValue(disk, values, 'rf'), brokers), brokers };
}
