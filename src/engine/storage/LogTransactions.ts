import type { Epoch, Millis, Offset } from '../../shared/units.ts';
import type { AbortedTransaction } from './format/transactionIndexBytes.ts';

/** A transaction that has records in a log. Kafka: `TxnMetadata`. */
export interface OpenTransaction {
  readonly producerId: number;
  readonly firstOffset: Offset;
}

/** A transaction that a marker has ended in a log. Kafka: `CompletedTxn`. */
export interface CompletedTransaction extends OpenTransaction {
  /** Of the marker. */
  readonly lastOffset: Offset;
  readonly isAborted: boolean;
}

/**
 * The first batches of a transaction for which the coordinator is asked (T12). Kafka: `VerificationStateEntry`.
 */
export interface VerificationState {
  readonly timestampMs: Millis;
  /** No other verification here has this number. Kafka: `VerificationGuard`. */
  readonly guard: number;
  /** Of the batches of that epoch that were to be verified. */
  lowestSequence: number;
  producerEpoch: Epoch;
  /** The transaction runs under transaction.version 2. */
  readonly supportsEpochBump: boolean;
}

/** A batch for which nobody is asked. Kafka: `VerificationGuard.SENTINEL`. */
export const NO_GUARD = 0;

/**
 * What a replica's log knows of transactions: which are open, which have ended above the high watermark (T24), which were aborted
 * (T26), and about which the coordinator is being asked (T12). Kafka: of `ProducerStateManager` and `TransactionIndex` (4.2).
 */
export class LogTransactions {
  /** By their first offset. */
  ongoing: OpenTransaction[] = [];
  /** Those whose markers had not been replicated when the high watermark moved last, by their first offset. */
  unreplicated: CompletedTransaction[] = [];
  /** What the transaction indexes of all segments hold, by the offset of the marker; each stands in the segment of its marker. */
  aborted: AbortedTransaction[] = [];
  /** By producer id. */
  readonly verifications = new Map<number, VerificationState>();
  private lastGuard = NO_GUARD;

  begin(transaction: OpenTransaction): void {
    insertByFirstOffset(this.ongoing, transaction);
  }

  /**
   * Where the last stable offset will be once this marker is replicated, as far as transactions in this log decide it. Kafka:
   * `ProducerStateManager.lastStableOffset`.
   */
  stableOffsetAfter({ producerId, lastOffset }: CompletedTransaction): Offset {
    const next = this.ongoing.find((open) => open.producerId !== producerId);
    return next?.firstOffset ?? lastOffset + 1;
  }

  complete(transaction: CompletedTransaction): void {
    this.ongoing = this.ongoing.filter(({ firstOffset }) => firstOffset !== transaction.firstOffset);
    insertByFirstOffset(this.unreplicated, transaction);
  }

  /**
   * The first offset that is not decided yet, or whose decision is not below the high watermark (T24); null: there is none.
   * Kafka: `ProducerStateManager.firstUnstableOffset`.
   */
  firstUnstableOffset(highWatermark: Offset): Offset | null {
    const open = this.ongoing[0]?.firstOffset ?? null;
    for (const { firstOffset, lastOffset } of this.unreplicated) {
      if (open !== null && open < firstOffset) return open;
      if (lastOffset >= highWatermark) return firstOffset;
    }
    return open;
  }

  /** Markers below are replicated. Kafka: `ProducerStateManager.onHighWatermarkUpdated`, `onLogStartOffsetIncremented`. */
  forgetReplicated(offset: Offset): void {
    if (this.unreplicated.length > 0)
      this.unreplicated = this.unreplicated.filter(({ lastOffset }) => lastOffset >= offset);
  }

  /**
   * Aborted transactions that may have records from `fetchOffset` up to `upperBound`. The search ends at the first whose
   * predecessors include all that began before the bound (T26). Kafka: `LocalLog.collectAbortedTransactions`.
   */
  abortedIn(fetchOffset: Offset, upperBound: Offset): AbortedTransaction[] {
    return collectAbortedTransactions(this.aborted, fetchOffset, upperBound).aborted;
  }

  /** In place of the entries below `end`, which belong to segments that were cleaned. */
  replaceAbortedBelow(end: Offset, kept: readonly AbortedTransaction[]): void {
    this.aborted = [...kept, ...this.aborted.filter(({ lastOffset }) => lastOffset >= end)];
  }

  dropAbortedBelow(offset: Offset): void {
    if (this.aborted.length > 0) this.aborted = this.aborted.filter(({ lastOffset }) => lastOffset >= offset);
  }

  truncateAborted(offset: Offset): void {
    if (this.aborted.length > 0) this.aborted = this.aborted.filter(({ lastOffset }) => lastOffset < offset);
  }

  /** Begins to verify a producer's batch, or goes on to. Kafka: `ProducerStateManager.maybeCreateVerificationStateEntry`. */
  verify(
    producerId: number,
    sequence: number,
    producerEpoch: Epoch,
    supportsEpochBump: boolean,
    nowMs: Millis,
  ): VerificationState {
    let state = this.verifications.get(producerId);
    if (!state) {
      this.lastGuard += 1;
      state = {
        timestampMs: nowMs,
        guard: this.lastGuard,
        lowestSequence: sequence,
        producerEpoch,
        supportsEpochBump,
      };
      this.verifications.set(producerId, state);
    }
    if (producerEpoch === state.producerEpoch)
      state.lowestSequence = Math.min(state.lowestSequence, sequence);
    else if (producerEpoch > state.producerEpoch) {
      state.producerEpoch = producerEpoch;
      state.lowestSequence = sequence;
    }
    return state;
  }

  /** Everything but what the indexes hold is worked out anew from the log. */
  reset(): void {
    this.ongoing = [];
    this.unreplicated = [];
  }

  /** For checkpoints; what stands in the lists never changes. */
  shareOrClone(): LogTransactions {
    const copy = new LogTransactions();
    copy.ongoing = this.ongoing.slice();
    copy.unreplicated = this.unreplicated.slice();
    copy.aborted = this.aborted.slice();
    for (const [producerId, state] of this.verifications) copy.verifications.set(producerId, { ...state });
    copy.lastGuard = this.lastGuard;
    return copy;
  }
}

export interface AbortedSearch {
  readonly aborted: AbortedTransaction[];
  /** No later entry can matter. */
  readonly isComplete: boolean;
}

/** Looks through a transaction index, or several one after the other (T26). Kafka: `TransactionIndex.collectAbortedTxns` (4.2). */
export function collectAbortedTransactions(
  entries: readonly AbortedTransaction[],
  fetchOffset: Offset,
  upperBound: Offset,
): AbortedSearch {
  const aborted: AbortedTransaction[] = [];
  for (let i = firstEndingAt(entries, fetchOffset); i < entries.length; i++) {
    const entry = entries[i] as AbortedTransaction;
    if (entry.firstOffset < upperBound) aborted.push(entry);
    if (entry.lastStableOffset >= upperBound) return { aborted, isComplete: true };
  }
  return { aborted, isComplete: false };
}

/** Index of the first entry whose marker is at or after an offset; those before are none of the reader's concern. */
function firstEndingAt(entries: readonly AbortedTransaction[], offset: Offset): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] as AbortedTransaction).lastOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insertByFirstOffset<Transaction extends OpenTransaction>(
  list: Transaction[],
  transaction: Transaction,
): void {
  let at = list.length;
  while (at > 0 && (list[at - 1] as Transaction).firstOffset > transaction.firstOffset) at -= 1;
  list.splice(at, 0, transaction);
}
