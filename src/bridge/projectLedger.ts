import type { Cluster } from '../engine/cluster/Cluster.ts';
import { abortedOf, computeFates, countFates, offsetOf } from '../engine/cluster/ledger.ts';
import type { RecordFates } from '../engine/cluster/ledger.ts';
import type { LedgerCrossCount, LedgerRange, LedgerState, LedgerView } from './frame.ts';

/** How many records are in each state, over all producers and partitions. */
export function projectLedger(cluster: Cluster): LedgerView {
  return countFates(cluster);
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
