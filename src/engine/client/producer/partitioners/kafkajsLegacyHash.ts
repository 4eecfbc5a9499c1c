const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;
const SHIFT = 24;
const WORD = 4;

/**
 * The hash of a key in KafkaJS 1, which its LegacyPartitioner keeps: Kafka's murmur2 with products of floating point where Java has
 * those of 32 bits, so that low bits are lost, and with one word too many for a key whose length is no multiple of four. Only
 * the bits that survive decide, and IEEE 754 says which those are. KafkaJS: `partitioners/legacy/murmur2` (2.2.4).
 */
export function kafkajsLegacyHash(key: Uint8Array): number {
  const { length } = key;
  const byteAt = (at: number): number => key[at] ?? 0;
  let hash = SEED ^ length;
  for (let at = 0; at < length; at += WORD) {
    let word =
      (byteAt(at) | (byteAt(at + 1) << 8) | (byteAt(at + 2) << 16) | (byteAt(at + 3) << 24)) * MULTIPLIER;
    word = (word ^ (word >>> SHIFT)) * MULTIPLIER;
    hash = (hash * MULTIPLIER) ^ word;
  }
  const tail = length - (length % WORD);
  const rest = length % WORD;
  if (rest > 2) hash ^= byteAt(tail + 2) << 16;
  if (rest > 1) hash ^= byteAt(tail + 1) << 8;
  if (rest > 0) hash = (hash ^ byteAt(tail)) * MULTIPLIER;
  hash = (hash ^ (hash >>> 13)) * MULTIPLIER;
  return hash ^ (hash >>> 15);
}
