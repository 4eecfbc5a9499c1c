import type { BrokerId, Epoch, Micros, Offset } from '../../shared/units.ts';
import type { QuorumStateFile } from './initialRaftState.ts';
import { ParkedFetches } from './ParkedFetches.ts';
import type { RaftConnections } from './raftConnections.ts';
import type { RaftConfig } from './RaftConfig.ts';
import { RaftLog } from './RaftLog.ts';
import { RaftMeters } from './RaftMeters.ts';
import type { RaftError } from './raftRequestError.ts';
import { leaderOf } from './RaftState.ts';
import type { RaftState } from './RaftState.ts';
import type { SnapshotCounters } from './snapshotReason.ts';

/**
 * What one voter has: on its disk, and in its process. What it does is in the functions of this folder that take one; they are
 * called by `KafkaRaftClient` alone.
 */
export class RaftVoter {
  readonly nodeId: BrokerId;
  readonly voters: readonly BrokerId[];
  readonly config: RaftConfig;

  // The disk
  readonly log = new RaftLog();
  quorumState: QuorumStateFile = Object.freeze({ epoch: 0, leaderId: null, votedId: null });

  // The process
  /** null while no process runs. */
  state: RaftState | null = null;
  /** As the state knows it; a new leader knows none before it has committed something itself. */
  highWatermark: Offset | null = null;
  /** Everything below was handed to the listener as committed. */
  committedEnd: Offset = 0;
  readonly connections: RaftConnections = new Map();
  /** Of other nodes, at the leader. */
  readonly parked = new ParkedFetches();
  /** Of the broker in the same process. */
  readonly parkedLocal = new ParkedFetches();
  /** The flush under way, and the high watermark that came with what is flushed. */
  flush: { readonly to: Offset; readonly highWatermark: Offset | null } | null = null;
  /** What the listener was last told. */
  notified: { readonly leaderId: BrokerId | null; readonly epoch: Epoch } = { leaderId: null, epoch: -1 };
  /** Until when a process that was told to stop waits for the next leader; null: it was not told. */
  shutdownEndsUs: Micros | null = null;
  /** Since the last snapshot was made or loaded. Kafka: `SnapshotGenerator`. */
  snapshotCounters: SnapshotCounters = { sinceUs: 0, bytes: 0 };
  /** When this process began: old snapshots are looked for every minute from there on. */
  startedUs: Micros = 0;
  meters = new RaftMeters();
  fetchCount = 0;
  flushCount = 0;

  constructor(nodeId: BrokerId, voters: readonly BrokerId[], config: RaftConfig) {
    this.nodeId = nodeId;
    this.voters = Object.freeze([...voters]);
    this.config = config;
  }

  get epoch(): Epoch {
    return this.state?.epoch ?? this.quorumState.epoch;
  }

  get leaderId(): BrokerId | null {
    return this.state && leaderOf(this.state, this.nodeId);
  }

  get isLeader(): boolean {
    return this.state?.kind === 'Leader';
  }

  get isStopping(): boolean {
    return this.shutdownEndsUs !== null;
  }

  /** All voters but itself. */
  others(): BrokerId[] {
    return this.voters.filter((voter) => voter !== this.nodeId);
  }

  /** What every answer says of the quorum. */
  header(error: RaftError) {
    return { error, leaderId: this.leaderId, leaderEpoch: this.epoch };
  }

  /** The state of a voter whose process is known to run. */
  runningState(): RaftState {
    return this.state as RaftState;
  }
}
