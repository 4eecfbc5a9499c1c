import type { AbortedTransaction } from '../../engine/storage/format/transactionIndexBytes.ts';
import { ABORTED_TRANSACTION_BYTES } from '../../engine/storage/format/transactionIndexBytes.ts';
import type { EndTransactionMarker, StoredBatch } from '../../engine/storage/RecordBatch.ts';
import { segmentFileName } from '../../engine/storage/segmentFileName.ts';
import type { TransactionBatchView, TransactionsView, TransactionView } from '../../shared/LogDirectory.ts';
import type { Bytes, Epoch, Offset } from '../../shared/units.ts';
import type { DirectorySegment, LogDirectory } from './LogDirectory.ts';
import { batchViewOf } from './lookUpInDirectory.ts';

/** A batch of a transaction, or the marker that ends one. */
export interface TransactionalBatch {
  readonly batch: StoredBatch;
  readonly position: Bytes;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  /** null: only the coordinator knows it, and of a marker nobody. */
  readonly transactionalId: string | null;
  /** null: a batch of records. */
  readonly marker: EndTransactionMarker | null;
}

/** Nobody reads more at once. */
const MOST_TRANSACTIONS = 100;

interface Begun {
  readonly producerId: number;
  producerEpoch: Epoch;
  transactionalId: string | null;
  readonly batches: TransactionBatchView[];
}

/**
 * The transactions of a producer in a log, in the order of their markers and those that are open last; the latest hundred of them. A
 * transaction is all batches of its producer between two markers, also those that begin before another one ends.
 *
 * @param producer its transactional id, its producer id, or nothing: those of all.
 */
export function transactionsIn(directory: LogDirectory, producer: string): TransactionsView {
  const ended: TransactionView[] = [];
  const open = new Map<number, Begun>();
  const names = new Map<number, string>();
  for (const segment of directory.segments)
    for (const part of segment.transactional()) {
      const { producerId, producerEpoch, transactionalId, marker } = part;
      if (transactionalId !== null) names.set(producerId, transactionalId);
      const view = { segment: segment.view.baseOffset, batch: batchViewOf(segment, part) };
      const begun = open.get(producerId) ?? { producerId, producerEpoch, transactionalId, batches: [] };
      if (marker === null) {
        begun.batches.push(view);
        begun.producerEpoch = producerEpoch;
        open.set(producerId, begun);
      } else {
        open.delete(producerId);
        ended.push(endedView(directory, begun, marker, view));
      }
    }
  const all = [...ended, ...[...open.values()].map(openView)].map((transaction) => ({
    ...transaction,
    transactionalId: names.get(transaction.producerId) ?? null,
  }));
  const wanted = producer.trim();
  const matching =
    wanted === ''
      ? all
      : all.filter(
          ({ producerId, transactionalId }) => transactionalId === wanted || String(producerId) === wanted,
        );
  return { count: matching.length, transactions: matching.slice(-MOST_TRANSACTIONS) };
}

function openView({ producerId, producerEpoch, transactionalId, batches }: Begun): TransactionView {
  return {
    producerId,
    producerEpoch,
    transactionalId,
    outcome: 'open',
    firstOffset: batches[0]?.batch.baseOffset ?? null,
    lastOffset: null,
    batches,
    marker: null,
    indexEntry: null,
  };
}

function endedView(
  directory: LogDirectory,
  begun: Begun,
  { type, coordinatorEpoch }: EndTransactionMarker,
  view: TransactionBatchView,
): TransactionView {
  const lastOffset = view.batch.baseOffset;
  const indexEntry = type === 'ABORT' ? entryOf(directory, begun.producerId, lastOffset) : null;
  return {
    ...openView(begun),
    outcome: type,
    firstOffset: begun.batches[0]?.batch.baseOffset ?? indexEntry?.firstOffset ?? null,
    lastOffset,
    marker: { ...view, coordinatorEpoch },
    indexEntry,
  };
}

/** The entry of an aborted transaction, in the index of the segment that its marker is in. */
function entryOf(
  { segments }: LogDirectory,
  producerId: number,
  lastOffset: Offset,
): TransactionView['indexEntry'] {
  for (const segment of segments) {
    const slot = segment.abortedTransactions.findIndex(
      (entry: AbortedTransaction) => entry.producerId === producerId && entry.lastOffset === lastOffset,
    );
    const entry = segment.abortedTransactions[slot];
    if (entry === undefined) continue;
    const { firstOffset, lastStableOffset } = entry;
    return { ...fileOf(segment, slot), firstOffset, lastOffset, lastStableOffset };
  }
  return null;
}

function fileOf({ view }: DirectorySegment, slot: number): { file: string; slot: number; from: Bytes } {
  return {
    file: segmentFileName(view.baseOffset, '.txnindex'),
    slot,
    from: slot * ABORTED_TRANSACTION_BYTES,
  };
}
