/**
 * Mixing of 32-bit words (the finaliser of MurmurHash3). For seeds of streams, for jitter that must not draw from a state, and
 * for digests; not Kafka's murmur2, which decides partitions.
 */
export function mix32(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Hash of a text by its UTF-16 code units. */
export function hashText(text: string, seed = 0): number {
  let h = seed | 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix32(h ^ text.length);
}

/**
 * A number from 0 to bound − 1 that depends on its arguments alone. Steady loops take their jitter from here, so that leaving
 * out a hundred quiet turns of a loop changes nothing that comes after.
 */
export function hashedInt(seed: number, stream: number, n: number, bound: number): number {
  const h = mix32(mix32(mix32(seed) ^ stream) ^ n);
  return Math.floor((h / 4294967296) * bound);
}
