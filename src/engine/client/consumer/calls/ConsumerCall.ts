import type { CommittedPartition } from '../../../protocol/requests.ts';
import type { Micros, Millis, Offset, TopicPartition } from '../../../../shared/units.ts';

/** Where seek() and its like lead; a time goes by way of offsetsForTimes(). */
export type SeekTarget =
  | { readonly to: 'beginning' | 'end' }
  | { readonly to: 'offset'; readonly offset: Offset }
  | { readonly to: 'timestamp'; readonly timestampMs: Millis };

/**
 * What an application calls on its consumer between two calls of poll(). Without partitions: all that it is assigned then. Frozen:
 * shared by checkpoints.
 */
export type ConsumerCall =
  | ({ readonly kind: 'seek'; readonly partitions: readonly TopicPartition[] | null } & SeekTarget)
  | { readonly kind: 'pause' | 'resume'; readonly partitions: readonly TopicPartition[] | null }
  | { readonly kind: 'commitSync'; readonly offsets: readonly CommittedPartition[] };

/** offsetsForTimes() has not returned, and the application does nothing else. */
export interface TimeLookup {
  readonly partitions: readonly TopicPartition[];
  readonly timestampMs: Millis;
  /** `default.api.timeout.ms`: it throws a TimeoutException then. */
  readonly untilUs: Micros;
}
