import { symbolValue, type Formula, type SymbolValues } from './Formula.ts';

/** How long a record stays at one handler, waiting and work together, with random arrivals and random times of work (M/M/1). */
export const utilisation: Formula = {
  id: 'utilisation',
  latex: String.raw`W = \frac{1}{\mu - \lambda} = \frac{1}{\mu} \cdot \frac{1}{1 - \rho}, \quad \rho = \frac{\lambda}{\mu}`,
  symbols: [
    {
      id: 'lambda',
      latex: String.raw`\lambda`,
      unit: 'recordsPerSecond',
      min: 10,
      max: 200,
      step: 10,
      initial: 50,
    },
    { id: 'mu', latex: String.raw`\mu`, unit: 'recordsPerSecond', min: 20, max: 200, step: 10, initial: 100 },
  ],
  resultUnit: 'ms',
  assumptions: ['poisson', 'exponential', 'oneHandler'],
  compute: (values) => {
    const spare = symbolValue(utilisation, values, 'mu') - symbolValue(utilisation, values, 'lambda');
    return spare <= 0 ? Infinity : 1000 / spare;
  },
};

/** ρ, the share of the time that the handler is at work; 1 and above: it never catches up. */
export function loadOf(values: SymbolValues): number {
  return symbolValue(utilisation, values, 'lambda') / symbolValue(utilisation, values, 'mu');
}
