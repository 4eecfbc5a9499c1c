import { describe, expect, test } from 'vitest';
import {
  clientPartition,
  type ClientPartitioner,
} from '../../src/engine/client/producer/partitioners/clientPartitioners.ts';
import { utf8Bytes } from '../../src/shared/utf8.ts';
import hashVectors from './hash_vectors.json';

/** Column of hash_vectors.json to the partitioners that it is about. */
const COLUMNS = {
  librdkafka_crc32: ['librdkafka:consistent', 'librdkafka:consistent_random'],
  librdkafka_murmur2: ['librdkafka:murmur2', 'librdkafka:murmur2_random'],
  librdkafka_fnv1a: ['librdkafka:fnv1a', 'librdkafka:fnv1a_random'],
  kafkajs_legacy: ['kafkajs:legacy'],
  kafkajs_default: ['kafkajs:default'],
  sarama_default: ['sarama:hash'],
} as const satisfies Record<string, readonly ClientPartitioner[]>;

describe('hash_vectors.json, what other clients do', () => {
  let ran = 0;
  for (const vector of hashVectors.vectors) {
    const { key, partitions } = vector;
    test(`[PP9] "${key}" of ${partitions} partitions`, () => {
      for (const column of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
        for (const partitioner of COLUMNS[column]) {
          expect(clientPartition(partitioner, utf8Bytes(key), partitions), partitioner).toBe(vector[column]);
          ran += 1;
        }
      }
    });
  }

  test('runs all 86 keys under all nine partitioners', () => {
    expect(ran).toBe(86 * 9);
    const columns = Object.keys(hashVectors.vectors[0] ?? {});
    expect(columns.filter((name) => !['key', 'partitions', 'java', 'origin'].includes(name))).toEqual(
      Object.keys(COLUMNS),
    );
  });

  test('[PP9] no two of the columns are alike, but murmur2 with KafkaJS and FNV-1a with Sarama', () => {
    const column = (name: keyof typeof COLUMNS): string =>
      hashVectors.vectors.map((vector) => vector[name]).join(' ');
    expect(column('kafkajs_default')).toBe(column('librdkafka_murmur2'));
    expect(column('sarama_default')).toBe(column('librdkafka_fnv1a'));
    const kinds = ['librdkafka_crc32', 'librdkafka_murmur2', 'librdkafka_fnv1a', 'kafkajs_legacy'] as const;
    expect(new Set(kinds.map(column)).size).toBe(4);
  });
});
