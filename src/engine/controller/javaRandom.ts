/** A source of random bits as `java.util.Random` is one: `next(bits)` gives the top bits of the next state, as a signed int. */
export interface RandomBits {
  next(bits: number): number;
}

const MULTIPLIER_HIGH = 0x5de;
const MULTIPLIER_LOW = 0xece66d;
const ADDEND = 0xb;
const TWO_TO_24 = 16_777_216;

/**
 * The recurrence of `java.util.Random`: 48 bits of state, kept here as two halves of 24 so that every product is exact. Kafka's
 * placer draws from it, so what it places for a seed is what Java would.
 */
export class JavaRandom implements RandomBits {
  private high: number;
  private low: number;

  /** @param seed whole number from 0 to 2^48 − 1 */
  constructor(seed: number) {
    this.high = (Math.floor(seed / TWO_TO_24) % TWO_TO_24) ^ MULTIPLIER_HIGH;
    this.low = (seed % TWO_TO_24) ^ MULTIPLIER_LOW;
  }

  next(bits: number): number {
    const low = this.low * MULTIPLIER_LOW + ADDEND;
    const high = this.high * MULTIPLIER_LOW + this.low * MULTIPLIER_HIGH + Math.floor(low / TWO_TO_24);
    this.low = low % TWO_TO_24;
    this.high = high % TWO_TO_24;
    // What is shifted out lies in the low half as long as 24 bits or more are asked for.
    const top = this.high * TWO_TO_24 + this.low;
    let divisor = 1;
    for (let i = bits; i < 48; i++) divisor *= 2;
    return Math.floor(top / divisor) | 0;
  }
}

/** `Random.nextInt(bound)`: a whole number from 0 to bound − 1, without the bias of a plain remainder. */
export function nextInt(random: RandomBits, bound: number): number {
  const first = random.next(31);
  const mask = bound - 1;
  if ((bound & mask) === 0) return Math.floor((bound * first) / 2_147_483_648);
  let drawn = first;
  let result = drawn % bound;
  while (drawn - result + mask > 2_147_483_647) {
    drawn = random.next(31);
    result = drawn % bound;
  }
  return result;
}

/** `Collections.shuffle`, in place. */
export function shuffle(list: unknown[], random: RandomBits): void {
  for (let size = list.length; size > 1; size--) {
    const other = nextInt(random, size);
    const moved = list[size - 1];
    list[size - 1] = list[other];
    list[other] = moved;
  }
}

const FIRST_CAPACITY = 16;

/**
 * Keys in the order in which a `java.util.HashMap` goes through them: by bucket, within one by insertion. Kafka's placer draws
 * for one rack after the other in this order.
 */
export function hashMapOrder<T>(keys: readonly T[], hashOf: (key: T) => number): T[] {
  let capacity = FIRST_CAPACITY;
  while (keys.length > capacity * 0.75) capacity *= 2;
  const bucketOf = (key: T): number => {
    const hash = hashOf(key);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return keys
    .map((key, index) => ({ key, index, bucket: bucketOf(key) }))
    .sort((a, b) => a.bucket - b.bucket || a.index - b.index)
    .map(({ key }) => key);
}

/** `String.hashCode`. */
export function stringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
