import { symbolValue, type Formula } from './Formula.ts';

/** Who waits for each answer before the next request is done as often as answers come, however idle everybody else is. */
export const syncRate: Formula = {
  id: 'sync-rate',
  latex: String.raw`X = \frac{1}{t}`,
  symbols: [{ id: 't', latex: 't', unit: 'ms', min: 1, max: 500, step: 1, initial: 50 }],
  resultUnit: 'recordsPerSecond',
  assumptions: ['oneAtATime', 'roundTripOnly'],
  compute: (values) => 1000 / symbolValue(syncRate, values, 't'),
};
