import { Output } from '../Output.ts';

/** Bits, the lowest first, in bytes. */
export class BitWriter {
  private readonly output: Output;
  private held = 0;
  private heldBits = 0;

  constructor(capacity: number) {
    this.output = new Output(capacity);
  }

  /** The lowest `count` bits of a number, at most 24. */
  add(value: number, count: number): void {
    this.held |= (value & ((1 << count) - 1)) << this.heldBits;
    this.heldBits += count;
    for (; this.heldBits >= 8; this.heldBits -= 8) {
      this.output.byte(this.held & 0xff);
      this.held >>>= 8;
    }
  }

  /** What was added, the last byte filled with zeros. */
  padded(): Uint8Array {
    if (this.heldBits > 0) this.add(0, 8 - this.heldBits);
    return this.output.written();
  }

  /** What was added, behind it a one: from there it is read backwards. */
  closed(): Uint8Array {
    this.add(1, 1);
    return this.padded();
  }
}
