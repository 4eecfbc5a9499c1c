import type { BrokerId, Epoch, Offset } from './units.ts';

/** What `kafka-metadata-quorum.sh describe` prints: `--status`, and the rows of `--replication`. */
export interface QuorumResult {
  readonly leaderId: BrokerId;
  readonly leaderEpoch: Epoch;
  /** −1 while the leader has committed nothing in its epoch. */
  readonly highWatermark: Offset;
  /** Records that the last voter lacks. */
  readonly maxFollowerLag: Offset;
  /** How long it has lacked some; −1: it was never caught up in this epoch. */
  readonly maxFollowerLagTimeMs: number;
  readonly currentVoters: readonly BrokerId[];
  readonly currentObservers: readonly BrokerId[];
  readonly replication: readonly QuorumReplica[];
}

export interface QuorumReplica {
  readonly nodeId: BrokerId;
  /** −1: it has not fetched from this leader. */
  readonly logEndOffset: Offset;
  readonly lag: Offset;
  /** Simulated time in ms; −1: never. */
  readonly lastFetchTimestamp: number;
  readonly lastCaughtUpTimestamp: number;
  readonly status: 'Leader' | 'Follower' | 'Observer';
}
