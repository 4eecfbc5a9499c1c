import { NO_LEADER, type BrokerId } from '../../shared/units.ts';
import { electLeader, type ElectionType } from './electLeader.ts';
import type { LeaderRecoveryState, PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import { completeReassignment } from './reassignment.ts';
import { targetElr, targetLastKnownElr, type ElrChange } from './targetElr.ts';

/** The decisions within a change, which may be others than Kafka's. */
export interface ChangeRules {
  readonly electLeader: typeof electLeader;
  readonly targetElr: typeof targetElr;
}

export interface PartitionChange {
  readonly election: ElectionType;
  /** Unfenced and not shutting down, as it will be once this change is stored. */
  readonly isAcceptableLeader: (broker: BrokerId) => boolean;
  /** min(min.insync.replicas, replication factor). */
  readonly minIsr: number;
  readonly eligibleLeaderReplicasEnabled: boolean;
  /** The stored ISR if absent. */
  readonly targetIsr?: readonly BrokerId[];
  /** The stored assignment if absent. */
  readonly targetReplicas?: readonly BrokerId[];
  /** The replicas that a reassignment brings in; the stored ones if absent. */
  readonly targetAdding?: readonly BrokerId[];
  /** The replicas that a reassignment takes out; the stored ones if absent. */
  readonly targetRemoving?: readonly BrokerId[];
  /** What the leader reports in AlterPartition; the stored state if absent. */
  readonly targetRecovery?: LeaderRecoveryState;
  /** Brokers that registered again after an unclean stop (B7). */
  readonly uncleanShutdownReplicas?: readonly BrokerId[];
  /** On in every 4.2 controller. Off, lastKnownElr is not used to elect (Kafka's builder can do so in its tests). */
  readonly useLastKnownLeaderInBalancedRecovery?: boolean;
}

/**
 * The registration after a change of ISR, brokers or assignment, or null if nothing would change (L2–L6, R1–R4, I10).
 * Kafka: `PartitionChangeBuilder.build` followed by `PartitionRegistration.merge` (4.2, KIP-704, KIP-966).
 *
 * Every stored change raises the partition epoch. The leader epoch rises only when the leader field is written: an
 * election, the loss of the leader, or an assignment that drops a replica; not by an ISR shrink or expand. A reassignment
 * whose replicas are all in the target ISR is complete with this change (KIP-455).
 */
export function buildPartitionChange(
  current: PartitionRegistration,
  change: PartitionChange,
  rules: ChangeRules = { electLeader, targetElr },
): PartitionRegistration | null {
  const elrEnabled = change.eligibleLeaderReplicasEnabled;
  const reassignment = {
    replicas: change.targetReplicas ?? current.replicas,
    adding: change.targetAdding ?? current.addingReplicas ?? [],
    removing: change.targetRemoving ?? current.removingReplicas ?? [],
  };
  const wantedIsr = change.targetIsr ?? current.isr;
  const completed = completeReassignment(reassignment, wantedIsr);
  const { replicas, adding, removing } = completed ?? reassignment;
  const targetIsr = completed?.isr ?? wantedIsr;
  const {
    minIsr,
    uncleanShutdownReplicas = [],
    useLastKnownLeaderInBalancedRecovery: usesLastKnown = true,
  } = change;
  const elrChange: ElrChange = {
    elr: current.elr,
    isr: current.isr,
    targetIsr,
    minIsr,
    uncleanShutdownReplicas,
  };
  const eligible = elrEnabled ? rules.targetElr(elrChange) : current.elr;
  const { leader, unclean: uncleanWinner } = rules.electLeader(change.election, {
    replicas,
    isr: targetIsr,
    elr: eligible,
    lastKnownElr: current.lastKnownElr,
    currentLeader: current.leader,
    isAcceptableLeader: change.isAcceptableLeader,
    lastKnownLeaderMayLead: elrEnabled && usesLastKnown,
  });

  const leaderChanged = leader !== current.leader;
  const unclean = leaderChanged && uncleanWinner;
  const dropsReplica = current.replicas.some((replica) => !replicas.includes(replica));
  const leaderWritten = leaderChanged || dropsReplica;
  // An unclean leader starts the ISR anew (L5). So does an ELR member, which thereby leaves the ELR (R2).
  const startsIsr = unclean || (leaderChanged && eligible.includes(leader));
  const isr = startsIsr ? [leader] : targetIsr;

  let lastKnownElr = current.lastKnownElr;
  if (!usesLastKnown)
    lastKnownElr = unclean || !elrEnabled ? [] : targetLastKnownElr(elrChange, lastKnownElr, eligible);
  else if (elrEnabled && leaderWritten) lastKnownElr = lastKnownAfterLeaderChange(current, leader);

  const next: PartitionRegistration = {
    replicas,
    // Without ELR the last member stays although it is fenced, and only it can bring the partition back (R3).
    isr: isr.length === 0 && !elrEnabled ? current.isr : isr,
    elr: unclean || !elrEnabled ? [] : eligible.filter((replica) => !startsIsr || replica !== leader),
    lastKnownElr,
    leader,
    leaderEpoch: leaderWritten ? current.leaderEpoch + 1 : current.leaderEpoch,
    partitionEpoch: current.partitionEpoch + 1,
    recovery: recoveryAfter(current.recovery, change.targetRecovery, unclean),
    ...(adding.length === 0 ? {} : { addingReplicas: adding }),
    ...(removing.length === 0 ? {} : { removingReplicas: removing }),
  };
  return isNoOp(current, next) ? null : next;
}

/** Stored when the partition loses its leader for the first time, cleared when it has one again (R4). */
function lastKnownAfterLeaderChange(current: PartitionRegistration, leader: BrokerId): readonly BrokerId[] {
  if (leader !== NO_LEADER) return [];
  return current.lastKnownElr.length === 0 ? [current.leader] : current.lastKnownElr;
}

/** What the leader reports wins over the state that an election in the same change would set. */
function recoveryAfter(
  current: LeaderRecoveryState,
  target: LeaderRecoveryState | undefined,
  unclean: boolean,
): LeaderRecoveryState {
  if (target !== undefined && target !== current) return target;
  return unclean ? 'RECOVERING' : current;
}

/** Order counts, as in Kafka: a reordered ISR is a change. */
function isNoOp(current: PartitionRegistration, next: PartitionRegistration): boolean {
  return (
    next.leaderEpoch === current.leaderEpoch &&
    next.recovery === current.recovery &&
    sameMembers(next.replicas, current.replicas) &&
    sameMembers(next.isr, current.isr) &&
    sameMembers(next.elr, current.elr) &&
    sameMembers(next.lastKnownElr, current.lastKnownElr) &&
    sameMembers(next.addingReplicas ?? [], current.addingReplicas ?? []) &&
    sameMembers(next.removingReplicas ?? [], current.removingReplicas ?? [])
  );
}

function sameMembers(a: readonly BrokerId[], b: readonly BrokerId[]): boolean {
  return a.length === b.length && a.every((member, index) => member === b[index]);
}
