import { hashedInt } from '../../../kernel/hash.ts';

const VALUE_STREAM = 2;
const DELAY_STREAM = 3;

/** A whole number from `least` to `most`, all equally likely, by the seed and n alone. */
function between(least: number, most: number, drawSeed: number, stream: number, n: number): number {
  return most <= least ? least : least + hashedInt(drawSeed, stream, n, most - least + 1);
}

/** How large the n-th value is, in bytes. */
export function drawnValueBytes(least: number, most: number, n: number, drawSeed: number): number {
  return between(least, most, drawSeed, VALUE_STREAM, n);
}

/** How long before send() the n-th record's event was, in ms. */
export function drawnDelayMs(least: number, most: number, n: number, drawSeed: number): number {
  return between(least, most, drawSeed, DELAY_STREAM, n);
}
