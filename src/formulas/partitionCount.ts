import { symbolValue, type Formula } from './Formula.ts';

/** Partitions that a rate needs: as many as producers need, or as consumers need, whichever is more. */
export const partitionCount: Formula = {
  id: 'partition-count',
  latex: String.raw`N = \left\lceil \max\left(\frac{T}{p},\ \frac{T}{c}\right) \right\rceil`,
  symbols: [
    { id: 't', latex: 'T', unit: 'megabytesPerSecond', min: 10, max: 2000, step: 10, initial: 300 },
    { id: 'p', latex: 'p', unit: 'megabytesPerSecond', min: 10, max: 500, step: 5, initial: 20 },
    { id: 'c', latex: 'c', unit: 'megabytesPerSecond', min: 10, max: 500, step: 5, initial: 10 },
  ],
  resultUnit: 'partitions',
  assumptions: ['spreadEvenly', 'oneConsumerEach', 'othersSuffice'],
  compute: (values) => {
    const { rate, perPartition, perConsumer } = partitionRates(values);
    return Math.ceil(Math.max(rate / perPartition, rate / perConsumer));
  },
};

/** MB/s: what is to go through the topic, what a producer can put into one partition, what one consumer does. */
export function partitionRates(values: Parameters<Formula['compute']>[0]) {
  return {
    rate: symbolValue(partitionCount, values, 't'),
    perPartition: symbolValue(partitionCount, values, 'p'),
    perConsumer: symbolValue(partitionCount, values, 'c'),
  };
}
