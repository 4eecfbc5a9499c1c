import type { Offset } from '../../../../shared/units.ts';

/**
 * Whether a partition that is newly assigned is read from where its group has committed. Only if nothing is committed (−1)
 * `auto.offset.reset` has a say. Kafka: `ClassicKafkaConsumer.updateFetchPositions`, `ConsumerUtils.refreshCommittedOffsets` (4.2).
 */
export function startsAtCommitted(committedOffset: Offset): boolean {
  return committedOffset >= 0;
}
