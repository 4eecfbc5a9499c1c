const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** 32-bit FNV-1a of the bytes, as a signed integer. Sarama hashes a key with it; librdkafka: `rd_fnv1a`. */
export function fnv1a(bytes: Uint8Array): number {
  let hash = OFFSET_BASIS | 0;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return hash;
}
