import type { SelfCloning } from '../kernel/cloneState.ts';
import { Derived } from '../kernel/Derived.ts';
import { shorten } from '../kernel/shortLists.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { Rules } from '../rules/Rules.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { BrokerId, Epoch, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { RemoteReplica } from './computeHighWatermark.ts';
import { committedIsr } from './isrState.ts';
import type { IsrState } from './isrState.ts';
import type { FollowerBroker } from './needsExpandIsr.ts';
import type { KnownPartitionConfig } from './partitionConfig.ts';
import { initialFollowerState } from './replicaState.ts';
import type { FollowerFetch, FollowerState } from './replicaState.ts';

export interface LeaderRole {
  readonly kind: 'leader';
  readonly leaderEpoch: Epoch;
  partitionEpoch: Epoch;
  isrState: IsrState;
  readonly replicas: readonly BrokerId[];
  /** Every replica but this one. */
  readonly followers: Map<BrokerId, FollowerState>;
  /** Log end when this epoch began. */
  readonly leaderEpochStartOffset: Offset;
}

export interface FollowerRole {
  readonly kind: 'follower';
  /** −1 while the partition has no leader. */
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
  partitionEpoch: Epoch;
}

/**
 * One partition on one broker: its log, and whether the broker leads it or follows. Kafka: `Partition` (4.2).
 *
 * The log and the high watermark's checkpoint are on disk and outlive the process; the role does not.
 *
 *   null → leader | follower; leader ↔ follower whenever the metadata say so; any → null when the process ends.
 *
 * On a leader the high watermark never falls within a leader epoch.
 */
export class Partition implements SelfCloning {
  readonly topicPartition: TopicPartition;
  readonly topic: string;
  readonly broker: BrokerId;
  readonly log: UnifiedLog;
  /** What the file `replication-offset-checkpoint` says (H7). */
  checkpointedHighWatermark: Offset;
  /** What the process had come to when it ended; only for pictures and the ledger, the next process does not know it. */
  highWatermarkAtEnd: Offset;
  role: LeaderRole | FollowerRole | null = null;
  readonly knownConfig = new Derived<KnownPartitionConfig>();
  /** Id of the topic that the log was created for, from the file `partition.metadata`: another of the same name is not it. */
  readonly topicId: number;
  /** Log directory that the log is in. */
  readonly logDir: string;

  constructor(
    topicPartition: TopicPartition,
    topic: string,
    broker: BrokerId,
    log: UnifiedLog,
    place: { readonly topicId: number; readonly logDir: string },
  ) {
    this.topicPartition = topicPartition;
    this.topic = topic;
    this.topicId = place.topicId;
    this.logDir = place.logDir;
    this.broker = broker;
    this.log = log;
    this.checkpointedHighWatermark = log.highWatermark;
    this.highWatermarkAtEnd = log.highWatermark;
  }

  /** The high watermark as anybody last knew it here, running or not. */
  get knownHighWatermark(): Offset {
    const { log } = this;
    return this.role === null
      ? Math.min(Math.max(log.highWatermark, this.highWatermarkAtEnd), log.logEndOffset)
      : log.highWatermark;
  }

  get leader(): LeaderRole | null {
    return this.role?.kind === 'leader' ? this.role : null;
  }

  /**
   * Takes over as leader, or learns that it leads on under another ISR (M1). Returns whether the leader epoch is new; only then
   * is what was known of the followers reset.
   */
  makeLeader(registration: PartitionRegistration, nowUs: Micros, rules: Rules): boolean {
    const { leaderEpoch, partitionEpoch, replicas, isr } = registration;
    const before = this.leader;
    const isNewEpoch = before?.leaderEpoch !== leaderEpoch;
    // It forgets whom it has asked for, and may not wait for it when it joins.
    if (!isNewEpoch && before.isrState.kind === 'PendingExpandIsr') this.log.isForgiven = true;
    const followers = new Map<BrokerId, FollowerState>();
    for (const replica of replicas) {
      if (replica === this.broker) continue;
      const known = before?.followers.get(replica) ?? initialFollowerState();
      const reset = {
        isNewLeader: before === null,
        isInIsr: isr.includes(replica),
        leaderLogEndOffset: this.log.logEndOffset,
      };
      followers.set(replica, isNewEpoch ? rules.resetReplicaState(known, reset, nowUs) : known);
    }
    this.log.epochs.assign(leaderEpoch, this.log.logEndOffset);
    this.role = {
      kind: 'leader',
      leaderEpoch,
      partitionEpoch,
      isrState: { kind: 'CommittedPartitionState', isr },
      replicas,
      followers,
      leaderEpochStartOffset: this.log.epochs.startOffsetOf(leaderEpoch) ?? this.log.logEndOffset,
    };
    return isNewEpoch;
  }

  /** Follows a leader, or waits for one (M2). Returns whether leader or leader epoch are new. */
  makeFollower(registration: PartitionRegistration): boolean {
    const { leader, leaderEpoch, partitionEpoch } = registration;
    const before = this.role;
    this.role = { kind: 'follower', leader, leaderEpoch, partitionEpoch };
    return before?.kind !== 'follower' || before.leaderEpoch !== leaderEpoch || before.leader !== leader;
  }

  /** Notes a follower's fetch (I1); only when it first arrives (F6). Returns whether its log end is another than before. */
  recordFollowerFetch(follower: BrokerId, fetch: FollowerFetch, nowUs: Micros, rules: Rules): boolean {
    const leader = this.leader;
    const state = leader?.followers.get(follower);
    if (!leader || !state) return false;
    leader.followers.set(follower, rules.updateFetchState(state, fetch, this.log.logEndOffset, nowUs));
    return state.logEndOffset !== fetch.fetchOffset;
  }

  /** Fetches that found a follower at the end, and were not noted one by one, up to the last of them. */
  creditQuietFetches(follower: BrokerId, lastFetchUs: Micros): void {
    const state = this.leader?.followers.get(follower);
    if (!state || state.lastFetchUs >= lastFetchUs) return;
    this.leader?.followers.set(follower, {
      ...state,
      lastFetchUs,
      lastCaughtUpUs: Math.max(state.lastCaughtUpUs, lastFetchUs),
    });
  }

  /** Raises the leader's high watermark as far as the replicas that hold it back allow (H1, H2). */
  maybeIncrementHighWatermark(
    effectiveMinIsr: number,
    replicaLagTimeMaxUs: Micros,
    nowUs: Micros,
    brokerOf: BrokerLookup,
    rules: Rules,
  ): boolean {
    const { leader, log } = this;
    if (!leader || !rules.mayAdvanceHighWatermark(committedIsr(leader.isrState).length, effectiveMinIsr))
      return false;
    // Nothing lies between the two: after most fetches and appends of followers that keep up.
    if (log.highWatermark >= log.logEndOffset) return false;
    const maximalIsr = rules.maximalIsr(leader.isrState);
    const next = rules.computeHighWatermark({
      highWatermark: log.highWatermark,
      leaderLogEndOffset: log.logEndOffset,
      maximalIsr,
      remoteReplicas: remoteReplicas(leader, maximalIsr, brokerOf, rules),
      nowUs,
      replicaLagTimeMaxUs,
    });
    if (next === log.highWatermark) return false;
    log.highWatermark = next;
    log.highWatermarkMoved();
    return true;
  }

  /** Takes over the leader's high watermark from a fetch answer (F8). */
  updateFollowerHighWatermark(leaderHighWatermark: Offset, rules: Rules): void {
    const { log } = this;
    const { logStartOffset, logEndOffset } = log;
    log.highWatermark = rules.clampFollowerHighWatermark(leaderHighWatermark, logStartOffset, logEndOffset);
    log.highWatermarkMoved();
  }

  /** For checkpoints, in which it is the most frequent by far. What never changes once made is shared: states of followers and of the ISR. */
  shareOrClone(): Partition {
    const { topicPartition, topic, broker, topicId, logDir, role } = this;
    const copy = new Partition(topicPartition, topic, broker, this.log.shareOrClone(), { topicId, logDir });
    copy.checkpointedHighWatermark = this.checkpointedHighWatermark;
    copy.highWatermarkAtEnd = this.highWatermarkAtEnd;
    copy.role = role && copyOfRole(role);
    return copy;
  }

  /** What is left when the disk is gone: nothing, checkpoints neither. */
  loseDisk(nowUs: Micros): void {
    this.log.loseDisk(nowUs);
    this.checkpointedHighWatermark = 0;
    this.highWatermarkAtEnd = 0;
  }

  /** What is left when the process ends: the disk. The next process starts from the checkpoint file (H7). */
  loseProcess(): void {
    if (this.role !== null) this.highWatermarkAtEnd = this.log.highWatermark;
    this.role = null;
    this.log.highWatermark = Math.max(
      this.log.logStartOffset,
      Math.min(this.checkpointedHighWatermark, this.log.logEndOffset),
    );
  }
}

/** Written out, so that a copy has the shape of what `makeLeader` and `makeFollower` make. */
function copyOfRole(role: LeaderRole | FollowerRole): LeaderRole | FollowerRole {
  const { leaderEpoch, partitionEpoch } = role;
  if (role.kind === 'follower') return { kind: role.kind, leader: role.leader, leaderEpoch, partitionEpoch };
  const { kind, isrState, replicas, followers, leaderEpochStartOffset } = role;
  return {
    kind,
    leaderEpoch,
    partitionEpoch,
    isrState,
    replicas,
    followers: new Map(followers),
    leaderEpochStartOffset,
  };
}

export type BrokerLookup = (broker: BrokerId) => FollowerBroker;

interface SeenReplica extends RemoteReplica {
  brokerId: BrokerId;
  state: FollowerState;
  isIsrEligible: boolean;
}

/** The replicas of which a high watermark is computed: each time anew, in the same room. Nobody keeps them. */
const SEEN: SeenReplica[] = [];

/** Whether a replica may join the ISR is asked only of one that is not in it: of the others it decides nothing (H1). */
function remoteReplicas(
  leader: LeaderRole,
  inSync: readonly BrokerId[],
  brokerOf: BrokerLookup,
  rules: Rules,
): readonly RemoteReplica[] {
  let count = 0;
  for (const [brokerId, state] of leader.followers) {
    const isIsrEligible = !inSync.includes(brokerId) && rules.isReplicaIsrEligible(state, brokerOf(brokerId));
    const replica = SEEN[count];
    if (replica === undefined) SEEN.push({ brokerId, state, isIsrEligible });
    else {
      replica.brokerId = brokerId;
      replica.state = state;
      replica.isIsrEligible = isIsrEligible;
    }
    count += 1;
  }
  shorten(SEEN, count);
  return SEEN;
}
