import { utf8Bytes } from '../../shared/utf8.ts';

const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;

/**
 * A key that Kafka's partitioner sends to this partition. The command line producer cannot name a partition, and a key decides
 * as surely; it is null where there is no choice. Kafka: `BuiltInPartitioner.partitionForKey` (4.2).
 */
export function keyForPartition(partition: number, partitionCount: number): string | null {
  if (partitionCount <= 1) return null;
  for (let n = 0; ; n++) {
    const key = `p${partition}-${n}`;
    if ((murmur2(utf8Bytes(key)) & 0x7fffffff) % partitionCount === partition) return key;
  }
}

/** Kafka: `Utils.murmur2` (4.2). */
function murmur2(data: Uint8Array): number {
  const at = (i: number) => data[i] ?? 0;
  const tail = data.length & ~3;
  let hash = SEED ^ data.length;
  for (let i = 0; i < tail; i += 4) {
    const word = Math.imul(at(i) | (at(i + 1) << 8) | (at(i + 2) << 16) | (at(i + 3) << 24), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ Math.imul(word ^ (word >>> 24), MULTIPLIER);
  }
  const rest = data.length - tail;
  if (rest > 0) {
    hash ^= at(tail) | (at(tail + 1) << 8) | (at(tail + 2) << 16);
    hash = Math.imul(hash, MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
