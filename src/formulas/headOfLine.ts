import { symbolValue, type Formula, type SymbolValues } from './Formula.ts';

/** What a consumer does a second when records that fail are tried again in place, and everything behind them waits. */
export const headOfLine: Formula = {
  id: 'head-of-line',
  latex: String.raw`X = \frac{1}{t + p \cdot n \cdot d}`,
  symbols: [
    { id: 't', latex: 't', unit: 'ms', min: 1, max: 100, step: 1, initial: 10 },
    { id: 'p', latex: 'p', unit: 'probability', min: 0, max: 0.2, step: 0.01, initial: 0.01 },
    { id: 'n', latex: 'n', unit: 'retries', min: 0, max: 10, step: 1, initial: 3 },
    { id: 'd', latex: 'd', unit: 'ms', min: 100, max: 5000, step: 100, initial: 1000 },
  ],
  resultUnit: 'recordsPerSecond',
  assumptions: ['inPlace', 'independent', 'alwaysWork'],
  compute: (values) => 1000 / meanWorkMs(values),
};

/** Of one record, with the retries that it may need. */
function meanWorkMs(values: SymbolValues): number {
  const [work, share, retries, delay] = ['t', 'p', 'n', 'd'].map((id) => symbolValue(headOfLine, values, id));
  return work! + share! * retries! * delay!;
}
