import { symbolValue, type Formula } from './Formula.ts';

/** The most that one connection carries to one hot partition: a request holds one batch of it (S4). */
export const inFlightCeiling: Formula = {
  id: 'in-flight-ceiling',
  latex: String.raw`X \le \frac{f \cdot b}{t}`,
  symbols: [
    { id: 'f', latex: 'f', unit: 'requests', min: 1, max: 5, step: 1, initial: 5 },
    { id: 'b', latex: 'b', unit: 'bytes', min: 4096, max: 131072, step: 4096, initial: 16384 },
    { id: 't', latex: 't', unit: 'ms', min: 5, max: 200, step: 5, initial: 40 },
  ],
  resultUnit: 'kilobytesPerSecond',
  assumptions: ['alwaysFull', 'onePartition', 'roundTripOnly'],
  compute: (values) => {
    const inFlight = symbolValue(inFlightCeiling, values, 'f');
    const bytes = symbolValue(inFlightCeiling, values, 'b');
    return (inFlight * bytes) / symbolValue(inFlightCeiling, values, 't');
  },
};
