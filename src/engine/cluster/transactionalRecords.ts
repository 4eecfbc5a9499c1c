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
  const aborted = log ? abortedRecords(log, origin) : NO_RECORDS;
  const open = new RangeSet();
  if (log?.producers.transactions) {
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

const NO_RECORDS = new RangeSet();

/** What was found in a log up to one of its aborted transactions: more of them come, and few go. */
interface Found {
  count: number;
  last: object | undefined;
  readonly logStartOffset: Offset;
  readonly records: RangeSet;
}

const FOUND = new WeakMap<UnifiedLog, Map<NodeIndex, Found>>();

/** Records of one node in transactions that were aborted, as they stand in a log. To be read, and not changed. */
export function abortedRecords(log: UnifiedLog, origin: NodeIndex): RangeSet {
  const aborted = log.producers.transactions?.aborted;
  if (!aborted || aborted.length === 0) return NO_RECORDS;
  const byOrigin = FOUND.get(log) ?? new Map<NodeIndex, Found>();
  FOUND.set(log, byOrigin);
  const { logStartOffset } = log;
  let found = byOrigin.get(origin);
  const isKnown = found?.logStartOffset === logStartOffset && found.last === aborted[found.count - 1];
  if (!found || !isKnown || log.cleanerCheckpoint !== null)
    found = { count: 0, last: undefined, logStartOffset, records: new RangeSet() };
  for (; found.count < aborted.length; found.count += 1) {
    found.last = aborted[found.count];
    const { producerId, firstOffset, lastOffset } = aborted[found.count] as (typeof aborted)[number];
    addRecords(found.records, log, origin, producerId, firstOffset, lastOffset);
  }
  byOrigin.set(origin, found);
  return found.records;
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
