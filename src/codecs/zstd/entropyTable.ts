import { BitWriter } from './BitWriter.ts';

/** How symbols share the states of a table of 2^log: −1 is less than one of them. RFC 8878, 4.1. */
export interface Distribution {
  readonly log: number;
  readonly shares: readonly number[];
}

/** What an encoder of Finite State Entropy needs of a distribution. RFC 8878, 4.1. */
interface EntropyTable {
  readonly log: number;
  /** States in the order of their symbols. */
  readonly states: Uint16Array;
  /** By symbol: what is added to a state so that its upper half is the number of bits it gives away. */
  readonly bits: Int32Array;
  /** By symbol: where its states begin, less what is left of a state then. */
  readonly starts: Int32Array;
}

export function entropyTable({ log, shares }: Distribution): EntropyTable {
  const size = 1 << log;
  const symbols = spreadSymbols(log, shares);
  const states = new Uint16Array(size);
  const bits = new Int32Array(shares.length);
  const starts = new Int32Array(shares.length);
  const places: number[] = [];
  let total = 0;
  shares.forEach((share, symbol) => {
    const held = Math.abs(share);
    places.push(total);
    if (held > 0) {
      // A power of two has one bit less to give away for each of its states.
      const most = held === 1 ? log : log - (31 - Math.clz32(held - 1));
      bits[symbol] = (most << 16) - (held << most);
      starts[symbol] = total - held;
    }
    total += held;
  });
  symbols.forEach((symbol, at) => {
    const place = places[symbol]!;
    states[place] = size + at;
    places[symbol] = place + 1;
  });
  return { log, states, bits, starts };
}

/** Which symbol each state stands for. */
function spreadSymbols(log: number, shares: readonly number[]): Uint8Array {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  let last = size - 1;
  shares.forEach((share, symbol) => {
    if (share === -1) symbols[last--] = symbol;
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  shares.forEach((share, symbol) => {
    for (let i = 0; i < share; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at > last);
    }
  });
  return symbols;
}

/** The state that stands for a symbol without giving bits away: with it an encoder begins. */
export function firstState({ states, bits, starts }: EntropyTable, symbol: number): number {
  const delta = bits[symbol]!;
  const count = (delta + (1 << 15)) >> 16;
  return states[(((count << 16) - delta) >> count) + starts[symbol]!]!;
}

/** Writes what of a state the next symbol does not keep, and returns the state after it. */
export function nextState(
  { states, bits, starts }: EntropyTable,
  state: number,
  symbol: number,
  writer: BitWriter,
): number {
  const count = (state + bits[symbol]!) >> 16;
  writer.add(state, count);
  return states[(state >> count) + starts[symbol]!]!;
}

/** Shares in a table of 2^log that go by how often each symbol occurs: at least one for each that does. */
export function distributionOf(counts: readonly number[], log: number): Distribution {
  const size = 1 << log;
  let total = 0;
  for (const count of counts) total += count;
  const shares = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.floor((count * size) / total))));
  let left = size;
  for (const share of shares) left -= share;
  // What is left over or lacking is the matter of the largest.
  while (left !== 0) {
    const largest = shares.indexOf(Math.max(...shares));
    const change = left > 0 ? left : -1;
    shares[largest]! += change;
    left -= change;
  }
  return { log, shares };
}

/** A distribution as it stands before what it encodes. RFC 8878, 4.1.1. */
export function distributionBytes({ log, shares }: Distribution): Uint8Array {
  const writer = new BitWriter(32);
  writer.add(log - 5, 4);
  let remaining = (1 << log) + 1;
  let threshold = 1 << log;
  let bits = log + 1;
  let symbol = 0;
  while (remaining > 1) {
    const share = shares[symbol++]!;
    const spare = 2 * threshold - 1 - remaining;
    remaining -= Math.abs(share);
    let value = share + 1;
    if (value >= threshold) value += spare;
    writer.add(value, value < spare ? bits - 1 : bits);
    while (remaining > 1 && remaining < threshold) {
      bits -= 1;
      threshold >>= 1;
    }
    if (share !== 0 || remaining <= 1) continue;
    let zeros = 0;
    while (shares[symbol] === 0) {
      zeros += 1;
      symbol += 1;
    }
    for (; zeros >= 3; zeros -= 3) writer.add(3, 2);
    writer.add(zeros, 2);
  }
  return writer.padded();
}
