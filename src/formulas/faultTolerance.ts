import { symbolValue, type Formula, type SymbolValues } from './Formula.ts';

/** Brokers that may be gone while acks=all goes on, once the controller has fenced them (A1, A2). */
export const faultTolerance: Formula = {
  id: 'fault-tolerance',
  latex: String.raw`f = \mathrm{RF} - \min\left(m,\ \mathrm{RF}\right)`,
  symbols: [
    { id: 'rf', latex: String.raw`\mathrm{RF}`, unit: 'replicas', min: 1, max: 3, step: 1, initial: 3 },
    { id: 'm', latex: 'm', unit: 'replicas', min: 1, max: 3, step: 1, initial: 2 },
  ],
  resultUnit: 'brokers',
  assumptions: ['fenced', 'inSyncBefore', 'controllerAlive'],
  compute: (values) => {
    const rf = symbolValue(faultTolerance, values, 'rf');
    return rf - Math.min(symbolValue(faultTolerance, values, 'm'), rf);
  },
};

/**
 * The other number, kept apart: how many losses a committed record outlives. `full`: the ISR was full when it was committed;
 * `worst`: it had shrunk to the minimum (R6).
 */
export function recordSurvives(values: SymbolValues): { readonly full: number; readonly worst: number } {
  const rf = symbolValue(faultTolerance, values, 'rf');
  return { full: rf - 1, worst: Math.min(symbolValue(faultTolerance, values, 'm'), rf) - 1 };
}
