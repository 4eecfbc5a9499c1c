import { recordCountOf } from '../BatchContents.ts';
import type { Offset } from '../../../shared/units.ts';
import type { AbortedTransaction } from '../format/transactionIndexBytes.ts';
import type { CleanableBatch } from './CleanableBatch.ts';

interface OngoingAbort {
  readonly transaction: AbortedTransaction;
  /** Whether a batch of it was seen in this pass. */
  hasBatches: boolean;
}

/**
 * Which transactions a cleaner is in the midst of while it reads a log from its beginning, and which of them were aborted (CL7): it
 * decides what may be dropped at once, and when a marker may. Kafka: `CleanedTransactionMetadata` (4.2).
 */
export class CleanedTransactions {
  /** Aborted transactions whose marker stays, in the order of their markers: what the index of the cleaned segment has. */
  readonly indexed: AbortedTransaction[] = [];
  private readonly committed = new Set<number>();
  private readonly aborted = new Map<number, OngoingAbort>();
  /** Not begun yet, by their first offset. */
  private ahead: AbortedTransaction[] = [];

  addAborted(transactions: readonly AbortedTransaction[]): void {
    this.ahead = [...this.ahead, ...transactions].sort((a, b) => a.firstOffset - b.firstOffset);
  }

  /** Whether the records of this batch, or this marker, may go as far as transactions are concerned. */
  mayDiscard(batch: CleanableBatch): boolean {
    this.beginUpTo(batch.baseOffset + batch.count - 1);
    return batch.marker ? this.mayDiscardMarker(batch) : this.isOfAborted(batch);
  }

  private isOfAborted({ isTransactional, producerId }: CleanableBatch): boolean {
    if (isTransactional !== true) return false;
    const ongoing = this.aborted.get(producerId);
    if (!ongoing) {
      this.committed.add(producerId);
      return false;
    }
    ongoing.hasBatches = true;
    return true;
  }

  /** A marker may go once no batch of its transaction is left; one whose record is gone was cleaned before. */
  private mayDiscardMarker(batch: CleanableBatch): boolean {
    if (recordCountOf(batch) === 0) return true;
    if (batch.marker?.type === 'COMMIT') return !this.committed.delete(batch.producerId);
    const ongoing = this.aborted.get(batch.producerId);
    this.aborted.delete(batch.producerId);
    if (ongoing?.hasBatches !== true) return true;
    this.indexed.push(ongoing.transaction);
    return false;
  }

  private beginUpTo(offset: Offset): void {
    while (this.ahead.length > 0 && (this.ahead[0] as AbortedTransaction).firstOffset <= offset) {
      const transaction = this.ahead.shift() as AbortedTransaction;
      if (!this.aborted.has(transaction.producerId))
        this.aborted.set(transaction.producerId, { transaction, hasBatches: false });
    }
  }
}
