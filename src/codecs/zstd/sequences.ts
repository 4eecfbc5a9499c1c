import { Output } from '../Output.ts';
import { BitWriter } from './BitWriter.ts';
import { distributionBytes, distributionOf, entropyTable, firstState, nextState } from './entropyTable.ts';
import type { Distribution } from './entropyTable.ts';

/** Literals, then a match. */
export interface Sequence {
  readonly literals: number;
  readonly matchLength: number;
  /** 1 to 3: one of the last distances; else the distance and 3. */
  readonly offsetValue: number;
}

/** A number as a code and how far it is above the least of that code. */
interface Coded {
  readonly code: number;
  readonly extra: number;
  readonly extraBits: number;
}

/** RFC 8878, 3.1.1.3.2.1.1: from which number on each code counts, and with how many bits more. */
const LITERAL_BASES = [
  16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,
];
const LITERAL_BITS = [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
/** Less the three bytes that each match has. */
const MATCH_BASES = [
  32, 34, 36, 38, 40, 44, 48, 56, 64, 80, 96, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,
];
const MATCH_BITS = [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const LEAST_MATCH = 3;

/** RFC 8878, 3.1.1.3.2.2: what they share without being told. */
const LITERAL_DEFAULT: Distribution = {
  log: 6,
  shares: [4, 3, ...repeat(2, 11), 1, 1, 1, ...repeat(2, 9), 3, 2, ...repeat(1, 5), ...repeat(-1, 4)],
};
const OFFSET_DEFAULT: Distribution = {
  log: 5,
  shares: [...repeat(1, 6), 2, 2, 2, ...repeat(1, 15), ...repeat(-1, 5)],
};
const MATCH_DEFAULT: Distribution = {
  log: 6,
  shares: [1, 4, 3, ...repeat(2, 6), ...repeat(1, 37), ...repeat(-1, 7)],
};
/** Distributions of their own are told in so much detail. */
const OWN_LOG = 8;
const OWN_MODE = 2;

/** The section of a block with its sequences: with the distributions that everybody knows, or with its own if that is smaller. */
export function writeSequences(sequences: readonly Sequence[], output: Output): void {
  writeCount(sequences.length, output);
  if (sequences.length === 0) return;
  const literals = sequences.map((sequence) => literalCode(sequence.literals));
  const offsets = sequences.map((sequence) => offsetCode(sequence.offsetValue));
  const matches = sequences.map((sequence) => matchCode(sequence.matchLength));
  const lists = [literals, offsets, matches] as const;
  const known = encoded(lists, [LITERAL_DEFAULT, OFFSET_DEFAULT, MATCH_DEFAULT]);
  const own = ownDistributions(lists);
  if (own !== null) {
    const stream = encoded(lists, own);
    const told = own.map(distributionBytes);
    const size = told.reduce((sum, bytes) => sum + bytes.length, stream.length);
    if (size < known.length) {
      output.byte((OWN_MODE << 6) | (OWN_MODE << 4) | (OWN_MODE << 2));
      for (const bytes of [...told, stream]) output.range(bytes, 0, bytes.length);
      return;
    }
  }
  output.byte(0);
  output.range(known, 0, known.length);
}

function writeCount(count: number, output: Output): void {
  if (count < 128) output.byte(count);
  else if (count < 0x7f00) {
    output.byte((count >> 8) + 128);
    output.byte(count & 0xff);
  } else {
    output.byte(255);
    output.byte((count - 0x7f00) & 0xff);
    output.byte((count - 0x7f00) >> 8);
  }
}

type ThreeOf<T> = readonly [literals: T, offsets: T, matches: T];

/** null: one of the three has a single code, which is told in another way. */
function ownDistributions(lists: ThreeOf<readonly Coded[]>): ThreeOf<Distribution> | null {
  const literals = ownDistribution(lists[0]);
  const offsets = ownDistribution(lists[1]);
  const matches = ownDistribution(lists[2]);
  return literals && offsets && matches && [literals, offsets, matches];
}

function ownDistribution(coded: readonly Coded[]): Distribution | null {
  const counts = new Array<number>(coded.reduce((most, { code }) => Math.max(most, code), 0) + 1).fill(0);
  for (const { code } of coded) counts[code]! += 1;
  return counts.includes(coded.length) ? null : distributionOf(counts, OWN_LOG);
}

/** Read from its end, so the first sequence is written last. */
function encoded(lists: ThreeOf<readonly Coded[]>, distributions: ThreeOf<Distribution>): Uint8Array {
  const [literals, offsets, matches] = lists;
  const literalTable = entropyTable(distributions[0]);
  const offsetTable = entropyTable(distributions[1]);
  const matchTable = entropyTable(distributions[2]);
  const writer = new BitWriter(literals.length * 4);
  const last = literals.length - 1;
  let literalState = firstState(literalTable, literals[last]!.code);
  let offsetState = firstState(offsetTable, offsets[last]!.code);
  let matchState = firstState(matchTable, matches[last]!.code);
  for (let i = last; i >= 0; i--) {
    const [literal, offset, match] = [literals[i]!, offsets[i]!, matches[i]!];
    if (i < last) {
      offsetState = nextState(offsetTable, offsetState, offset.code, writer);
      matchState = nextState(matchTable, matchState, match.code, writer);
      literalState = nextState(literalTable, literalState, literal.code, writer);
    }
    for (const { extra, extraBits } of [literal, match, offset]) writer.add(extra, extraBits);
  }
  writer.add(matchState, matchTable.log);
  writer.add(offsetState, offsetTable.log);
  writer.add(literalState, literalTable.log);
  return writer.closed();
}

function literalCode(literals: number): Coded {
  return coded(literals, 16, LITERAL_BASES, LITERAL_BITS);
}

function matchCode(length: number): Coded {
  return coded(length - LEAST_MATCH, 32, MATCH_BASES, MATCH_BITS);
}

function offsetCode(value: number): Coded {
  const code = 31 - Math.clz32(value);
  return { code, extra: value - (1 << code), extraBits: code };
}

/** Small numbers are their own codes. */
function coded(value: number, plain: number, bases: readonly number[], bits: readonly number[]): Coded {
  if (value < plain) return { code: value, extra: 0, extraBits: 0 };
  let place = bases.length - 1;
  while (bases[place]! > value) place -= 1;
  return { code: plain + place, extra: value - bases[place]!, extraBits: bits[place]! };
}

function repeat(value: number, count: number): number[] {
  return new Array<number>(count).fill(value);
}
