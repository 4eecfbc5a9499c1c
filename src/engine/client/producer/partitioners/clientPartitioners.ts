import { assert } from '../../../../shared/assert.ts';
import { murmur2 } from '../murmur2.ts';
import { toPositive } from '../toPositive.ts';
import { crc32 } from './crc32.ts';
import { fnv1a } from './fnv1a.ts';
import { kafkajsLegacyHash } from './kafkajsLegacyHash.ts';

/** Partitioners of clients beside Java's, by library and its own name for it. */
export const CLIENT_PARTITIONERS = [
  'librdkafka:consistent',
  'librdkafka:consistent_random',
  'librdkafka:murmur2',
  'librdkafka:murmur2_random',
  'librdkafka:fnv1a',
  'librdkafka:fnv1a_random',
  'sarama:hash',
  'kafkajs:default',
  'kafkajs:legacy',
] as const;
export type ClientPartitioner = (typeof CLIENT_PARTITIONERS)[number];

/**
 * Where a client puts a record by its key: a partition, or null where the choice is left to what it does without a key. null for the
 * key: the record has none. Of all partitions, with a leader or without. librdkafka: `rd_kafka_msg_partitioner` (2.x); Sarama:
 * `hashPartitioner`; KafkaJS: `DefaultPartitioner`, `LegacyPartitioner` (2.2.4).
 */
export function clientPartition(
  partitioner: ClientPartitioner,
  key: Uint8Array | null,
  partitionCount: number,
): number | null {
  assert(partitionCount > 0, 'a topic has partitions');
  // librdkafka sticks to a partition for records without key, whatever hash it has; an empty one is none where it is hashed by CRC.
  if (key === null || (partitioner === 'librdkafka:consistent_random' && key.length === 0)) return null;
  switch (partitioner) {
    case 'librdkafka:consistent':
    case 'librdkafka:consistent_random':
      return crc32(key) % partitionCount;
    case 'librdkafka:murmur2':
    case 'librdkafka:murmur2_random':
    case 'kafkajs:default':
      return toPositive(murmur2(key)) % partitionCount;
    case 'librdkafka:fnv1a':
    case 'librdkafka:fnv1a_random':
      return Math.abs(fnv1a(key)) % partitionCount;
    case 'sarama:hash':
      return Math.abs(fnv1a(key) % partitionCount);
    case 'kafkajs:legacy':
      return toPositive(kafkajsLegacyHash(key)) % partitionCount;
  }
}
