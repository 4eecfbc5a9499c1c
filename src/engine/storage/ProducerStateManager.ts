import type { Epoch, Millis, Offset } from '../../shared/units.ts';
import { removeAt } from '../kernel/shortLists.ts';
import type { Digest } from '../kernel/Digest.ts';
import { LogTransactions, NO_GUARD } from './LogTransactions.ts';
import type { CompletedTransaction } from './LogTransactions.ts';
import type { EndTransactionMarker } from './RecordBatch.ts';

/**
 * How many of a producer's last batches a partition remembers, so that it can recognise a re-sent one (ID3).
 */
export const RETAINED_BATCHES_PER_PRODUCER = 5;
/** Sequence numbers go from 0 to this value and then start again at 0 (ID2). */
export const MAX_SEQUENCE = 2_147_483_647;
/** `producerId` of a batch from a producer that is not idempotent. */
export const NO_PRODUCER_ID = -1;
const NO_SEQUENCE = -1;
/** So much longer than the longest timeout a transaction is open before it counts as hanging. */
export const LATE_TRANSACTION_BUFFER_MS: Millis = 300_000;

/**
 * What the producer state needs to know of a batch of data. Every record batch of the log fits this shape.
 */
export interface ProducerBatch {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly baseSequence: number;
  readonly lastSequence: number;
  readonly baseOffset: Offset;
  /** Inclusive. */
  readonly lastOffset: Offset;
  readonly timestampMs: Millis;
  /** Its records belong to the transaction that the producer has open. */
  readonly isTransactional?: true | undefined;
  /** It is a control batch, which ends that transaction. */
  readonly marker?: EndTransactionMarker | undefined;
}

/** What decides whether a marker may be written (T18). */
export interface MarkerToWrite {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly coordinatorEpoch: Epoch;
  /** transaction.version of the transaction. */
  readonly transactionVersion: number;
}

/** Whose batch it is: of a client, or of a coordinator that writes to its own partition (which counts no sequences). */
export type AppendOrigin = 'CLIENT' | 'COORDINATOR';

/** One remembered batch. */
export interface BatchMetadata {
  readonly baseSequence: number;
  readonly lastSequence: number;
  readonly baseOffset: Offset;
  readonly lastOffset: Offset;
  readonly timestampMs: Millis;
}

/**
 * What a partition knows of one producer. `batches` holds the last batches of `producerEpoch`, oldest first.
 */
export interface ProducerStateEntry {
  readonly producerId: number;
  producerEpoch: Epoch;
  batches: BatchMetadata[];
  lastTimestampMs: Millis;
  /** Of the coordinator that wrote the last marker; left out before there was one. */
  coordinatorEpoch?: Epoch;
  /** Where the open transaction begins; left out or null: none is open. */
  currentTxnFirstOffset?: Offset | null;
}

/** What is answered for a batch that is in the log already: the place and time of the first copy. */
export interface DuplicateBatch {
  readonly baseOffset: Offset;
  readonly timestampMs: Millis;
}

/** What a marker has ended. */
export interface EndedTransaction extends CompletedTransaction {
  /** As the transaction index has it (T26). */
  readonly lastStableOffset: Offset;
}

/** What a leader answers to a batch it checked: 'NONE' or the Kafka error of that name. */
export type ProducerStateError =
  | 'NONE'
  | 'INVALID_PRODUCER_EPOCH'
  | 'OUT_OF_ORDER_SEQUENCE_NUMBER'
  | 'INVALID_TXN_STATE'
  | 'TRANSACTION_COORDINATOR_FENCED';

/** The sequence number that follows `sequence`. */
export function nextSequence(sequence: number): number {
  return sequence === MAX_SEQUENCE ? 0 : sequence + 1;
}

/**
 * The idempotent producers that wrote to one replica of a partition, and their transactions.
 *
 * Kafka: `ProducerStateManager`, `ProducerStateEntry` and `ProducerAppendInfo` (4.2), rules ID3–ID6, T12, T13, T18 and T24. A leader
 * asks `findDuplicate`, then `validate`, writes the batch to its log and then calls `append`; a follower only
 * calls `append`. Each call costs the same however long the log is.
 */
