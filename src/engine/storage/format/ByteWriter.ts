import { assert } from '../../../shared/assert.ts';
import type { Bytes } from '../../../shared/units.ts';

const TWO_TO_32 = 4294967296;

/** Writes big-endian numbers, varints and byte ranges one after the other. Kafka: `ByteBuffer`, `ByteUtils`. */
export class ByteWriter {
  length: Bytes = 0;
  private bytes: Uint8Array;
  private view: DataView;

  constructor(capacity: Bytes = 128) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  int8(value: number): void {
    assert(isWhole(value, -128, 127), `${value} fits into a byte`);
    const at = this.grow(1);
    this.view.setInt8(at, value);
  }

  int16(value: number): void {
    assert(isWhole(value, -32768, 32767), `${value} fits into 16 bits`);
    const at = this.grow(2);
    this.view.setInt16(at, value);
  }

  int32(value: number): void {
    assert(isWhole(value, -2147483648, 2147483647), `${value} fits into 32 bits`);
    const at = this.grow(4);
    this.view.setInt32(at, value);
  }

  uint32(value: number): void {
    assert(isWhole(value, 0, TWO_TO_32 - 1), `${value} fits into 32 bits without a sign`);
    const at = this.grow(4);
    this.view.setUint32(at, value);
  }

  int64(value: number): void {
    assert(Number.isSafeInteger(value), `${value} is a whole number that is exact`);
    const at = this.grow(8);
    const high = Math.floor(value / TWO_TO_32);
    this.view.setInt32(at, high);
    this.view.setUint32(at + 4, value - high * TWO_TO_32);
  }

  /** A zig-zag integer of 32 bits (RB4). */
  varint(value: number): void {
    assert(isWhole(value, -2147483648, 2147483647), `${value} fits into 32 bits`);
    this.varlong(value);
  }

  /** A zig-zag integer (RB4): the sign is the lowest bit, then seven bits a byte, the lowest first. */
  varlong(value: number): void {
    assert(Number.isSafeInteger(value), `${value} is a whole number that is exact`);
    const magnitude = value < 0 ? -(value + 1) : value;
    let rest = Math.floor(magnitude / 64);
    let byte = ((magnitude % 64) << 1) | (value < 0 ? 1 : 0);
    while (rest > 0) {
      this.byte(byte | 0x80);
      byte = rest % 128;
      rest = Math.floor(rest / 128);
    }
    this.byte(byte);
  }

  range(bytes: Uint8Array): void {
    const at = this.grow(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** What was written so far, as a copy. */
  written(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private byte(value: number): void {
    const at = this.grow(1);
    this.view.setUint8(at, value);
  }

  /** Makes room, and says where it begins. `bytes` and `view` may be others afterwards. */
  private grow(count: Bytes): Bytes {
    const at = this.length;
    this.length = at + count;
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, this.bytes.length * 2));
      larger.set(this.bytes);
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
