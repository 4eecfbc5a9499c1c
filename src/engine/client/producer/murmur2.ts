const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;
const SHIFT = 24;

/**
 * Kafka's hash of a key, as a signed 32-bit integer (PP2). Kafka: `Utils.murmur2` (4.2): MurmurHash2 over little-endian
 * words with a seed of its own. Total: an empty key has a hash too, while a null key is not hashed at all.
 */
export function murmur2(data: Uint8Array): number {
  const tail = data.length & ~3;
  let hash = SEED ^ data.length;

  for (let i = 0; i < tail; i += 4) {
    let word = data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24);
    word = Math.imul(word, MULTIPLIER);
    word ^= word >>> SHIFT;
    hash = Math.imul(hash, MULTIPLIER) ^ Math.imul(word, MULTIPLIER);
  }

  const rest = data.length - tail;
  if (rest > 2) hash ^= data[tail + 2]! << 16;
  if (rest > 1) hash ^= data[tail + 1]! << 8;
  if (rest > 0) hash = Math.imul(hash ^ data[tail]!, MULTIPLIER);

  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
