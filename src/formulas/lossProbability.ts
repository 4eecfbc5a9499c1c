import { symbolValue, type Formula } from './Formula.ts';
import { integerPower } from './binomial.ts';

/**
 * An acknowledged record is lost when each replica that held it at the ack loses it. k is 1 with acks=1 and the size of the
 * maximal ISR with acks=all (A3).
 */
export const lossProbability: Formula = {
  id: 'loss-probability',
  latex: String.raw`P(\text{lost}) = p^{\,k}`,
  symbols: [
    { id: 'p', latex: 'p', unit: 'probability', min: 0.001, max: 0.5, step: 0.01, initial: 0.2 },
    { id: 'k', latex: 'k', unit: 'replicas', min: 1, max: 3, step: 1, initial: 2 },
  ],
  resultUnit: 'probability',
  assumptions: ['independent', 'copyGone', 'allHadIt'],
  compute: (values) =>
    integerPower(symbolValue(lossProbability, values, 'p'), symbolValue(lossProbability, values, 'k')),
};
