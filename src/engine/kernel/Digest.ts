import { Derived } from './Derived.ts';
import { hashText, mix32 } from './hash.ts';

/**
 * Hash of state, in two independent 32-bit lanes. Covers what a node is, and nothing about how it came to be: no event count,
 * no sequence number, no trace.
 */
export class Digest {
  private low = 0x9e3779b9;
  private high = 0x85ebca6b;

  number(value: number): void {
    if (value === (value | 0)) this.word(value);
    else {
      // Fractions, infinities and NaN by their bits: what differs must differ here.
      NUMBER_BITS.setFloat64(0, Number.isNaN(value) ? Infinity : value);
      this.word(Number.isNaN(value) ? TAG_NAN : TAG_DOUBLE);
      this.word(NUMBER_BITS.getInt32(0));
      this.word(NUMBER_BITS.getInt32(4));
    }
  }

  text(value: string): void {
    this.word(value.length);
    this.word(hashText(value));
  }

  /** Any value of node state, field by field; the counterpart of `cloneState`. */
  state(value: unknown): void {
    if (typeof value === 'number') this.number(value);
    else if (typeof value === 'string') {
      this.word(TAG_TEXT);
      this.text(value);
    } else if (typeof value === 'boolean') this.word(value ? TAG_TRUE : TAG_FALSE);
    else if (value === null) this.word(TAG_NULL);
    else if (typeof value !== 'object') this.word(TAG_UNDEFINED);
    else this.composite(value);
  }

  hex(): string {
    return toHex(this.low) + toHex(this.high);
  }

  private composite(value: object): void {
    if (typeof (value as Partial<SelfDigesting>).digestInto === 'function') {
      (value as SelfDigesting).digestInto(this);
    } else if (Array.isArray(value)) {
      this.word(TAG_LIST);
      this.word(value.length);
      for (const item of value) this.state(item);
    } else if (value instanceof Map) {
      this.word(TAG_MAP);
      this.word(value.size);
      for (const [key, item] of value) {
        this.state(key);
        this.state(item);
      }
    } else if (value instanceof Set) {
      this.word(TAG_SET);
      this.word(value.size);
      for (const item of value) this.state(item);
    } else if (ArrayBuffer.isView(value)) {
      this.word(TAG_LIST);
      this.word((value as Uint8Array).length);
      for (const item of value as Uint8Array) this.number(item);
    } else {
      const fields = Object.entries(value).filter(isState);
      this.word(TAG_OBJECT);
      this.word(fields.length);
      for (const [name, field] of fields) {
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

function isState([, field]: readonly [string, unknown]): boolean {
  return !(field instanceof Derived) && (field as Partial<Dormant> | null | undefined)?.isDormant !== true;
}

/**
 * State that was never put to use: it counts as if it were not there, so that what a run does not do changes nothing of its digest.
 */
export interface Dormant {
  readonly isDormant: boolean;
}

/** Told apart from each other, and from small whole numbers in their place. */
const TAG_TRUE = 0x1b8d7f01;
const TAG_FALSE = 0x1b8d7f02;
const TAG_NULL = 0x1b8d7f03;
const TAG_UNDEFINED = 0x1b8d7f04;
const TAG_TEXT = 0x1b8d7f05;
const TAG_LIST = 0x1b8d7f06;
const TAG_MAP = 0x1b8d7f07;
const TAG_SET = 0x1b8d7f08;
const TAG_OBJECT = 0x1b8d7f09;
const TAG_DOUBLE = 0x1b8d7f0a;
const TAG_NAN = 0x1b8d7f0b;
const NUMBER_BITS = new DataView(new ArrayBuffer(8));

/** For state that knows a cheaper way to be hashed than field by field. */
export interface SelfDigesting {
  digestInto(digest: Digest): void;
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
