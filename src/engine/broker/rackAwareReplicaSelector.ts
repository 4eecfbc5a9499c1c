import type { BrokerId, Micros, Offset } from '../../shared/units.ts';

/** A replica that has the offset a consumer asks for, as the leader sees it. */
export interface ReplicaView {
  readonly brokerId: BrokerId;
  /** null: its broker has no rack, or is not reachable. */
  readonly rack: string | null;
  readonly logEndOffset: Offset;
  /** 0 for the leader. */
  readonly sinceCaughtUpUs: Micros;
}

/**
 * The replica that a consumer should read from (K1; KIP-392): one in its own rack, the leader before all others, then the one
 * with the most records, then the one caught up last, then the highest id. Without one in its rack: the leader. Kafka:
 * `RackAwareReplicaSelector`, `ReplicaView.comparator` (4.2).
 */
export function rackAwareReplicaSelector(
  clientRack: string,
  leader: ReplicaView,
  followers: readonly ReplicaView[],
): BrokerId {
  if (clientRack === '' || leader.rack === clientRack) return leader.brokerId;
  let best: ReplicaView | null = null;
  for (const replica of followers)
    if (replica.rack === clientRack && (!best || isBetter(replica, best))) best = replica;
  return best?.brokerId ?? leader.brokerId;
}

function isBetter(a: ReplicaView, b: ReplicaView): boolean {
  if (a.logEndOffset !== b.logEndOffset) return a.logEndOffset > b.logEndOffset;
  if (a.sinceCaughtUpUs !== b.sinceCaughtUpUs) return a.sinceCaughtUpUs < b.sinceCaughtUpUs;
  return a.brokerId > b.brokerId;
}
