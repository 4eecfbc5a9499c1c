import type { BrokerId, Epoch } from '../../../shared/units.ts';

export interface LeaderAndEpoch {
  /** NO_LEADER if it is not known. */
  readonly leader: BrokerId;
  /** UNDEFINED_EPOCH if it is not known. */
  readonly leaderEpoch: Epoch;
}

/**
 * Whether the client switches to the leader named in a produce or fetch error (RT6): only to a complete hint with a higher
 * leader epoch, and only for a partition it has metadata of. It asks for metadata all the same.
 * Kafka: `Metadata.updatePartitionLeadership` (4.2, KIP-951).
 */
export function acceptsLeaderHint(known: LeaderAndEpoch | null, hint: LeaderAndEpoch): boolean {
  if (known === null || hint.leader < 0 || hint.leaderEpoch < 0) return false;
  return hint.leaderEpoch > known.leaderEpoch;
}

/**
 * Whether the client takes over a partition from a metadata answer (RT6): not from one that is older than what it has
 * seen, as brokers learn of elections at different times. A topic that was deleted and made again starts over.
 * Kafka: `Metadata.updateLatestMetadata` (4.2, KIP-320).
 *
 * @param lastSeenEpoch null if no leader epoch was seen yet.
 */
export function acceptsMetadata(
  lastSeenEpoch: Epoch | null,
  leaderEpoch: Epoch,
  topicIdChanged: boolean,
): boolean {
  return lastSeenEpoch === null || topicIdChanged || leaderEpoch >= lastSeenEpoch;
}