export class ProducerStateManager {
  /** By producer id. */
  producers = new Map<number, ProducerStateEntry>();
  /** null: no batch of a transaction ever came. */
  transactions: LogTransactions | null = null;

  entryOf(producerId: number): ProducerStateEntry | null {
    return this.producers.get(producerId) ?? null;
  }

  /**
   * The first copy of this batch, or null when it is not known to be in the log (ID4). The epoch and both
   * ends of the sequence range must be equal, so a part of a remembered batch is no duplicate.
   */
  findDuplicate(batch: ProducerBatch): DuplicateBatch | null {
    const entry = this.producers.get(batch.producerId);
    if (entry === undefined || entry.producerEpoch !== batch.producerEpoch) return null;
    const { batches } = entry;
    // As nearly always: what follows the newest one is no older one, of which five hold fewer records than there are numbers.
    const newest = batches[batches.length - 1];
    if (newest === undefined || batch.baseSequence === nextSequence(newest.lastSequence)) return null;
    for (const known of batches) {
      if (known.baseSequence === batch.baseSequence && known.lastSequence === batch.lastSequence) {
        return { baseOffset: known.baseOffset, timestampMs: known.timestampMs };
      }
    }
    return null;
  }

  /**
   * Whether a leader may append a batch that a client sent (ID5, T12, T13). A partition that does not know the producer
   * accepts any sequence number, so that forgetting a producer never stops it, unless its transaction runs under
   * transaction.version 2. `guard` is what the verification of the batch began with; null: batches are not verified
   * (transaction.partition.verification.enable).
   */
  validate(
    batch: ProducerBatch,
    guard: number | null = null,
    origin: AppendOrigin = 'CLIENT',
  ): ProducerStateError {
    if (batch.producerId === NO_PRODUCER_ID) return 'NONE';
    const entry = this.producers.get(batch.producerId);
    if (entry !== undefined && batch.producerEpoch < entry.producerEpoch) return 'INVALID_PRODUCER_EPOCH';
    if (guard !== null && batch.isTransactional === true && !this.isVerified(batch, guard))
      return 'INVALID_TXN_STATE';
    if (origin === 'CLIENT' && !this.isInSequence(batch, entry)) return 'OUT_OF_ORDER_SEQUENCE_NUMBER';
    return (entry?.currentTxnFirstOffset ?? null) !== null && batch.isTransactional !== true
      ? 'INVALID_TXN_STATE'
      : 'NONE';
  }

  /**
   * Whether a transaction marker may be appended (T18): its epoch is not older than the known one; under transaction.version 2 it is
   * newer, but for a marker that is written once more when its transaction has ended already (KIP-1228). Nor does it come from a
   * coordinator that has been replaced.
   */
  validateMarker(marker: MarkerToWrite): ProducerStateError {
    const entry = this.producers.get(marker.producerId);
    if (entry === undefined) return 'NONE';
    const isOpen = (entry.currentTxnFirstOffset ?? null) !== null;
    const isStale =
      marker.transactionVersion >= 2 && isOpen
        ? marker.producerEpoch <= entry.producerEpoch
        : marker.producerEpoch < entry.producerEpoch;
    if (isStale) return 'INVALID_PRODUCER_EPOCH';
    return (entry.coordinatorEpoch ?? -1) > marker.coordinatorEpoch
      ? 'TRANSACTION_COORDINATOR_FENCED'
      : 'NONE';
  }

  /** Whether a producer's transaction of that epoch has records here. Kafka: `UnifiedLog.hasOngoingTransaction`. */
  hasOngoingTransaction(producerId: number, producerEpoch: Epoch): boolean {
    const entry = this.producers.get(producerId);
    return entry?.producerEpoch === producerEpoch && (entry.currentTxnFirstOffset ?? null) !== null;
  }

  /**
   * What a batch must prove when it is written, if the coordinator is to be asked about it first: `NO_GUARD` when it need not be.
   * Kafka: `UnifiedLog.maybeStartTransactionVerification`.
   */
  startVerification(batch: ProducerBatch, supportsEpochBump: boolean, nowMs: Millis): number {
    const { producerId, producerEpoch, baseSequence } = batch;
    if (this.hasOngoingTransaction(producerId, producerEpoch)) return NO_GUARD;
    return this.ofTransactions().verify(producerId, baseSequence, producerEpoch, supportsEpochBump, nowMs)
      .guard;
  }

