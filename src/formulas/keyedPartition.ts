import { symbolValue, type Formula } from './Formula.ts';

/** Where a record with a key goes (PP2). A definition: what it gives is what every run has. */
export const keyedPartition: Formula = {
  id: 'keyed-partition',
  latex: String.raw`p = \operatorname{toPositive}\left(\operatorname{murmur2}(\mathit{key})\right) \bmod N`,
  symbols: [
    {
      id: 'h',
      latex: String.raw`\operatorname{toPositive}\left(\operatorname{murmur2}(\mathit{key})\right)`,
      unit: 'hash',
      min: 0,
      max: 0x7fffffff,
      step: 1,
      initial: 0,
    },
    { id: 'n', latex: 'N', unit: 'partitions', min: 1, max: 100, step: 1, initial: 6 },
  ],
  resultUnit: 'partition',
  assumptions: ['javaHash', 'ownKey'],
  compute: (values) => symbolValue(keyedPartition, values, 'h') % symbolValue(keyedPartition, values, 'n'),
};
