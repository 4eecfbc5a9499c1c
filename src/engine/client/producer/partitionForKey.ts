import { assert } from '../../../shared/assert.ts';
import { murmur2 } from './murmur2.ts';
import { toPositive } from './toPositive.ts';

/**
 * The partition of a key: its hash modulo the number of all partitions of the topic, with a leader or without (PP2). When
 * partitions are added most keys move (PP4). Kafka: `BuiltInPartitioner.partitionForKey` (4.2).
 */
export function partitionForKey(key: Uint8Array, partitionCount: number): number {
  assert(partitionCount > 0, 'a topic has partitions');
  return toPositive(murmur2(key)) % partitionCount;
}

export interface PartitionChoice {
  /** The record's own partition, or null. */
  readonly partition: number | null;
  /** What a configured `partitioner.class` returned, or null without one. */
  readonly customPartition: number | null;
  /** Serialized; an empty key is a key. */
  readonly key: Uint8Array | null;
  /** `partitioner.ignore.keys`. */
  readonly ignoreKeys: boolean;
}

/**
 * The partition that a record is bound to before it is appended, or null when the sticky partitioner is free to choose
 * (PP1): the record's own, else the custom partitioner's, else by key. Kafka: `KafkaProducer.partition` (4.2).
 */
export function boundPartition(choice: PartitionChoice, partitionCount: number): number | null {
  if (choice.partition !== null) return choice.partition;
  if (choice.customPartition !== null) return choice.customPartition;
  if (choice.key !== null && !choice.ignoreKeys) return partitionForKey(choice.key, partitionCount);
  return null;
}