  /**
   * Notes a batch or a marker that was written to the log. Nothing is checked: a follower accepts what its leader has
   * (ID6). Returns the transaction that a marker has ended, and where the log is stable from then on; null: none.
   */
  append(batch: ProducerBatch): EndedTransaction | null {
    if (batch.producerId === NO_PRODUCER_ID) return null;
    if (batch.isTransactional === true) this.transactions?.verifications.delete(batch.producerId);
    if (batch.marker) return this.appendMarker(batch, batch.marker);
    const { producerId, baseSequence, lastSequence, baseOffset, lastOffset, timestampMs } = batch;
    const entry = this.enterEpoch(producerId, batch.producerEpoch, timestampMs);
    if (entry.batches.length === RETAINED_BATCHES_PER_PRODUCER) removeAt(entry.batches, 0);
    entry.batches.push({ baseSequence, lastSequence, baseOffset, lastOffset, timestampMs });
    if (batch.isTransactional === true && (entry.currentTxnFirstOffset ?? null) === null) {
      entry.currentTxnFirstOffset = baseOffset;
      this.ofTransactions().begin({ producerId, firstOffset: baseOffset });
    }
    return null;
  }

  /** A marker uses no sequence number. One without a transaction leaves nothing but its epochs. */
  private appendMarker(batch: ProducerBatch, marker: EndTransactionMarker): EndedTransaction | null {
    const { producerId, lastOffset } = batch;
    const entry = this.enterEpoch(producerId, batch.producerEpoch, batch.timestampMs);
    const firstOffset = entry.currentTxnFirstOffset ?? null;
    entry.coordinatorEpoch = marker.coordinatorEpoch;
    entry.currentTxnFirstOffset = null;
    if (firstOffset === null) return null;
    const transactions = this.ofTransactions();
    const completed = { producerId, firstOffset, lastOffset, isAborted: marker.type === 'ABORT' };
    const lastStableOffset = transactions.stableOffsetAfter(completed);
    transactions.complete(completed);
    return { ...completed, lastStableOffset };
  }

  /** The first offset that is not stable yet (T24); null: there is none. */
  firstUnstableOffset(highWatermark: Offset): Offset | null {
    return this.transactions?.firstUnstableOffset(highWatermark) ?? null;
  }

  /**
   * Whether the oldest open transaction has been so for longer than the coordinator would let it, and some time more: it will hang
   * for ever. Kafka: `ProducerStateManager.hasLateTransaction`.
   */
  hasLateTransaction(nowMs: Millis, transactionMaxTimeoutMs: Millis): boolean {
    const oldest = this.transactions?.ongoing[0];
    const lastTimestampMs = oldest ? (this.producers.get(oldest.producerId)?.lastTimestampMs ?? -1) : -1;
    return (
      lastTimestampMs > 0 && nowMs - lastTimestampMs > transactionMaxTimeoutMs + LATE_TRANSACTION_BUFFER_MS
    );
  }

  /** Forgets everything. */
  reset(): void {
    this.producers = new Map();
    this.transactions?.reset();
  }

  /**
   * The state that `batches`, in log order, lead to; used after a truncation and after an unclean start
   * (ID6).
   */
  rebuild(batches: Iterable<ProducerBatch>): void {
    this.reset();
    for (const batch of batches) this.append(batch);
  }

  /** Forgets producers that have not written for `producerIdExpirationMs` (ID3), but for those whose transaction is open. */
  removeExpired(nowMs: Millis, producerIdExpirationMs: Millis): void {
    for (const [producerId, entry] of this.producers)
      if (isExpired(entry, nowMs, producerIdExpirationMs)) this.producers.delete(producerId);
    if (!this.transactions) return;
    for (const [producerId, { timestampMs }] of this.transactions.verifications)
      if (nowMs - timestampMs >= producerIdExpirationMs) this.transactions.verifications.delete(producerId);
  }

  /** Whether `removeExpired` would forget anybody. */
  hasExpired(nowMs: Millis, producerIdExpirationMs: Millis): boolean {
    for (const entry of this.producers.values())
      if (isExpired(entry, nowMs, producerIdExpirationMs)) return true;
    if (this.transactions)
      for (const { timestampMs } of this.transactions.verifications.values())
        if (nowMs - timestampMs >= producerIdExpirationMs) return true;
    return false;
  }

