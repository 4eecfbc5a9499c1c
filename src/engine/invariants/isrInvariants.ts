import type { Broker } from '../broker/Broker.ts';
import { isInflight, maximalIsr, proposedIsr } from '../broker/isrState.ts';
import type { IsrState, PendingIsrState } from '../broker/isrState.ts';
import type { LeaderRole, Partition } from '../broker/Partition.ts';
import { UNCHECKED_BROKER_EPOCH } from '../broker/replicaState.ts';
import { controllerOf } from '../cluster/ledger.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Epoch, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import { leadersOf } from './leadersOf.ts';
import { leadershipOf, placeOf } from './placeOf.ts';
import type { RunHistory } from './RunHistory.ts';

/** A broker's timers go off at their time; requests that stand before them take a moment. */
const GRACE_US: Micros = 200 * MICROS_PER_MILLI;

/**
 * A leader asks only for a follower that takes part in the cluster, is not leaving it and fetched in its present life, as far as
 * the leader has heard (I4), and that has reached the high watermark and the start of the leader's epoch (I5).
 */
export function leadersAskOnlyForWhoMayJoin(): Invariant {
  const seen = new ProposalWatch();
  return {
    name: 'LeadersAskOnlyForWhoMayJoin',
    check(cluster) {
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const proposal = seen.fresh(leader);
        if (proposal?.kind !== 'PendingExpandIsr') continue;
        const detail = whyItMayNotJoin(proposal.newInSyncReplicaId, broker, partition, leader);
        if (detail !== null)
          return `${partition.topicPartition}: leader ${broker.id} asks for ${proposal.newInSyncReplicaId}, ${detail}`;
      }
      return null;
    },
  };
}

function whyItMayNotJoin(
  member: BrokerId,
  broker: Broker,
  { log }: Partition,
  leader: LeaderRole,
): string | null {
  const registration = broker.image.brokers.get(member);
  if (!registration || registration.fenced) return 'which is fenced';
  if (registration.inControlledShutdown) return 'which is in controlled shutdown';
  const state = leader.followers.get(member);
  const epoch = state?.brokerEpoch ?? null;
  if (!state || epoch === null) return 'which has not fetched';
  if (epoch !== UNCHECKED_BROKER_EPOCH && epoch !== registration.brokerEpoch)
    return `which fetched under broker epoch ${epoch}, and has ${registration.brokerEpoch} now`;
  if (state.logEndOffset < leader.leaderEpochStartOffset)
    return `which ends at ${state.logEndOffset}, before the leader's epoch at ${leader.leaderEpochStartOffset}`;
  if (state.logEndOffset < log.highWatermark)
    return `which ends at ${state.logEndOffset}, below the high watermark ${log.highWatermark}`;
  return null;
}

interface FollowerHistory {
  lastFetchUs: Micros;
  /** The last moment at which it is known to have had all that the leader had. */
  caughtUpUs: Micros;
  /** The leader's end at its last fetch. */
  leaderEndAtFetch: Offset;
}

interface LeaderHistory {
  readonly leader: string;
  end: Offset;
  readonly followers: Map<BrokerId, FollowerHistory>;
}

/**
 * A leader drops only who lags: who is not at its end, and has not been for `replica.lag.time.max.ms`, counted from the start of
 * the leader's epoch at the earliest for the members it begins with (I2, M1). Goes by the fetches that leaders noted, and by
 * where their logs ended then.
 */
export function onlyLaggardsAreDropped(): Invariant {
  const seen = new ProposalWatch();
  const histories = new Map<string, LeaderHistory>();
  return {
    name: 'OnlyLaggardsAreDropped',
    check(cluster) {
      let broken: string | null = null;
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const history = observed(histories, broker, partition, leader, cluster.nowUs);
        const proposal = seen.fresh(leader);
        if (proposal?.kind !== 'PendingShrinkIsr') continue;
        const lagUs = broker.config.replicaLagTimeMaxMs * MICROS_PER_MILLI;
        for (const member of proposal.outOfSyncReplicaIds) {
          const caughtUpUs = history.followers.get(member)?.caughtUpUs ?? -Infinity;
          const isAtEnd = leader.followers.get(member)?.logEndOffset === partition.log.logEndOffset;
          if (isAtEnd || cluster.nowUs - caughtUpUs <= lagUs)
            broken = `${partition.topicPartition}: leader ${broker.id} drops ${member}, which was caught up ${(cluster.nowUs - caughtUpUs) / MICROS_PER_MILLI} ms ago`;
        }
      }
      return broken;
    },
  };
}

