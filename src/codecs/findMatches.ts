const HASH_BITS = 14;
const MIN_MATCH = 4;

/**
 * Walks through bytes and says where they repeat what stood before: `onMatch(from, at, length)` for matches that do not overlap,
 * in order. Greedy, with one place for each hash of four bytes: the same bytes always give the same matches.
 *
 * @param reach how far back a match may lie.
 * @param lastStart no match begins at or after it.
 * @param matchEnd no match goes beyond it.
 */
export function findMatches(
  bytes: Uint8Array,
  start: number,
  lastStart: number,
  matchEnd: number,
  reach: number,
  onMatch: (from: number, at: number, length: number) => void,
): void {
  const places = new Int32Array(1 << HASH_BITS).fill(-1);
  let at = start;
  while (at < lastStart) {
    const hash = hashAt(bytes, at);
    const from = places[hash]!;
    places[hash] = at;
    if (from < 0 || at - from > reach || !equalFour(bytes, from, at)) {
      at++;
      continue;
    }
    let length = MIN_MATCH;
    while (at + length < matchEnd && bytes[from + length] === bytes[at + length]) length++;
    onMatch(from, at, length);
    at += length;
  }
}

function hashAt(bytes: Uint8Array, at: number): number {
  const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  return Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
}

function equalFour(bytes: Uint8Array, a: number, b: number): boolean {
  return (
    bytes[a] === bytes[b] &&
    bytes[a + 1] === bytes[b + 1] &&
    bytes[a + 2] === bytes[b + 2] &&
    bytes[a + 3] === bytes[b + 3]
  );
}
