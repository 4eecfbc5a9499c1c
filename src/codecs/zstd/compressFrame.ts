import { findMatches } from '../findMatches.ts';
import { Output } from '../Output.ts';
import { writeLiterals } from './literals.ts';
import { writeSequences } from './sequences.ts';
import type { Sequence } from './sequences.ts';

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Neither size, dictionary nor checksum are told, as of a stream whose end is not known. */
const FRAME_FLAGS = 0;
/** A window of 2 MiB, which is that of level 3. */
const WINDOW = 11 << 3;
const BLOCK_BYTES = 128 * 1024;
const RAW_BLOCK = 0;
const COMPRESSED_BLOCK = 2;
const FIRST_DISTANCES = [1, 4, 8] as const;

/** Bytes as a frame of Zstandard, in blocks of at most 128 KiB. Matches do not reach back into the block before. RFC 8878. */
export function compressFrame(bytes: Uint8Array): Uint8Array {
  const output = new Output(bytes.length / 2 + 32);
  for (const byte of MAGIC) output.byte(byte);
  output.byte(FRAME_FLAGS);
  output.byte(WINDOW);
  let distances: readonly number[] = FIRST_DISTANCES;
  for (let start = 0; start === 0 || start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES);
    const isLast = start + BLOCK_BYTES >= bytes.length;
    const packed = compressBlock(block, distances);
    const isSmaller = packed.bytes.length < block.length;
    if (isSmaller) ({ distances } = packed);
    const stored = isSmaller ? packed.bytes : block;
    const header =
      (isLast ? 1 : 0) | ((isSmaller ? COMPRESSED_BLOCK : RAW_BLOCK) << 1) | (stored.length << 3);
    for (const shift of [0, 8, 16]) output.byte((header >>> shift) & 0xff);
    output.range(stored, 0, stored.length);
  }
  return output.written();
}

function compressBlock(
  block: Uint8Array,
  before: readonly number[],
): { readonly bytes: Uint8Array; readonly distances: readonly number[] } {
  const literals = new Output(block.length);
  const sequences: Sequence[] = [];
  let distances = before;
  let done = 0;
  findMatches(block, 0, block.length - 3, block.length, BLOCK_BYTES, (from, at, length) => {
    literals.range(block, done, at);
    const coded = codeDistance(at - from, at > done, distances);
    sequences.push({ literals: at - done, matchLength: length, offsetValue: coded.value });
    ({ distances } = coded);
    done = at + length;
  });
  literals.range(block, done, block.length);
  const output = new Output(block.length / 2 + 32);
  writeLiterals(literals.written(), output);
  writeSequences(sequences, output);
  return { bytes: output.written(), distances };
}

/**
 * How a distance is told: as one of the last three, or as it is; and which the last three are then. Right behind another match the
 * last distance cannot be told so, and the others move up. RFC 8878, 3.1.1.5.
 */
function codeDistance(
  distance: number,
  hasLiterals: boolean,
  last: readonly number[],
): { readonly value: number; readonly distances: readonly number[] } {
  const place = last.indexOf(distance);
  const value = hasLiterals ? place + 1 : place;
  if (place < 0 || value === 0) return { value: distance + 3, distances: [distance, last[0]!, last[1]!] };
  return { value, distances: [distance, ...last.filter((_, i) => i !== place)] };
}
