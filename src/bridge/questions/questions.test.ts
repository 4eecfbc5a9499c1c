import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { murmur2 } from '../../engine/client/producer/murmur2.ts';
import { utf8Bytes } from '../../shared/utf8.ts';
import { keyPartitions } from './keyPartitions.ts';
import { finishHash, hashSteps, keyPath } from './keyPath.ts';

interface HashVectors {
  readonly vectors: readonly {
    readonly key: string;
    readonly partitions: number;
    readonly java: number;
    readonly librdkafka_crc32: number;
    readonly sarama_default: number;
    readonly kafkajs_default: number;
    readonly kafkajs_legacy: number;
  }[];
}

const { vectors } = JSON.parse(readFileSync('test/vectors/hash_vectors.json', 'utf8')) as HashVectors;

describe('the way of a key to its partition', () => {
  it('[PP2] ends, step by step, where the producer puts the record', () => {
    for (const { key, partitions, java } of vectors) {
      const bytes = utf8Bytes(key);
      const { words, rest } = hashSteps(bytes);
      const last = rest?.hash ?? words.at(-1)?.hash ?? (keyPath(key, partitions).seed ^ bytes.length) | 0;
      expect(finishHash(last), key).toBe(murmur2(bytes));
      expect(keyPath(key, partitions)).toMatchObject({ hash: murmur2(bytes), partition: java });
    }
  });

  it('[PP9] is compared with that of each client as it is out of the box', () => {
    for (const vector of vectors) {
      if (vector.key === '') continue;
      const found = keyPartitions([vector.key], vector.partitions).clients;
      expect(found.map(({ partitions }) => partitions[0])).toEqual([
        vector.java,
        vector.librdkafka_crc32,
        vector.sarama_default,
        vector.kafkajs_default,
        vector.kafkajs_legacy,
      ]);
      for (const { counts } of found) expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    }
  });
});
