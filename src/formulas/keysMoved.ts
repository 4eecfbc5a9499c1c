import { symbolValue, type Formula } from './Formula.ts';

/** Share of keys that have another partition when there are M in place of N (PP4). */
export const keysMoved: Formula = {
  id: 'keys-moved',
  latex: String.raw`s = 1 - \frac{\min(N, M)}{\operatorname{lcm}(N, M)}`,
  symbols: [
    { id: 'n', latex: 'N', unit: 'partitions', min: 1, max: 60, step: 1, initial: 6 },
    { id: 'm', latex: 'M', unit: 'partitions', min: 1, max: 60, step: 1, initial: 12 },
  ],
  resultUnit: 'probability',
  assumptions: ['manyKeys', 'sameHash'],
  compute: (values) => {
    const n = symbolValue(keysMoved, values, 'n');
    const m = symbolValue(keysMoved, values, 'm');
    return 1 - Math.min(n, m) / leastCommonMultiple(n, m);
  },
};

function leastCommonMultiple(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return (a / large) * b;
}
