import type { Epoch } from '../../shared/units.ts';
import type { KafkaError } from '../protocol/Errors.ts';

/**
 * Compares the leader epoch a request was sent under with the broker's own (E7, KIP-320).
 * FENCED_LEADER_EPOCH: the sender is behind and must refresh its metadata. UNKNOWN_LEADER_EPOCH: the broker
 * is behind and the sender must wait. A request without an epoch (null) is not checked. Kafka:
 * `Partition.checkCurrentLeaderEpoch` (4.2).
 */
export function checkCurrentLeaderEpoch(requestLeaderEpoch: Epoch | null, leaderEpoch: Epoch): KafkaError {
  if (requestLeaderEpoch === null || requestLeaderEpoch === leaderEpoch) return 'NONE';
  return requestLeaderEpoch < leaderEpoch ? 'FENCED_LEADER_EPOCH' : 'UNKNOWN_LEADER_EPOCH';
}
