import { NO_LEADER, type BrokerId } from '../../shared/units.ts';

/** ONLINE keeps a valid leader; PREFERRED moves back to the first replica; UNCLEAN takes any live replica if it must. */
export type ElectionType = 'ONLINE' | 'PREFERRED' | 'UNCLEAN';

export interface Candidates {
  /** Assignment order, which decides among equals: the longest log is never asked for. */
  readonly replicas: readonly BrokerId[];
  readonly isr: readonly BrokerId[];
  readonly elr: readonly BrokerId[];
  /** As stored, before this change. */
  readonly lastKnownElr: readonly BrokerId[];
  readonly currentLeader: BrokerId;
  /** Unfenced and not shutting down, as it will be once this change is stored. */
  readonly isAcceptableLeader: (broker: BrokerId) => boolean;
  /** On with eligible leader replicas: a live last-known leader may take over when nobody else can (L6). */
  readonly lastKnownLeaderMayLead: boolean;
}

export interface ElectionResult {
  /** NO_LEADER if nobody may lead. */
  readonly leader: BrokerId;
  /** The winner may lack committed records. */
  readonly unclean: boolean;
}

/**
 * Who leads a partition (L2, L3, L4, L6). Kafka: `PartitionChangeBuilder.electLeader` (4.2, KIP-966).
 * Never an error: without a candidate the answer is NO_LEADER.
 */
export function electLeader(election: ElectionType, candidates: Candidates): ElectionResult {
  const { replicas, currentLeader, lastKnownElr } = candidates;
  const preferred = replicas[0];
  if (election === 'PREFERRED' && preferred !== undefined && isValidLeader(preferred, candidates)) {
    return { leader: preferred, unclean: false };
  }
  if (isValidLeader(currentLeader, candidates)) return { leader: currentLeader, unclean: false };

  const clean = replicas.find((replica) => isValidLeader(replica, candidates));
  if (clean !== undefined) return { leader: clean, unclean: false };

  const lastKnown = lastKnownElr[0];
  if (lastKnown !== undefined && canElectLastKnownLeader(candidates))
    return { leader: lastKnown, unclean: true };

  const anyAlive = election === 'UNCLEAN' ? replicas.find(candidates.isAcceptableLeader) : undefined;
  return anyAlive === undefined ? { leader: NO_LEADER, unclean: false } : { leader: anyAlive, unclean: true };
}

/** Alive, and in the ISR or, when the ISR is empty, in the ELR (L2). */
export function isValidLeader(broker: BrokerId, { isr, elr, isAcceptableLeader }: Candidates): boolean {
  const holdsCommittedRecords = isr.length === 0 ? elr.includes(broker) : isr.includes(broker);
  return holdsCommittedRecords && isAcceptableLeader(broker);
}

/** L6. Up to 4.0 Kafka forgot to act on the last test; 4.1 and later are as here. */
function canElectLastKnownLeader(candidates: Candidates): boolean {
  const { isr, elr, lastKnownElr, lastKnownLeaderMayLead, isAcceptableLeader } = candidates;
  return (
    lastKnownLeaderMayLead &&
    isr.length === 0 &&
    elr.length === 0 &&
    lastKnownElr.length === 1 &&
    lastKnownElr.every(isAcceptableLeader)
  );
}
