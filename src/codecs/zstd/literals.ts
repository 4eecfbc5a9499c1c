import { Output } from '../Output.ts';
import { BitWriter } from './BitWriter.ts';
import { prefixCode } from './prefixCode.ts';
import type { PrefixCode } from './prefixCode.ts';

const RAW = 0;
const REPEATED = 1;
const COMPRESSED = 2;
/** Fewer stand in one stream, more in four. */
const FOUR_STREAMS = 256;

/** The section of a block with the bytes that no match covers, as small as it can be. RFC 8878, 3.1.1.3.1. */
export function writeLiterals(literals: Uint8Array, output: Output): void {
  const counts = new Array<number>(256).fill(0);
  for (const byte of literals) counts[byte]! += 1;
  if (literals.length > 1 && counts.includes(literals.length)) {
    writePlainHeader(REPEATED, literals.length, output);
    output.byte(literals[0]!);
    return;
  }
  const code = prefixCode(counts);
  const packed = code && compressed(literals, code);
  if (packed === null || packed.length >= literals.length) {
    writePlainHeader(RAW, literals.length, output);
    output.range(literals, 0, literals.length);
    return;
  }
  writeCompressedHeader(literals.length, packed.length, output);
  output.range(packed, 0, packed.length);
}

function writePlainHeader(type: number, size: number, output: Output): void {
  if (size < 32) output.byte(type | (size << 3));
  else if (size < 4096) writeNumber(type | (1 << 2) | (size << 4), 2, output);
  else writeNumber(type | (3 << 2) | (size << 4), 3, output);
}

function writeCompressedHeader(size: number, packedSize: number, output: Output): void {
  const isSingle = size < FOUR_STREAMS;
  const bits = size < 1024 ? 10 : size < 16_384 ? 14 : 18;
  const format = isSingle ? 0 : (bits - 6) / 4;
  // Up to 40 bits, and so no matter for the operators of bits.
  const number = COMPRESSED + format * 4 + size * 16 + packedSize * 16 * 2 ** bits;
  writeNumber(number, (4 + 2 * bits) / 8, output);
}

function writeNumber(value: number, bytes: number, output: Output): void {
  for (let i = 0, rest = value; i < bytes; i++, rest = Math.floor(rest / 256)) output.byte(rest % 256);
}

/** The code, then the literals in it. */
function compressed(literals: Uint8Array, code: PrefixCode): Uint8Array {
  const output = new Output(literals.length + code.description.length);
  output.range(code.description, 0, code.description.length);
  if (literals.length < FOUR_STREAMS) {
    const stream = encoded(literals, code);
    output.range(stream, 0, stream.length);
    return output.written();
  }
  const quarter = (literals.length + 3) >> 2;
  const streams = [0, 1, 2, 3].map((i) =>
    encoded(literals.subarray(i * quarter, i < 3 ? (i + 1) * quarter : literals.length), code),
  );
  for (const { length } of streams.slice(0, 3)) writeNumber(length, 2, output);
  for (const stream of streams) output.range(stream, 0, stream.length);
  return output.written();
}

/** Read from its end, so the first byte is written last. */
function encoded(bytes: Uint8Array, { codes, lengths }: PrefixCode): Uint8Array {
  const writer = new BitWriter(bytes.length);
  for (let i = bytes.length - 1; i >= 0; i--) writer.add(codes[bytes[i]!]!, lengths[bytes[i]!]!);
  return writer.closed();
}
