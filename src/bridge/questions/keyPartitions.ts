import { partitionForKey } from '../../engine/client/producer/partitionForKey.ts';
import { clientPartition } from '../../engine/client/producer/partitioners/clientPartitioners.ts';
import type { ClientPartitioner } from '../../engine/client/producer/partitioners/clientPartitioners.ts';
import { COMPARED_CLIENTS } from '../../shared/RunQuestions.ts';
import type { ComparedClient, KeyPartitions } from '../../shared/RunQuestions.ts';
import { utf8Bytes } from '../../shared/utf8.ts';

/** What each has when nobody chose another (PP9). */
const DEFAULTS: Readonly<Record<Exclude<ComparedClient, 'java'>, ClientPartitioner>> = {
  librdkafka: 'librdkafka:consistent_random',
  sarama: 'sarama:hash',
  kafkajs: 'kafkajs:default',
  kafkajs1: 'kafkajs:legacy',
};
const FREE = -1;

/** Where each client puts each key, and how many keys that makes for each partition. */
export function keyPartitions(keys: readonly string[], partitionCount: number): KeyPartitions {
  const bytes = keys.map((key) => utf8Bytes(key));
  return {
    clients: COMPARED_CLIENTS.map((client) => {
      const partitions = bytes.map((key) => partitionBy(client, key, partitionCount) ?? FREE);
      const counts = Array.from({ length: partitionCount }, () => 0);
      for (const partition of partitions) if (partition !== FREE) counts[partition]! += 1;
      return { client, partitions, counts };
    }),
  };
}

function partitionBy(client: ComparedClient, key: Uint8Array, partitionCount: number): number | null {
  return client === 'java'
    ? partitionForKey(key, partitionCount)
    : clientPartition(DEFAULTS[client], key, partitionCount);
}