/** What is known of the followers after this step. */
function observed(
  histories: Map<string, LeaderHistory>,
  broker: Broker,
  partition: Partition,
  leader: LeaderRole,
  nowUs: Micros,
): LeaderHistory {
  const key = placeOf(partition);
  const name = leadershipOf(broker, partition, leader);
  const end = partition.log.logEndOffset;
  let history = histories.get(key);
  if (history?.leader !== name) {
    history = { leader: name, end, followers: new Map() };
    histories.set(key, history);
  }
  for (const [member, { lastFetchUs, logEndOffset }] of leader.followers) {
    let follower = history.followers.get(member);
    if (!follower) {
      const caughtUpUs = leader.isrState.isr.includes(member) ? nowUs : -Infinity;
      follower = { lastFetchUs, caughtUpUs, leaderEndAtFetch: Infinity };
      history.followers.set(member, follower);
    }
    if (follower.lastFetchUs === lastFetchUs) continue;
    // What the leader appends in this step came after the fetch.
    if (logEndOffset >= history.end) follower.caughtUpUs = Math.max(follower.caughtUpUs, lastFetchUs);
    else if (logEndOffset >= follower.leaderEndAtFetch)
      follower.caughtUpUs = Math.max(follower.caughtUpUs, follower.lastFetchUs);
    follower.lastFetchUs = lastFetchUs;
    follower.leaderEndAtFetch = history.end;
  }
  history.end = end;
  return history;
}

/**
 * A member that has lagged for longer than `replica.lag.time.max.ms` is dropped at the next look of its leader, which comes twice
 * in that time (I3): not while an earlier change of the ISR is under way, nor while the leader stands still.
 */
export function laggardsAreDropped(): Invariant {
  const since = new Map<string, Micros>();
  return {
    name: 'LaggardsAreDropped',
    check(cluster) {
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const { process } = broker;
        const { topicPartition, log } = partition;
        const lagUs = broker.config.replicaLagTimeMaxMs * MICROS_PER_MILLI;
        const index = cluster.directory.brokers.get(broker.id) ?? -1;
        const isFree =
          process !== null &&
          !cluster.isPaused(index) &&
          leader.isrState.kind === 'CommittedPartitionState' &&
          !process.replicas.alterPartition.isAsking(topicPartition);
        for (const [member, state] of leader.followers) {
          const isLagging =
            leader.isrState.isr.includes(member) &&
            state.logEndOffset !== log.logEndOffset &&
            cluster.nowUs - state.lastCaughtUpUs > lagUs;
          // Mostly nobody lags, and nobody did.
          if (!isLagging && since.size === 0) continue;
          const key = `${topicPartition}@${broker.id}/${member}`;
          if (!isFree || !isLagging) {
            since.delete(key);
            continue;
          }
          const sinceUs = since.get(key) ?? cluster.nowUs;
          since.set(key, sinceUs);
          if (cluster.nowUs - sinceUs > lagUs / 2 + GRACE_US)
            return `${topicPartition}: ${member} has lagged behind leader ${broker.id} for ${(cluster.nowUs - sinceUs) / MICROS_PER_MILLI} ms more than it may, and is in the ISR`;
        }
      }
      return null;
    },
  };
}

/**
 * A leader that asked for a member counts on it until it knows that the controller did not agree (I8): where the controller did,
 * it never goes back to the ISR it had. Metadata may let it forget what it asked for; an answer may not.
 */
