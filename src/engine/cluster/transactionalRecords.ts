import { RangeSet } from '../kernel/RangeSet.ts';
import { runsOf } from '../storage/BatchContents.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { NodeIndex, Offset } from '../../shared/units.ts';
import type { RecordFates } from './ledger.ts';

/** What the transactions of a log have made of records that stand in it: parts of what is committed or uncommitted in the ledger. */
export interface TransactionalRecords {
  /** Of a transaction that was aborted: in the log, and given to no read_committed reader. */
  readonly aborted: RangeSet;
  /** Of a transaction that nobody has ended yet: in the log, and held back from read_committed readers. */
  readonly open: RangeSet;
  /** The rest of what the log holds: what counts, in transactions that were committed or outside of any. */
  readonly counting: RangeSet;
  /** Aborted records that some reader got all the same, as read_uncommitted readers do. */
  readonly readThoughAborted: RangeSet;
}

/**
 * Where the records of a producer stand in transactions. Worked out from the log whenever somebody asks. That a transaction was aborted
 * loses nothing: its records are where they were, and their producer was told.
 */
export function transactionalRecords({
  log,
  origin,
  committed,
  uncommitted,
  read,
}: RecordFates): TransactionalRecords {
  const present = committed.union(uncommitted);
  const aborted = new RangeSet();
  const open = new RangeSet();
  if (log?.producers.transactions) {
    for (const { producerId, firstOffset, lastOffset } of log.producers.transactions.aborted)
      addRecords(aborted, log, origin, producerId, firstOffset, lastOffset);
    for (const { producerId, firstOffset } of log.producers.transactions.ongoing)
      addRecords(open, log, origin, producerId, firstOffset, log.logEndOffset);
  }
  return {
    aborted,
    open,
    counting: present.minus(aborted).minus(open),
    readThoughAborted: aborted.and(read),
  };
}

/** Records of one node in the transactional batches of a producer id, from an offset up to another. */
function addRecords(
  into: RangeSet,
  log: UnifiedLog,
  origin: NodeIndex,
  producerId: number,
  from: Offset,
  end: Offset,
): void {
  for (let i = log.indexOf(from); i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    if (batch.baseOffset >= end) return;
    if (batch.origin !== origin || batch.producerId !== producerId || batch.isTransactional !== true)
      continue;
    for (const [first, last] of runsOf(batch))
      into.add(batch.firstOrdinal + first, batch.firstOrdinal + last);
  }
}
