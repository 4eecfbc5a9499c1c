import type { Codec } from '../shared/Codec.ts';
import { refuseBytes } from '../shared/FormatProblem.ts';
import { findMatches } from './findMatches.ts';
import { Output } from './Output.ts';

/** How snappy-java begins a stream: 0x82 "SNAPPY" 0, then its version and the oldest that can read it. */
const STREAM_HEADER = [0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0, 0, 0, 0, 1, 0, 0, 0, 1];
const MAGIC_BYTES = 8;
/** So much is compressed at a time. Kafka: `SnappyOutputStream`'s default. */
const BLOCK_BYTES = 32 * 1024;
const MAX_COPY = 64;
/** A copy of 64 bytes takes three. */
const MOST_PER_BYTE = 22;

/** snappy in the framing of snappy-java: blocks of 32 KiB, each with its length. Kafka: `SnappyCompression`. */
export const snappy: Codec = {
  type: 'snappy',
  compress: (bytes) => {
    const output = new Output(bytes.length);
    output.range(Uint8Array.from(STREAM_HEADER), 0, STREAM_HEADER.length);
    for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
      const block = compressBlock(bytes.subarray(start, start + BLOCK_BYTES));
      for (const shift of [24, 16, 8, 0]) output.byte((block.length >>> shift) & 0xff);
      output.range(block, 0, block.length);
    }
    return output.written();
  },
  decompress: (bytes) => {
    const output = new Output(bytes.length * 2);
    // Other clients write one block and no frame.
    if (!startsWithMagic(bytes, 0)) {
      decompressBlock(bytes, 0, bytes.length, output);
      return output.written();
    }
    let at = 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    while (at < bytes.length) {
      // Streams may be joined, each with its header.
      if (startsWithMagic(bytes, at)) {
        at += STREAM_HEADER.length;
        continue;
      }
      if (bytes.length - at < 4) return refuseBytes('truncated', at, 'snappy', bytes.length - at, 4);
      const length = view.getInt32(at);
      at += 4;
      if (length < 0) return refuseBytes('negative-length', at - 4, 'snappy', length);
      if (length > bytes.length - at)
        return refuseBytes('truncated', at, 'snappy', bytes.length - at, length);
      decompressBlock(bytes, at, at + length, output);
      at += length;
    }
    return output.written();
  },
};

function startsWithMagic(bytes: Uint8Array, at: number): boolean {
  if (bytes.length - at < MAGIC_BYTES) return false;
  for (let i = 0; i < MAGIC_BYTES; i++) if (bytes[at + i] !== STREAM_HEADER[i]) return false;
  return true;
}

function compressBlock(bytes: Uint8Array): Uint8Array {
  const output = new Output(bytes.length + 16);
  let rest = bytes.length;
  for (; rest >= 128; rest >>>= 7) output.byte((rest & 0x7f) | 0x80);
  output.byte(rest);
  let literals = 0;
  findMatches(bytes, 0, bytes.length - 3, bytes.length, 0xffff, (from, at, length) => {
    writeLiterals(output, bytes, literals, at);
    for (let left = length; left > 0; left -= MAX_COPY) {
      const count = Math.min(left, MAX_COPY);
      output.byte(((count - 1) << 2) | 2);
      output.byte((at - from) & 0xff);
      output.byte((at - from) >>> 8);
    }
    literals = at + length;
  });
  writeLiterals(output, bytes, literals, bytes.length);
  return output.written();
}

function writeLiterals(output: Output, bytes: Uint8Array, start: number, end: number): void {
  const last = end - start - 1;
  if (last < 0) return;
  if (last < 60) output.byte(last << 2);
  else if (last < 256) {
    output.byte(60 << 2);
    output.byte(last);
  } else {
    output.byte(61 << 2);
    output.byte(last & 0xff);
    output.byte(last >>> 8);
  }
  output.range(bytes, start, end);
}

function decompressBlock(bytes: Uint8Array, start: number, end: number, output: Output): void {
  let at = start;
  const next = (): number => {
    if (at >= end) return refuseBytes('truncated', at, 'snappy', 0, 1);
    return bytes[at++]!;
  };
  let size = 0;
  for (let weight = 1; ; weight *= 128) {
    const byte = next();
    size += (byte & 0x7f) * weight;
    if (byte < 128) break;
    if (weight > 2 ** 28) return refuseBytes('varint-too-long', start, 'snappy', at - start);
  }
  if (size > (end - start) * MOST_PER_BYTE) return refuseBytes('codec-failed', start, 'snappy', size);
  const blockStart = output.length;
  while (at < end) {
    const tagAt = at;
    const tag = next();
    const kind = tag & 3;
    if (kind === 0) {
      let length = tag >>> 2;
      if (length >= 60) {
        const bytesOfLength = length - 59;
        length = 0;
        for (let i = 0, weight = 1; i < bytesOfLength; i++, weight *= 256) length += next() * weight;
      }
      length += 1;
      if (length > end - at) return refuseBytes('truncated', at, 'snappy', end - at, length);
      output.range(bytes, at, at + length);
      at += length;
      continue;
    }
    const length = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    let distance = kind === 1 ? ((tag >>> 5) << 8) | next() : next() | (next() << 8);
    if (kind === 3) distance += next() * 2 ** 16 + next() * 2 ** 24;
    if (distance === 0 || distance > output.length - blockStart)
      return refuseBytes('codec-failed', tagAt, 'snappy', distance);
    if (output.length - blockStart + length > size)
      return refuseBytes('codec-failed', tagAt, 'snappy', length);
    output.repeat(distance, length);
  }
  if (output.length - blockStart !== size)
    refuseBytes('length-mismatch', start, 'snappy', size, output.length - blockStart);
}
