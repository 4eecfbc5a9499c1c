import type { Epoch } from '../../shared/units.ts';

export type RaftError =
  | 'NONE'
  | 'FENCED_LEADER_EPOCH'
  | 'UNKNOWN_LEADER_EPOCH'
  | 'NOT_LEADER_OR_FOLLOWER'
  | 'BROKER_NOT_AVAILABLE'
  | 'SNAPSHOT_NOT_FOUND'
  | 'POSITION_OUT_OF_RANGE'
  | 'INVALID_REQUEST';

/** Votes and announcements of an older epoch are refused. Kafka: `KafkaRaftClient.validateVoterOnlyRequest`. */
export function voterRequestError(requestEpoch: Epoch, ownEpoch: Epoch): RaftError {
  return requestEpoch < ownEpoch ? 'FENCED_LEADER_EPOCH' : 'NONE';
}

/**
 * A Fetch is answered by the leader of exactly its epoch. Kafka: `KafkaRaftClient.validateLeaderOnlyRequest` (4.2).
 * The answer names the epoch and the leader that this voter knows, so that the asker learns of them (Q1).
 */
export function leaderRequestError(
  requestEpoch: Epoch,
  own: { readonly epoch: Epoch; readonly isLeader: boolean; readonly isShuttingDown: boolean },
): RaftError {
  if (requestEpoch < own.epoch) return 'FENCED_LEADER_EPOCH';
  if (requestEpoch > own.epoch) return 'UNKNOWN_LEADER_EPOCH';
  if (!own.isLeader) return 'NOT_LEADER_OR_FOLLOWER';
  return own.isShuttingDown ? 'BROKER_NOT_AVAILABLE' : 'NONE';
}
