import { toPositive } from './toPositive.ts';

/** The value of `partitioner.class` that names it; any other class is not known here. */
export const ROUND_ROBIN_PARTITIONER = 'org.apache.kafka.clients.producer.RoundRobinPartitioner';

/**
 * The partition of the n-th record that a producer sends to a topic (PP8): each partition that has a leader in turn, whatever
 * the key; all of them in turn while none has one. In turn means in the order of a hash table, not of the numbers. Kafka: `RoundRobinPartitioner.partition` (4.2).
 *
 * @param n counts from 0; Kafka's counter is an int that wraps, and its sign is cleared.
 * @param available partitions with a leader, in the order of `inHashMapOrder`
 */
export function roundRobinPartition(n: number, available: readonly number[], partitionCount: number): number {
  const count = toPositive(n | 0);
  return available[count % available.length] ?? count % partitionCount;
}
