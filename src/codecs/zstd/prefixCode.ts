import { Output } from '../Output.ts';
import { BitWriter } from './BitWriter.ts';
import { distributionBytes, distributionOf, entropyTable, firstState, nextState } from './entropyTable.ts';

/** No code is longer. RFC 8878, 4.2.1. */
const MOST_BITS = 11;
const WEIGHTS_LOG = 6;
/** So many weights have room in four bits each. */
const MOST_PLAIN_WEIGHTS = 128;

/** A code of Huffman for bytes, by byte. */
export interface PrefixCode {
  readonly codes: Uint16Array;
  /** 0: the byte does not occur. */
  readonly lengths: Uint8Array;
  /** How it is told: a weight for each byte but the last that occurs. */
  readonly description: Uint8Array;
}

/** The best code for what occurs so often; null: none that can be told, or fewer than two bytes occur. */
export function prefixCode(counts: readonly number[]): PrefixCode | null {
  const lengths = codeLengths(counts);
  if (lengths === null) return null;
  const longest = Math.max(...lengths);
  const description = describe(lengths, longest);
  return description && { codes: canonicalCodes(lengths, longest), lengths, description };
}

interface Parcel {
  readonly count: number;
  readonly symbols: readonly number[];
}

/** Lengths of the shortest code of which no word has more than 11 bits, by merging parcels. */
function codeLengths(counts: readonly number[]): Uint8Array | null {
  const single: Parcel[] = [];
  counts.forEach((count, symbol) => {
    if (count > 0) single.push({ count, symbols: [symbol] });
  });
  if (single.length < 2) return null;
  single.sort(byCount);
  let row = single;
  for (let bit = 1; bit < MOST_BITS; bit++) {
    const merged: Parcel[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      const [a, b] = [row[i]!, row[i + 1]!];
      merged.push({ count: a.count + b.count, symbols: [...a.symbols, ...b.symbols] });
    }
    row = [...single, ...merged].sort(byCount);
  }
  const lengths = new Uint8Array(counts.length);
  for (const { symbols } of row.slice(0, 2 * single.length - 2))
    for (const symbol of symbols) lengths[symbol]! += 1;
  return lengths;
}

function byCount(a: Parcel, b: Parcel): number {
  return a.count - b.count;
}

/** The longest words come first; among those of one length the bytes in their order. */
function canonicalCodes(lengths: Uint8Array, longest: number): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = longest; length > 0; length--) {
    lengths.forEach((own, symbol) => {
      if (own === length) codes[symbol] = code++;
    });
    code >>= 1;
  }
  return codes;
}

function describe(lengths: Uint8Array, longest: number): Uint8Array | null {
  const weights: number[] = [];
  lengths.forEach((length) => weights.push(length === 0 ? 0 : longest + 1 - length));
  while (weights[weights.length - 1] === 0) weights.pop();
  // The last follows from the others.
  weights.pop();
  const packed = packedWeights(weights);
  const plainBytes = (weights.length + 1) >> 1;
  if (packed && (packed.length < plainBytes || weights.length > MOST_PLAIN_WEIGHTS)) return packed;
  if (weights.length > MOST_PLAIN_WEIGHTS) return null;
  const output = new Output(plainBytes + 1);
  output.byte(127 + weights.length);
  for (let i = 0; i < weights.length; i += 2) output.byte((weights[i]! << 4) | (weights[i + 1] ?? 0));
  return output.written();
}

/** Weights by Finite State Entropy, in two states that take turns; null: that is not possible. */
function packedWeights(weights: readonly number[]): Uint8Array | null {
  const counts = new Array<number>(Math.max(...weights) + 1).fill(0);
  for (const weight of weights) counts[weight]! += 1;
  if (weights.length < 3 || counts.includes(weights.length)) return null;
  const distribution = distributionOf(counts, WEIGHTS_LOG);
  const table = entropyTable(distribution);
  const writer = new BitWriter(64);
  const states: [number | null, number | null] = [null, null];
  for (let i = weights.length - 1; i >= 0; i--) {
    const turn = (i & 1) as 0 | 1;
    const state = states[turn];
    const weight = weights[i]!;
    states[turn] = state === null ? firstState(table, weight) : nextState(table, state, weight, writer);
  }
  writer.add(states[1]!, WEIGHTS_LOG);
  writer.add(states[0]!, WEIGHTS_LOG);
  const told = distributionBytes(distribution);
  const stream = writer.closed();
  if (told.length + stream.length >= 128) return null;
  const output = new Output(1 + told.length + stream.length);
  output.byte(told.length + stream.length);
  output.range(told, 0, told.length);
  output.range(stream, 0, stream.length);
  return output.written();
}
