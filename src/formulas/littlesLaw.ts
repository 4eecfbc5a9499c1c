import { symbolValue, type Formula } from './Formula.ts';

/** What is in a queue is what comes a second times how long it stays, whatever the order, the distribution or the cause (J. Little, 1961). */
export const littlesLaw: Formula = {
  id: 'littles-law',
  latex: String.raw`L = \lambda \cdot W`,
  symbols: [
    {
      id: 'lambda',
      latex: String.raw`\lambda`,
      unit: 'arrivalsPerSecond',
      min: 0,
      max: 1_000_000,
      step: 1,
      initial: 80,
    },
    { id: 'stay', latex: 'W', unit: 'ms', min: 0, max: 1_000_000, step: 1, initial: 50 },
  ],
  resultUnit: 'inside',
  assumptions: ['steady', 'wholeStay'],
  compute: (values) =>
    (symbolValue(littlesLaw, values, 'lambda') * symbolValue(littlesLaw, values, 'stay')) / 1000,
};
