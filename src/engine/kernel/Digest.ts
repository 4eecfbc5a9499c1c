import { hashText, mix32 } from './hash.ts';

/**
 * Hash of state, in two independent 32-bit lanes. Covers what a node is, and nothing about how it came to be: no event count,
 * no sequence number, no trace.
 */
export class Digest {
  private low = 0x9e3779b9;
  private high = 0x85ebca6b;

  number(value: number): void {
    const whole = Math.floor(value / 4294967296);
    this.word(value | 0);
    this.word(whole | 0);
  }

  text(value: string): void {
    this.word(hashText(value));
  }

  /** Any value of node state, field by field; the counterpart of `cloneState`. */
  state(value: unknown): void {
    if (typeof value === 'number') this.number(value);
    else if (typeof value === 'string') this.text(value);
    else if (typeof value === 'boolean') this.word(value ? 1 : 2);
    else if (typeof value !== 'object' || value === null) this.word(3);
    else this.composite(value);
  }

  hex(): string {
    return toHex(this.low) + toHex(this.high);
  }

  private composite(value: object): void {
    if (typeof (value as Partial<SelfDigesting>).digestInto === 'function') {
      (value as SelfDigesting).digestInto(this);
    } else if (Array.isArray(value)) {
      this.word(value.length);
      for (const item of value) this.state(item);
    } else if (value instanceof Map) {
      this.word(value.size);
      for (const [key, item] of value) {
        this.state(key);
        this.state(item);
      }
    } else if (value instanceof Set) {
      this.word(value.size);
      for (const item of value) this.state(item);
    } else if (ArrayBuffer.isView(value)) {
      for (const item of value as Uint8Array) this.number(item);
    } else {
      for (const [name, field] of Object.entries(value)) {
        this.text(name);
        this.state(field);
      }
    }
  }

  private word(value: number): void {
    this.low = mix32(this.low ^ value);
    this.high = mix32(Math.imul(this.high, 31) + value);
  }
}

/** For state that knows a cheaper way to be hashed than field by field. */
export interface SelfDigesting {
  digestInto(digest: Digest): void;
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
