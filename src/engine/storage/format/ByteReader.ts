import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { Bytes } from '../../../shared/units.ts';

const TWO_TO_32 = 4294967296;
const VARINT_BYTES = 5;
const VARLONG_BYTES = 10;

/**
 * Reads big-endian numbers, varints and byte ranges one after the other, and refuses with the place of what is wrong. `field` is
 * the name that the refusal says.
 *
 * Kafka: `ByteBuffer`, `ByteUtils`. 64-bit numbers beyond ±(2^53 − 1) are refused: they are not exact here.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  position: Bytes;
  readonly end: Bytes;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, position: Bytes = 0, end: Bytes = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): Bytes {
    return this.end - this.position;
  }

  int8(field: string): number {
    return this.view.getInt8(this.take(1, field));
  }

  int16(field: string): number {
    return this.view.getInt16(this.take(2, field));
  }

  int32(field: string): number {
    return this.view.getInt32(this.take(4, field));
  }

  uint32(field: string): number {
    return this.view.getUint32(this.take(4, field));
  }

  int64(field: string): number {
    const at = this.take(8, field);
    const value = this.view.getInt32(at) * TWO_TO_32 + this.view.getUint32(at + 4);
    if (!Number.isSafeInteger(value)) return refuseBytes('number-too-large', at, field, value);
    return value;
  }

  /** A zig-zag integer of 32 bits (RB4). */
  varint(field: string): number {
    const at = this.position;
    const value = this.zigZag(VARINT_BYTES, field);
    if (value > 2147483647 || value < -2147483648) return refuseBytes('number-too-large', at, field, value);
    return value;
  }

  /** A zig-zag integer of 64 bits (RB4). */
  varlong(field: string): number {
    return this.zigZag(VARLONG_BYTES, field);
  }

  /** A view on the next bytes, not a copy. */
  range(length: Bytes, field: string): Uint8Array {
    const at = this.take(length, field);
    return this.bytes.subarray(at, at + length);
  }

  private take(length: Bytes, field: string): Bytes {
    const at = this.position;
    if (length > this.left) return refuseBytes('truncated', at, field, this.left, length);
    this.position = at + length;
    return at;
  }

  private zigZag(maxBytes: number, field: string): number {
    const start = this.position;
    let byte = this.view.getUint8(this.take(1, field));
    const isNegative = (byte & 1) === 1;
    // The lowest bit is the sign; without it even 2^53 − 1 stays exact.
    let magnitude = (byte & 0x7f) >>> 1;
    let weight = 64;
    while (byte >= 128) {
      if (this.position - start === maxBytes) return refuseBytes('varint-too-long', start, field, maxBytes);
      byte = this.view.getUint8(this.take(1, field));
      magnitude += (byte & 0x7f) * weight;
      weight *= 128;
    }
    const value = isNegative ? -magnitude - 1 : magnitude;
    if (!Number.isSafeInteger(value)) return refuseBytes('number-too-large', start, field, value);
    return value;
  }
}
