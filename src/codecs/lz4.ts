import type { Codec } from '../shared/Codec.ts';
import { refuseBytes } from '../shared/FormatProblem.ts';
import { findMatches } from './findMatches.ts';
import { Output } from './Output.ts';
import { xxHash32 } from './xxHash32.ts';

const MAGIC = 0x184d2204;
/** Version 1, independent blocks. */
const FLAGS = 0x60;
/** Blocks of at most 64 KiB. */
const BLOCK_DESCRIPTOR = 0x40;
const BLOCK_BYTES = 64 * 1024;
/** The highest bit of a block's length: it is not compressed. */
const UNCOMPRESSED = 0x80000000;
/** The format wants the last five bytes as they are, and no match that begins in the last twelve. */
const LAST_LITERALS = 5;
const LAST_MATCH_START = 12;

const HAS_BLOCK_CHECKSUMS = 1 << 4;
const IS_INDEPENDENT = 1 << 5;
const HAS_CONTENT_SIZE = 1 << 3;
const HAS_CONTENT_CHECKSUM = 1 << 2;
const HAS_DICTIONARY = 1;

/** A frame of LZ4: independent blocks of 64 KiB without checksums. Kafka: `Lz4BlockOutputStream`, `Lz4BlockInputStream`. */
export const lz4: Codec = {
  type: 'lz4',
  compress: (bytes) => {
    const output = new Output(bytes.length + 32);
    writeWord(output, MAGIC);
    const header = Uint8Array.of(FLAGS, BLOCK_DESCRIPTOR);
    output.range(header, 0, 2);
    output.byte((xxHash32(header) >>> 8) & 0xff);
    for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
      const plain = bytes.subarray(start, start + BLOCK_BYTES);
      const block = compressBlock(plain);
      const isSmaller = block.length < plain.length;
      const stored = isSmaller ? block : plain;
      writeWord(output, isSmaller ? stored.length : stored.length + UNCOMPRESSED);
      output.range(stored, 0, stored.length);
    }
    writeWord(output, 0);
    return output.written();
  },
  decompress: (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const need = (at: number, count: number): void => {
      if (count > bytes.length - at)
        refuseBytes('truncated', at, 'lz4', Math.max(0, bytes.length - at), count);
    };
    need(0, 7);
    const magic = view.getUint32(0, true);
    if (magic !== MAGIC) return refuseBytes('wrong-magic', 0, 'lz4', magic, MAGIC);
    const flags = bytes[4]!;
    // Kafka reads no dependent blocks either, and knows no dictionaries.
    if (flags >>> 6 !== 1 || (flags & IS_INDEPENDENT) === 0 || (flags & HAS_DICTIONARY) !== 0)
      return refuseBytes('codec-failed', 4, 'lz4', flags, FLAGS);
    const checksumAt = 6 + ((flags & HAS_CONTENT_SIZE) === 0 ? 0 : 8);
    need(checksumAt, 1);
    const checksum = (xxHash32(bytes, 4, checksumAt) >>> 8) & 0xff;
    if (bytes[checksumAt] !== checksum)
      return refuseBytes('wrong-crc', checksumAt, 'lz4', bytes[checksumAt]!, checksum);

    const output = new Output(bytes.length * 2);
    let at = checksumAt + 1;
    while (true) {
      need(at, 4);
      const word = view.getUint32(at, true);
      at += 4;
      if (word === 0) break;
      const length = word % UNCOMPRESSED;
      need(at, length);
      if (word >= UNCOMPRESSED) output.range(bytes, at, at + length);
      else decompressBlock(bytes, at, at + length, output);
      at += length;
      if ((flags & HAS_BLOCK_CHECKSUMS) !== 0) {
        need(at, 4);
        expectHash(view.getUint32(at, true), xxHash32(bytes, at - length, at), at);
        at += 4;
      }
    }
    const unpacked = output.written();
    if ((flags & HAS_CONTENT_CHECKSUM) !== 0) {
      need(at, 4);
      expectHash(view.getUint32(at, true), xxHash32(unpacked), at);
    }
    return unpacked;
  },
};

function expectHash(found: number, expected: number, at: number): void {
  if (found !== expected) refuseBytes('wrong-crc', at, 'lz4', found, expected);
}

function writeWord(output: Output, word: number): void {
  for (const shift of [0, 8, 16, 24]) output.byte((word >>> shift) & 0xff);
}

function compressBlock(bytes: Uint8Array): Uint8Array {
  const output = new Output(bytes.length + 16);
  const end = bytes.length;
  let literals = 0;
  findMatches(bytes, 0, end - LAST_MATCH_START, end - LAST_LITERALS, 0xffff, (from, at, length) => {
    writeSequence(output, bytes, literals, at, length - 4);
    output.byte((at - from) & 0xff);
    output.byte((at - from) >>> 8);
    writeMore(output, length - 4);
    literals = at + length;
  });
  writeSequence(output, bytes, literals, end, 0);
  return output.written();
}

/** The token, then the literals that stand before a match. */
function writeSequence(
  output: Output,
  bytes: Uint8Array,
  start: number,
  end: number,
  matchLength: number,
): void {
  const count = end - start;
  output.byte((Math.min(count, 15) << 4) | Math.min(matchLength, 15));
  writeMore(output, count);
  output.range(bytes, start, end);
}

/** What of a length does not fit into the four bits of the token. */
function writeMore(output: Output, length: number): void {
  if (length < 15) return;
  let rest = length - 15;
  for (; rest >= 255; rest -= 255) output.byte(255);
  output.byte(rest);
}

function decompressBlock(bytes: Uint8Array, start: number, end: number, output: Output): void {
  const blockStart = output.length;
  let at = start;
  const next = (): number => {
    if (at >= end) return refuseBytes('truncated', at, 'lz4', 0, 1);
    return bytes[at++]!;
  };
  const lengthFrom = (nibble: number): number => {
    let length = nibble;
    if (nibble < 15) return length;
    while (true) {
      const more = next();
      length += more;
      if (more < 255) return length;
    }
  };
  while (at < end) {
    const token = next();
    const literals = lengthFrom(token >>> 4);
    if (literals > end - at) return refuseBytes('truncated', at, 'lz4', end - at, literals);
    output.range(bytes, at, at + literals);
    at += literals;
    // The last sequence has no match.
    if (at === end) return;
    const distanceAt = at;
    const distance = next() | (next() << 8);
    if (distance === 0 || distance > output.length - blockStart)
      return refuseBytes('codec-failed', distanceAt, 'lz4', distance);
    output.repeat(distance, lengthFrom(token & 15) + 4);
  }
}
