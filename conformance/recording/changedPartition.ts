import type { MetadataFields, RecordedPartition } from './Recording.ts';

/** Before its PartitionRecord. */
export const NO_PARTITION: RecordedPartition = {
  replicas: [],
  leader: -1,
  leaderEpoch: 0,
  partitionEpoch: 0,
  isr: [],
  elr: [],
  lastKnownElr: [],
};

/** A partition after a PartitionRecord or a PartitionChangeRecord: what a change does not name stays; a named leader starts an epoch. */
export function changedPartition(known: RecordedPartition, data: MetadataFields): RecordedPartition {
  const list = (name: string, otherwise: readonly number[]) =>
    (data[name] as number[] | null | undefined) ?? otherwise;
  const leader = (data['leader'] as number | undefined) ?? NO_LEADER_CHANGE;
  const isChange = leader !== NO_LEADER_CHANGE && known !== NO_PARTITION;
  return {
    replicas: list('replicas', known.replicas),
    leader: leader === NO_LEADER_CHANGE ? known.leader : leader,
    leaderEpoch: (data['leaderEpoch'] as number | undefined) ?? known.leaderEpoch + (isChange ? 1 : 0),
    partitionEpoch:
      (data['partitionEpoch'] as number | undefined) ??
      known.partitionEpoch + (known === NO_PARTITION ? 0 : 1),
    isr: list('isr', known.isr),
    elr: list('eligibleLeaderReplicas', known.elr),
    lastKnownElr: list('lastKnownElr', known.lastKnownElr),
    adding: list('addingReplicas', known.adding ?? []),
    removing: list('removingReplicas', known.removing ?? []),
  };
}

/** `LeaderConstants.NO_LEADER_CHANGE`: the field's default. */
const NO_LEADER_CHANGE = -2;
