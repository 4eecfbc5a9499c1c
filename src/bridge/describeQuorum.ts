import { controllersOf } from '../engine/cluster/ledger.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import type { Controller } from '../engine/controller/Controller.ts';
import type { LeaderState } from '../engine/raft/RaftState.ts';
import type { ReplicaProgress } from '../engine/raft/replicaProgress.ts';
import { millisFromMicros } from '../shared/units.ts';
import type { BrokerId, Micros } from '../shared/units.ts';
import type { QuorumReplica, QuorumResult } from '../shared/QuorumResult.ts';

/** An observer that has not fetched for so long is none any more. Kafka: `LeaderState.OBSERVER_SESSION_TIMEOUT_MS`. */
const OBSERVER_SESSION_TIMEOUT_US: Micros = 300_000_000;

/**
 * What `kafka-metadata-quorum.sh describe --status` and `--replication` print, as the leader of the quorum knows it; null while
 * nobody leads, when the tool would time out. Kafka: `MetadataQuorumCommand`, `KafkaRaftClient.describeQuorum` (4.2).
 */
export function describeQuorum(cluster: Cluster): QuorumResult | null {
  const leaders = controllersOf(cluster).filter(({ raft }) => raft.isLeader);
  const [leader] = leaders.sort((a, b) => b.raft.epoch - a.raft.epoch);
  return leader ? quorumOf(leader, cluster.nowUs) : null;
}

/** Null of a controller that does not lead. */
export function quorumOf({ raft }: Controller, nowUs: Micros): QuorumResult | null {
  const { state, nodeId } = raft;
  if (state?.kind !== 'Leader') return null;
  const replication = replicationOf(state, nodeId, raft.log.endOffset, nowUs);
  const voters = replication.filter(({ status }) => status !== 'Observer');
  const [own] = voters;
  const last = voters.reduce((a, b) => (b.logEndOffset < a.logEndOffset ? b : a));
  return {
    leaderId: nodeId,
    leaderEpoch: raft.epoch,
    highWatermark: raft.highWatermark ?? -1,
    maxFollowerLag: last.lag,
    maxFollowerLagTimeMs: lagTimeMs(own, last),
    currentVoters: [...raft.voters],
    currentObservers: replication
      .filter(({ status }) => status === 'Observer')
      .map((observer) => observer.nodeId),
    replication,
  };
}

/** The leader, then the other voters, then the observers. */
function replicationOf(
  state: LeaderState,
  leaderId: BrokerId,
  endOffset: number,
  nowUs: Micros,
): QuorumReplica[] {
  const row = (id: BrokerId, progress: ReplicaProgress, status: QuorumReplica['status']): QuorumReplica => {
    const logEndOffset = progress.endOffset ?? -1;
    return {
      nodeId: id,
      logEndOffset,
      lag: endOffset - logEndOffset,
      lastFetchTimestamp: timestampOf(progress.lastFetchUs),
      lastCaughtUpTimestamp: timestampOf(progress.lastCaughtUpUs),
      status,
    };
  };
  const now = timestampOf(nowUs);
  const leader: QuorumReplica = {
    nodeId: leaderId,
    logEndOffset: endOffset,
    lag: 0,
    lastFetchTimestamp: now,
    lastCaughtUpTimestamp: now,
    status: 'Leader',
  };
  const followers = [...state.voters].filter(([id]) => id !== leaderId);
  const observers = [...state.observers]
    .filter(([, { lastFetchUs }]) => nowUs - lastFetchUs < OBSERVER_SESSION_TIMEOUT_US)
    .sort(([a], [b]) => a - b);
  return [
    leader,
    ...followers.map(([id, progress]) => row(id, progress, 'Follower')),
    ...observers.map(([id, progress]) => row(id, progress, 'Observer')),
  ];
}

/** Simulated time in whole ms; −1: never. */
function timestampOf(us: Micros): number {
  return us === -Infinity ? -1 : Math.floor(millisFromMicros(us));
}

/** 0 when no voter is behind; −1 when the last one was never caught up in this epoch. */
function lagTimeMs(leader: QuorumReplica | undefined, last: QuorumReplica): number {
  if (!leader || last === leader) return 0;
  return last.lastCaughtUpTimestamp < 0 ? -1 : leader.lastCaughtUpTimestamp - last.lastCaughtUpTimestamp;
}
