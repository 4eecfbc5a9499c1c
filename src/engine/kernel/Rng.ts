import { hashText, mix32 } from './hash.ts';

/**
 * Random numbers of one named purpose: sfc32, four 32-bit words of state, integers only. Every stream is derived from the seed
 * and its own name, so a new stream shifts no other.
 */
export class Rng {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  constructor(seed: number, name: string) {
    this.a = mix32(seed);
    this.b = hashText(name, seed);
    this.c = mix32(this.a ^ this.b);
    this.counter = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** A whole number from 0 to 2^32 − 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 to bound − 1. */
  int(bound: number): number {
    return Math.floor((this.next() / 4294967296) * bound);
  }
}
