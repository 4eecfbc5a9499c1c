import { symbolValue, type Formula } from './Formula.ts';

/** Header of a record batch v2 (RB1). */
const HEADER_BYTES = 61;

/** Share of a batch that is values: records without a key, handed over at one instant, no compression (RB5). */
export const batchEfficiency: Formula = {
  id: 'batch-efficiency',
  latex: String.raw`\eta = \frac{n \cdot v}{61 + \sum_{i=0}^{n-1} r_i}`,
  symbols: [
    { id: 'n', latex: 'n', unit: 'records', min: 1, max: 500, step: 1, initial: 1 },
    { id: 'v', latex: 'v', unit: 'bytes', min: 1, max: 1000, step: 10, initial: 100 },
  ],
  resultUnit: 'probability',
  assumptions: ['oneBatch', 'noKey', 'noCompression'],
  compute: (values) => {
    const n = symbolValue(batchEfficiency, values, 'n');
    const v = symbolValue(batchEfficiency, values, 'v');
    return (n * v) / batchBytes(n, v);
  },
};

/** Bytes of a batch of `n` records with values of `v` bytes, all of one millisecond. */
export function batchBytes(n: number, v: number): number {
  let bytes = HEADER_BYTES;
  for (let offsetDelta = 0; offsetDelta < n; offsetDelta++) bytes += recordBytes(offsetDelta, v);
  return bytes;
}

/** A record: attributes, time delta 0, offset delta, no key, the value, no headers; before it its own length (RB5). */
function recordBytes(offsetDelta: number, v: number): number {
  const body =
    1 + varintBytes(0) + varintBytes(offsetDelta) + varintBytes(-1) + varintBytes(v) + v + varintBytes(0);
  return varintBytes(body) + body;
}

/** Seven bits a byte, after the sign has moved to the lowest. */
function varintBytes(value: number): number {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let bytes = 1;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes += 1;
  return bytes;
}
