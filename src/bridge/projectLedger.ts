import type { Cluster } from '../engine/cluster/Cluster.ts';
import { abortedRecords } from '../engine/cluster/transactionalRecords.ts';
import { computeFates, offsetOf } from '../engine/cluster/ledger.ts';
import type { RecordFates } from '../engine/cluster/ledger.ts';
import { RangeSet } from '../engine/kernel/RangeSet.ts';
import { LEDGER_STATES } from './frame.ts';
import type { LedgerCrossCount, LedgerRange, LedgerState, LedgerView } from './frame.ts';

type Mutable = { -readonly [Key in keyof LedgerView]: LedgerView[Key] };

const COUNTED = [
  ...LEDGER_STATES,
  'acked',
  'lostAfterAck',
  'storedThoughFailed',
  'read',
  'readThenLost',
] as const;

/** How many records are in each state, over all producers and partitions. */
export function projectLedger(cluster: Cluster): LedgerView {
  const ledger: Mutable = {
    produced: 0,
    inFlight: 0,
    uncommitted: 0,
    committed: 0,
    failed: 0,
    lost: 0,
    expired: 0,
    acked: 0,
    lostAfterAck: 0,
    storedThoughFailed: 0,
    duplicated: 0,
    outOfOrder: 0,
    aborted: 0,
    read: 0,
    readThenLost: 0,
  };
  for (const fates of computeFates(cluster)) {
    ledger.produced += fates.produced;
    ledger.duplicated += fates.duplicated;
    ledger.outOfOrder += fates.outOfOrder;
    ledger.aborted += abortedOf(fates).size;
    for (const state of COUNTED) ledger[state] += fates[state].size;
  }
  return ledger;
}

/** The records behind one number of the ledger, newest first. */
export function ledgerRangesOf(
  cluster: Cluster,
  of: LedgerState | LedgerCrossCount,
  limit: number,
): LedgerRange[] {
  const ranges: LedgerRange[] = [];
  for (const fates of computeFates(cluster)) {
    if (of === 'duplicated' || of === 'outOfOrder') {
      ranges.push(...repeatedBatches(fates, of));
      continue;
    }
    const set = of === 'aborted' ? abortedOf(fates) : fates[of];
    for (let i = 0; i < set.flat.length; i += 2)
      ranges.push(rangeOf(fates, set.flat[i] as number, set.flat[i + 1] as number));
  }
  return ranges.sort((a, b) => b.first - a.first).slice(0, limit);
}

/** Records in the log that count, in a transaction that was aborted. */
function abortedOf({ log, origin, committed, uncommitted }: RecordFates): RangeSet {
  const aborted = log ? abortedRecords(log, origin) : null;
  if (aborted === null || aborted.isEmpty) return NO_RECORDS;
  return aborted.and(committed.union(uncommitted));
}

const NO_RECORDS = new RangeSet();

function rangeOf(fates: RecordFates, first: number, end: number): LedgerRange {
  const offset = fates.log ? offsetOf(fates.log, fates.origin, first) : -1;
  return { producer: fates.producer, partition: fates.partition, first, count: end - first, offset };
}

/** Batches that stand a second time in the log, or behind a later one. */
function repeatedBatches(fates: RecordFates, of: 'duplicated' | 'outOfOrder'): LedgerRange[] {
  const found: LedgerRange[] = [];
  const { log } = fates;
  if (!log) return found;
  let highest = -1;
  const seen = new Set<number>();
  for (let i = 0; i < log.batchCount; i++) {
    const { origin, firstOrdinal: first, count, baseOffset: offset } = log.batchAt(i);
    if (origin !== fates.origin) continue;
    const isRepeated = seen.has(first);
    const isBehind = first < highest && !isRepeated;
    if (of === 'duplicated' ? isRepeated : isBehind)
      found.push({ producer: fates.producer, partition: fates.partition, first, count, offset });
    seen.add(first);
    highest = Math.max(highest, first + count - 1);
  }
  return found;
}
