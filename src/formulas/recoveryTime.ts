import { symbolValue, type Formula } from './Formula.ts';

/** How long a lag takes to be worked off while records go on coming; infinite when they come as fast as they are processed. */
export const recoveryTime: Formula = {
  id: 'recovery-time',
  latex: String.raw`T = \frac{\mathrm{lag}}{\mu - \lambda}`,
  symbols: [
    {
      id: 'lag',
      latex: String.raw`\mathrm{lag}`,
      unit: 'records',
      min: 1000,
      max: 200_000,
      step: 1000,
      initial: 100_000,
    },
    {
      id: 'mu',
      latex: String.raw`\mu`,
      unit: 'recordsPerSecond',
      min: 100,
      max: 5000,
      step: 100,
      initial: 1500,
    },
    {
      id: 'lambda',
      latex: String.raw`\lambda`,
      unit: 'recordsPerSecond',
      min: 0,
      max: 5000,
      step: 100,
      initial: 1000,
    },
  ],
  resultUnit: 'seconds',
  assumptions: ['steady', 'onePartition', 'noRebalance'],
  compute: (values) => {
    const surplus = symbolValue(recoveryTime, values, 'mu') - symbolValue(recoveryTime, values, 'lambda');
    return surplus <= 0 ? Infinity : symbolValue(recoveryTime, values, 'lag') / surplus;
  },
};
