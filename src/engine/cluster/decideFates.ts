import { RangeSet } from '../kernel/RangeSet.ts';

/** What is known of the records that one producer handed over for one partition, as sets of their numbers. Read, and never changed. */
export interface FateEvidence {
  /** They are numbered from 0 up to here. */
  readonly produced: number;
  /** What the callbacks said. */
  readonly acked: RangeSet;
  readonly saidFailed: RangeSet;
  /** No callback will ever say. */
  readonly abandoned: RangeSet;
  /** In the log that counts, below its high watermark. */
  readonly committed: RangeSet;
  /** In the log of a replica that leads or can be elected without an unclean election. */
  readonly electable: RangeSet;
  /** In any replica's log, now or once. */
  readonly everStored: RangeSet;
  /** By retention, the log cleaner or DeleteRecords, or with a topic of that name. */
  readonly removed: RangeSet;
  /** In produce requests that are under way. */
  readonly onTheWire: RangeSet;
  /** Between the decision to delete a topic and the deletion of its logs. */
  readonly isTopicGone: boolean;
}

/** Each record is in exactly one of them. */
export interface FateSets {
  readonly committed: RangeSet;
  readonly uncommitted: RangeSet;
  readonly expired: RangeSet;
  readonly inFlight: RangeSet;
  readonly lost: RangeSet;
  readonly failed: RangeSet;
}

/** Where every record stands: each is in the first state that fits. */
export function decideFates(evidence: FateEvidence): FateSets {
  return fatesByBounds(evidence) ?? fatesBySets(evidence);
}

const NO_RECORDS = new RangeSet();

/**
 * The same from a few numbers, where every set begins with record 0 and has no gap: as it is wherever nothing went wrong, which is
 * most of the partitions of most clusters. null: it is not so.
 */
export function fatesByBounds(evidence: FateEvidence): FateSets | null {
  const { produced, saidFailed, abandoned, removed, onTheWire, isTopicGone, committed } = evidence;
  if (isTopicGone || !saidFailed.isEmpty || !abandoned.isEmpty || !removed.isEmpty) return null;
  const ackedEnd = endOfFirst(evidence.acked);
  const committedEnd = endOfFirst(committed);
  const electableEnd = endOfFirst(evidence.electable);
  const presentEnd = Math.max(committedEnd, electableEnd);
  if (Math.min(ackedEnd, committedEnd, electableEnd) < 0 || ackedEnd > presentEnd) return null;
  // Copies of what was acknowledged are under way as well where a request is sent again.
  if (!onTheWire.isEmpty && (onTheWire.flat[0] as number) < ackedEnd) return null;
  if ((evidence.everStored.flat.at(-1) ?? 0) > produced) return null;
  return {
    committed,
    uncommitted: electableEnd > committedEnd ? RangeSet.of(committedEnd, electableEnd) : NO_RECORDS,
    inFlight: produced > presentEnd ? RangeSet.of(presentEnd, produced) : NO_RECORDS,
    expired: NO_RECORDS,
    lost: NO_RECORDS,
    failed: NO_RECORDS,
  };
}

/** Where a set ends that is one range from 0 on; 0: it is empty. −1: it is neither. */
export function endOfFirst(set: RangeSet | undefined): number {
  if (set === undefined || set.isEmpty) return 0;
  const { flat } = set;
  return flat.length === 2 && flat[0] === 0 ? (flat[1] as number) : -1;
}

export function fatesBySets(evidence: FateEvidence): FateSets {
  const { produced, acked, saidFailed, abandoned, committed, everStored, removed } = evidence;
  const all = RangeSet.of(0, produced);
  // What a leader has removed its followers may have for a while.
  const uncommitted = evidence.electable.minus(committed).minus(removed);
  const present = committed.union(uncommitted);
  const held = all.minus(acked).minus(saidFailed).minus(abandoned);
  const inFlight = held.union(evidence.onTheWire).minus(present);
  const expired = (evidence.isTopicGone ? removed.union(everStored) : removed).minus(present).minus(inFlight);
  const lost = acked.union(everStored).minus(present).minus(inFlight).minus(expired);
  const failed = all.minus(present).minus(inFlight).minus(expired).minus(lost);
  return { committed, uncommitted, expired, inFlight, lost, failed };
}
