const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

/** xxHash of 32 bits with seed 0, as frames of LZ4 check their header with. */
export function xxHash32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let at = start;
  let hash: number;
  if (end - start >= 16) {
    let a = (PRIME_1 + PRIME_2) | 0;
    let b = PRIME_2 | 0;
    let c = 0;
    let d = -PRIME_1 | 0;
    for (; at + 16 <= end; at += 16) {
      a = round(a, wordAt(bytes, at));
      b = round(b, wordAt(bytes, at + 4));
      c = round(c, wordAt(bytes, at + 8));
      d = round(d, wordAt(bytes, at + 12));
    }
    hash = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) | 0;
  } else hash = PRIME_5 | 0;
  hash = (hash + (end - start)) | 0;
  for (; at + 4 <= end; at += 4)
    hash = Math.imul(rotate((hash + Math.imul(wordAt(bytes, at), PRIME_3)) | 0, 17), PRIME_4);
  for (; at < end; at++) hash = Math.imul(rotate((hash + Math.imul(bytes[at]!, PRIME_5)) | 0, 11), PRIME_1);
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function round(lane: number, word: number): number {
  return Math.imul(rotate((lane + Math.imul(word, PRIME_2)) | 0, 13), PRIME_1);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
