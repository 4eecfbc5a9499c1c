import { symbolValue, type Formula } from './Formula.ts';

const MOST_BYTES = 100_000_000;

/** How many times smaller the records of a batch become. Kafka's `compression-rate-avg` is the inverse. */
export const compressionRatio: Formula = {
  id: 'compression-ratio',
  latex: String.raw`R = \frac{b_{\text{original}}}{b_{\text{compressed}}}`,
  symbols: [
    {
      id: 'original',
      latex: String.raw`b_{\text{original}}`,
      unit: 'bytes',
      min: 1,
      max: MOST_BYTES,
      step: 1,
      initial: 1000,
    },
    {
      id: 'compressed',
      latex: String.raw`b_{\text{compressed}}`,
      unit: 'bytes',
      min: 1,
      max: MOST_BYTES,
      step: 1,
      initial: 250,
    },
  ],
  resultUnit: 'ratio',
  assumptions: ['likeEvents', 'alikeRecords'],
  compute: (values) =>
    symbolValue(compressionRatio, values, 'original') / symbolValue(compressionRatio, values, 'compressed'),
};