export function leadersStandByWhatTheyAskedFor(history: RunHistory): Invariant {
  const asked = new Map<LeaderRole, PendingIsrState>();
  return {
    name: 'LeadersStandByWhatTheyAskedFor',
    check(cluster) {
      const roles = new Set<LeaderRole>();
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        roles.add(leader);
        const before = asked.get(leader);
        if (isInflight(leader.isrState)) asked.set(leader, leader.isrState);
        else asked.delete(leader);
        if (before?.kind !== 'PendingExpandIsr') continue;
        const registration = history.partitions.get(partition.topicPartition)?.registration;
        const member = before.newInSyncReplicaId;
        const isReverted = !maximalIsr(leader.isrState).includes(member);
        const isAgreed =
          registration?.leaderEpoch === leader.leaderEpoch &&
          registration.partitionEpoch > leader.partitionEpoch &&
          registration.isr.includes(member);
        if (isReverted && isAgreed)
          return `${partition.topicPartition}: leader ${broker.id} counts no more on ${member}, which is in the ISR ${registration.isr.join()}`;
      }
      for (const role of asked.keys()) if (!roles.has(role)) asked.delete(role);
      return null;
    },
  };
}

/** What a leader knows of its partition never gets older within its epoch: an answer that metadata overtook counts no more (I8). */
export function leadersNeverGoBack(): Invariant {
  const known = new Map<string, { readonly leader: string; readonly partitionEpoch: Epoch }>();
  return {
    name: 'LeadersNeverGoBack',
    check(cluster) {
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const key = placeOf(partition);
        const name = leadershipOf(broker, partition, leader);
        const { partitionEpoch } = leader;
        const before = known.get(key);
        if (before?.leader === name && before.partitionEpoch === partitionEpoch) continue;
        known.set(key, { leader: name, partitionEpoch });
        if (before?.leader === name && partitionEpoch < before.partitionEpoch)
          return `${key}: partition epoch ${before.partitionEpoch}, then ${partitionEpoch}`;
      }
      return null;
    },
  };
}

/**
 * Nobody joins an ISR but by the wish of the leader of that epoch, which knew the state that is changed (I9); or alone, as the
 * new leader.
 */
export function isrGrowsByTheLeadersWish(history: RunHistory): Invariant {
  const seen = new ProposalWatch();
  const wished = new Map<TopicPartition, { readonly epochs: string; readonly isr: readonly BrokerId[] }[]>();
  return {
    name: 'IsrGrowsByTheLeadersWish',
    check(cluster) {
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const proposal = seen.fresh(leader);
        if (!proposal) continue;
        const wishes = wished.get(partition.topicPartition) ?? [];
        wishes.push({
          epochs: epochsOf(broker.id, leader.leaderEpoch, leader.partitionEpoch),
          isr: proposedIsr(proposal),
        });
        wished.set(partition.topicPartition, wishes);
      }
      if (!controllerOf(cluster)) return null;
      for (const [topicPartition, { registration: after, before, changedAt, bornAt }] of history.partitions) {
        if (changedAt !== history.step || bornAt === history.step || after === before) continue;
        const added = after.isr.filter((member) => !before.isr.includes(member));
        if (added.length === 0) continue;
        const isElected = after.leader !== before.leader && after.isr.join() === String(after.leader);
        if (isElected) continue;
        const epochs = epochsOf(before.leader, before.leaderEpoch, before.partitionEpoch);
        const isWished = wished
          .get(topicPartition)
          ?.some((wish) => wish.epochs === epochs && added.every((member) => wish.isr.includes(member)));
        if (isWished !== true)
          return `${topicPartition}: ${added.join()} joined the ISR ${before.isr.join()}, and leader ${before.leader} never asked for it`;
      }
      return null;
    },
  };
}

/** Notices what leaders newly ask for. */
class ProposalWatch {
  private readonly last = new WeakMap<LeaderRole, IsrState>();

  fresh(leader: LeaderRole): PendingIsrState | null {
    const { isrState } = leader;
    if (this.last.get(leader) === isrState) return null;
    this.last.set(leader, isrState);
    return isInflight(isrState) ? isrState : null;
  }
}

function epochsOf(leader: BrokerId, leaderEpoch: Epoch, partitionEpoch: Epoch): string {
  return `${leader}@${leaderEpoch}/${partitionEpoch}`;
}
