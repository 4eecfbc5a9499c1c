import type { Offset } from '../../../../shared/units.ts';
import type { AssignedPartition } from '../AssignedPartition.ts';

/**
 * What a consumer commits of a partition: its position, the offset after the last record that poll() has returned (O1). What is fetched
 * and waits in the buffer is not part of it. Kafka: `SubscriptionState.allConsumed` (4.2).
 */
export function committableOffset({
  position,
}: Pick<AssignedPartition, 'position' | 'highWatermark'>): Offset {
  return position;
}
