import { symbolValue, type Formula } from './Formula.ts';
import { binomialTail } from './binomial.ts';

/** Chance that a write with acks=all is possible, from the availability of one broker: a binomial tail. */
export const availability: Formula = {
  id: 'availability',
  latex: String.raw`A = \sum_{i=m}^{\mathrm{RF}} \binom{\mathrm{RF}}{i}\, a^{i}\,(1-a)^{\mathrm{RF}-i}`,
  symbols: [
    { id: 'a', latex: 'a', unit: 'probability', min: 0.5, max: 0.999, step: 0.01, initial: 0.99 },
    { id: 'rf', latex: String.raw`\mathrm{RF}`, unit: 'replicas', min: 1, max: 3, step: 1, initial: 3 },
    { id: 'm', latex: 'm', unit: 'replicas', min: 1, max: 3, step: 1, initial: 2 },
  ],
  resultUnit: 'probability',
  assumptions: ['detectionIgnored', 'rejoinAtOnce', 'independent', 'controllerAlive'],
  compute: (values) => {
    const rf = symbolValue(availability, values, 'rf');
    const m = Math.min(symbolValue(availability, values, 'm'), rf);
    return binomialTail(rf, m, symbolValue(availability, values, 'a'));
  },
};
