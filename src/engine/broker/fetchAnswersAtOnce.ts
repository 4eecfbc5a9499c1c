import type { Bytes, Millis } from '../../shared/units.ts';

/** A fetch and what a first look at the logs found. */
export interface FetchFirstLook {
  readonly maxWaitMs: Millis;
  readonly minBytes: Bytes;
  readonly partitionCount: number;
  /**
   * Over all partitions: for a follower up to the log end, for a consumer up to the high watermark or last
   * stable offset.
   */
  readonly readableBytes: Bytes;
  readonly hasError: boolean;
  readonly hasDivergingEpoch: boolean;
  readonly hasPreferredReadReplica: boolean;
}

/**
 * Whether a fetch is answered as it arrives rather than parked until there is more to read (F4). Kafka:
 * `ReplicaManager.fetchMessages` (4.2).
 */
export function fetchAnswersAtOnce(look: FetchFirstLook): boolean {
  return (
    look.maxWaitMs <= 0 ||
    look.partitionCount === 0 ||
    look.readableBytes >= look.minBytes ||
    look.hasError ||
    look.hasDivergingEpoch ||
    look.hasPreferredReadReplica
  );
}