  /**
   * What is written to disk at a segment roll and at a clean stop: only the newest batch of each producer
   * (ID3).
   */
  takeSnapshot(): ProducerStateEntry[] {
    return [...this.producers.values()].map((entry) => ({ ...entry, batches: entry.batches.slice(-1) }));
  }

  /**
   * Replaces the state by a snapshot. Batches written after the snapshot was taken are then appended again.
   */
  loadSnapshot(snapshot: readonly ProducerStateEntry[]): void {
    this.reset();
    for (const entry of snapshot) {
      this.producers.set(entry.producerId, { ...entry, batches: [...entry.batches] });
      const firstOffset = entry.currentTxnFirstOffset ?? null;
      if (firstOffset !== null) this.ofTransactions().begin({ producerId: entry.producerId, firstOffset });
    }
  }

  /** For checkpoints: entries are copied, the batches in them are never changed and shared. */
  shareOrClone(): ProducerStateManager {
    const copy = new ProducerStateManager();
    for (const [producerId, entry] of this.producers) copy.producers.set(producerId, copyOf(entry));
    copy.transactions = this.transactions?.shareOrClone() ?? null;
    return copy;
  }

  /** What never was is not told. */
  digestInto(digest: Digest): void {
    const { producers, transactions } = this;
    digest.state(transactions === null ? { producers } : { producers, transactions });
  }

  ofTransactions(): LogTransactions {
    this.transactions ??= new LogTransactions();
    return this.transactions;
  }

  /**
   * A transaction that has records here was verified when the first of them came. Else the guard must be the one under which the
   * coordinator was asked: a marker in between has taken it away (T12).
   */
  private isVerified({ producerId, producerEpoch }: ProducerBatch, guard: number): boolean {
    if (this.hasOngoingTransaction(producerId, producerEpoch)) return true;
    return guard !== NO_GUARD && this.transactions?.verifications.get(producerId)?.guard === guard;
  }

  private isInSequence(batch: ProducerBatch, entry: ProducerStateEntry | undefined): boolean {
    const { producerEpoch, baseSequence } = batch;
    const verification = this.transactions?.verifications.get(batch.producerId);
    if (verification) {
      const isUnknown = (entry?.batches.length ?? 0) === 0;
      if (verification.supportsEpochBump && isUnknown && baseSequence !== 0) return false;
      if (baseSequence > verification.lowestSequence) return false;
    }
    if (entry === undefined) return true;
    const lastSequence =
      producerEpoch > entry.producerEpoch ? NO_SEQUENCE : (entry.batches[entry.batches.length - 1]?.lastSequence ?? NO_SEQUENCE);
    return baseSequence === nextSequence(lastSequence);
  }

  /** The producer's entry, which forgets the batches of any other epoch. */
  private enterEpoch(producerId: number, producerEpoch: Epoch, timestampMs: Millis): ProducerStateEntry {
    let entry = this.producers.get(producerId);
    if (entry === undefined) {
      entry = { producerId, producerEpoch, batches: [], lastTimestampMs: timestampMs };
      this.producers.set(producerId, entry);
    }
    if (entry.producerEpoch !== producerEpoch) {
      entry.producerEpoch = producerEpoch;
      entry.batches = [];
    }
    entry.lastTimestampMs = timestampMs;
    return entry;
  }
}

/** Of the shape that `enterEpoch` makes, where no transaction added anything. */
function copyOf(entry: ProducerStateEntry): ProducerStateEntry {
  const { producerId, producerEpoch, lastTimestampMs, coordinatorEpoch, currentTxnFirstOffset } = entry;
  const batches = entry.batches.slice();
  return coordinatorEpoch === undefined && currentTxnFirstOffset === undefined
    ? { producerId, producerEpoch, batches, lastTimestampMs }
    : { ...entry, batches };
}

function isExpired(
  { lastTimestampMs, currentTxnFirstOffset }: ProducerStateEntry,
  nowMs: Millis,
  producerIdExpirationMs: Millis,
): boolean {
  return (currentTxnFirstOffset ?? null) === null && nowMs - lastTimestampMs >= producerIdExpirationMs;
}
