import { hashedInt } from '../../../kernel/hash.ts';

/** Which of the keys the n-th record has, where they do not come in turn. */
export type KeyPick =
  | { readonly kind: 'uniform' }
  /** The k-th key, from 1, as often as 1/k^s says, with s in percent. */
  | { readonly kind: 'zipf'; readonly exponentPercent: number }
  /** So many of 100 records have the first key, dealt exactly; the others come in turn. */
  | { readonly kind: 'hot'; readonly sharePercent: number };

const KEY_STREAM = 1;
const PERCENT = 100;
/** Exponents are taken to this part of one. */
const EXPONENT_PARTS = 1024;

/** Number of the n-th record's key, from 0 to keyCount − 1; by the seed and n alone. */
export function pickKey(pick: KeyPick, keyCount: number, n: number, drawSeed: number): number {
  switch (pick.kind) {
    case 'uniform':
      return hashedInt(drawSeed, KEY_STREAM, n, keyCount);
    case 'hot': {
      const hotBefore = Math.floor((n * pick.sharePercent) / PERCENT);
      const isHot = Math.floor(((n + 1) * pick.sharePercent) / PERCENT) > hotBefore;
      return isHot || keyCount === 1 ? 0 : 1 + ((n - hotBefore) % (keyCount - 1));
    }
    case 'zipf': {
      const sums = zipfSums(keyCount, pick.exponentPercent);
      const drawn = hashedInt(drawSeed, KEY_STREAM, n, 4294967296) / 4294967296;
      return firstAbove(sums, drawn * sums[sums.length - 1]!);
    }
  }
}

const KNOWN_SUMS = new Map<string, Float64Array>();

/** Running sums of the keys' weights. */
function zipfSums(keyCount: number, exponentPercent: number): Float64Array {
  const name = `${keyCount}/${exponentPercent}`;
  const known = KNOWN_SUMS.get(name);
  if (known) return known;
  const parts = Math.round((exponentPercent * EXPONENT_PARTS) / PERCENT);
  const sums = new Float64Array(keyCount);
  let sum = 0;
  for (let key = 0; key < keyCount; key++) {
    sum += 1 / power(key + 1, parts);
    sums[key] = sum;
  }
  KNOWN_SUMS.set(name, sums);
  return sums;
}

/** The base to the power of parts / 1024, by roots of roots: a square root is the same everywhere. */
function power(base: number, parts: number): number {
  let result = 1;
  for (let whole = parts; whole >= EXPONENT_PARTS; whole -= EXPONENT_PARTS) result *= base;
  let root = base;
  for (let bit = EXPONENT_PARTS / 2; bit >= 1; bit /= 2) {
    root = Math.sqrt(root);
    if ((parts & bit) !== 0) result *= root;
  }
  return result;
}

function firstAbove(sums: Float64Array, target: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > target) high = middle;
    else low = middle + 1;
  }
  return low;
}
