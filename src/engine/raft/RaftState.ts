import type { SnapshotId } from '../metadata/MetadataSnapshot.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import type { BrokerId, Bytes, Epoch, Micros, Offset } from '../../shared/units.ts';
import type { ReplicaProgress } from './replicaProgress.ts';
import type { VoteTally } from './voteTally.ts';

/** Knows no leader, or none that it could reach. Kafka: `UnattachedState`. */
export interface UnattachedState {
  readonly kind: 'Unattached';
  readonly epoch: Epoch;
  readonly leaderId: BrokerId | null;
  votedId: BrokerId | null;
  electionEndsUs: Micros;
}

/** Asks whether it would be elected, under the epoch as it is (KIP-996). Kafka: `ProspectiveState`. */
export interface ProspectiveState {
  readonly kind: 'Prospective';
  readonly epoch: Epoch;
  readonly leaderId: BrokerId | null;
  votedId: BrokerId | null;
  readonly votes: VoteTally;
  electionEndsUs: Micros;
}

/** Asks for votes in an epoch of its own. Kafka: `CandidateState`. */
export interface CandidateState {
  readonly kind: 'Candidate';
  readonly epoch: Epoch;
  readonly votes: VoteTally;
  electionEndsUs: Micros;
}

/** Kafka: `LeaderState`, `BatchAccumulator`. */
export interface LeaderState {
  readonly kind: 'Leader';
  readonly epoch: Epoch;
  readonly epochStartOffset: Offset;
  /** Itself included: its own end counts as far as it is flushed. */
  readonly voters: Map<BrokerId, ReplicaProgress>;
  /** Brokers that fetched in this epoch. */
  readonly observers: Map<BrokerId, ReplicaProgress>;
  /** Who has fetched since the check of the quorum last began. */
  readonly fetchedVoters: Set<BrokerId>;
  checkQuorumEndsUs: Micros;
  nextBeginQuorumUs: Micros;
  /** Decided, and not yet written to the log. */
  accumulator: MetadataRecord[];
  /** When the accumulator is written; null while it is empty. */
  drainAtUs: Micros | null;
}

/** How far a snapshot was fetched. */
export interface FetchingSnapshot {
  readonly id: SnapshotId;
  readonly positionBytes: Bytes;
}

/** Kafka: `FollowerState`. */
export interface FollowerState {
  readonly kind: 'Follower';
  readonly epoch: Epoch;
  readonly leaderId: BrokerId;
  readonly votedId: BrokerId | null;
  fetchEndsUs: Micros;
  /** Whether a fetch has succeeded since it follows this leader: from then on it refuses pre-votes. */
  hasFetchedFromLeader: boolean;
  /** The snapshot that it has to fetch before it can go on with the log; null: none. */
  fetchingSnapshot: FetchingSnapshot | null;
}

/** Was the leader, and tells the others. Kafka: `ResignedState`. */
export interface ResignedState {
  readonly kind: 'Resigned';
  readonly epoch: Epoch;
  /** Most advanced first. */
  readonly successors: readonly BrokerId[];
  readonly unackedVoters: Set<BrokerId>;
  electionEndsUs: Micros;
}

/** What a voter is in the quorum (Q1). Kafka: `EpochState` and its classes. */
export type RaftState =
  UnattachedState | ProspectiveState | CandidateState | LeaderState | FollowerState | ResignedState;

/** The leader of the epoch, as far as the state knows one. One that has resigned is still called its epoch's leader. */
export function leaderOf(state: RaftState, self: BrokerId): BrokerId | null {
  switch (state.kind) {
    case 'Leader':
    case 'Resigned':
      return self;
    case 'Candidate':
      return null;
    case 'Follower':
    case 'Prospective':
    case 'Unattached':
      return state.leaderId;
  }
}

/** Whom this voter gave its vote in the epoch; a candidate gave it to itself. */
export function votedOf(state: RaftState, self: BrokerId): BrokerId | null {
  if (state.kind === 'Candidate') return self;
  return state.kind === 'Leader' || state.kind === 'Resigned' ? null : state.votedId;
}
