/** Bytes that grow, and may be copied from what was written before. */
export class Output {
  length = 0;
  private bytes: Uint8Array;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(Math.max(capacity, 16));
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  range(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    this.bytes.set(source.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** What begins `distance` bytes back, once more; it may reach into what it writes. */
  repeat(distance: number, count: number): void {
    this.reserve(count);
    const { bytes } = this;
    for (let i = 0; i < count; i++) {
      bytes[this.length] = bytes[this.length - distance]!;
      this.length++;
    }
  }

  written(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
