import type { Epoch, Millis, Offset } from '../../shared/units.ts';

/**
 * How many of a producer's last batches a partition remembers, so that it can recognise a re-sent one (ID3).
 */
export const RETAINED_BATCHES_PER_PRODUCER = 5;
/** Sequence numbers go from 0 to this value and then start again at 0 (ID2). */
export const MAX_SEQUENCE = 2_147_483_647;
/** `producerId` of a batch from a producer that is not idempotent. */
export const NO_PRODUCER_ID = -1;
const NO_SEQUENCE = -1;

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
}

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
}

/** What is answered for a batch that is in the log already: the place and time of the first copy. */
export interface DuplicateBatch {
  readonly baseOffset: Offset;
  readonly timestampMs: Millis;
}

/** What a leader answers to a batch it checked: 'NONE' or the Kafka error of that name. */
export type ProducerStateError = 'NONE' | 'INVALID_PRODUCER_EPOCH' | 'OUT_OF_ORDER_SEQUENCE_NUMBER';

/** The sequence number that follows `sequence`. */
export function nextSequence(sequence: number): number {
  return sequence === MAX_SEQUENCE ? 0 : sequence + 1;
}

/**
 * The idempotent producers that wrote to one replica of a partition.
 *
 * Kafka: `ProducerStateManager`, `ProducerStateEntry` and `ProducerAppendInfo` (4.2), rules ID3–ID6. A leader
 * asks `findDuplicate`, then `validate`, writes the batch to its log and then calls `append`; a follower only
 * calls `append`. Each call costs the same however long the log is.
 *
 * Simplified: open transactions, the coordinator epoch of markers and the verification of transactional
 * batches (T12, T13, T18) are left to the transaction model; of a marker only its producer epoch is kept.
 */
export class ProducerStateManager {
  /** By producer id. */
  producers = new Map<number, ProducerStateEntry>();

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
    for (const known of entry.batches) {
      if (known.baseSequence === batch.baseSequence && known.lastSequence === batch.lastSequence) {
        return { baseOffset: known.baseOffset, timestampMs: known.timestampMs };
      }
    }
    return null;
  }

  /**
   * Whether a leader may append a batch that a client sent (ID5). A partition that does not know the producer
   * accepts any sequence number, so that forgetting a producer never stops it.
   */
  validate(batch: ProducerBatch): ProducerStateError {
    const entry = this.producers.get(batch.producerId);
    if (batch.producerId === NO_PRODUCER_ID || entry === undefined) return 'NONE';
    if (batch.producerEpoch < entry.producerEpoch) return 'INVALID_PRODUCER_EPOCH';

    const lastSequence =
      batch.producerEpoch > entry.producerEpoch
        ? NO_SEQUENCE
        : (entry.batches.at(-1)?.lastSequence ?? NO_SEQUENCE);
    return batch.baseSequence === nextSequence(lastSequence) ? 'NONE' : 'OUT_OF_ORDER_SEQUENCE_NUMBER';
  }

  /**
   * Whether a transaction marker may be appended, before transactions v2: its epoch is not older than the
   * known one (T18).
   */
  validateMarker(producerId: number, producerEpoch: Epoch): ProducerStateError {
    const entry = this.producers.get(producerId);
    return entry !== undefined && producerEpoch < entry.producerEpoch ? 'INVALID_PRODUCER_EPOCH' : 'NONE';
  }

  /**
   * Notes a batch that was written to the log. Nothing is checked: a follower accepts what its leader has
   * (ID6).
   */
  append(batch: ProducerBatch): void {
    if (batch.producerId === NO_PRODUCER_ID) return;
    const { baseSequence, lastSequence, baseOffset, lastOffset, timestampMs } = batch;
    const entry = this.enterEpoch(batch.producerId, batch.producerEpoch, timestampMs);
    if (entry.batches.length === RETAINED_BATCHES_PER_PRODUCER) entry.batches.shift();
    entry.batches.push({ baseSequence, lastSequence, baseOffset, lastOffset, timestampMs });
  }

  /** Notes a transaction marker that was written to the log. It uses no sequence number. */
  appendMarker(producerId: number, producerEpoch: Epoch, timestampMs: Millis): void {
    this.enterEpoch(producerId, producerEpoch, timestampMs);
  }

  /** Forgets everything. */
  reset(): void {
    this.producers = new Map();
  }

  /**
   * The state that `batches`, in log order, lead to; used after a truncation and after an unclean start
   * (ID6).
   */
  rebuild(batches: Iterable<ProducerBatch>): void {
    this.reset();
    for (const batch of batches) this.append(batch);
  }

  /** Forgets producers that have not written for `producerIdExpirationMs` (ID3). */
  removeExpired(nowMs: Millis, producerIdExpirationMs: Millis): void {
    for (const [producerId, entry] of this.producers) {
      if (nowMs - entry.lastTimestampMs >= producerIdExpirationMs) this.producers.delete(producerId);
    }
  }

  /** Whether `removeExpired` would forget anybody. */
  hasExpired(nowMs: Millis, producerIdExpirationMs: Millis): boolean {
    for (const { lastTimestampMs } of this.producers.values())
      if (nowMs - lastTimestampMs >= producerIdExpirationMs) return true;
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
    }
  }

  /** For checkpoints: entries are copied, the batches in them are never changed and shared. */
  shareOrClone(): ProducerStateManager {
    const copy = new ProducerStateManager();
    for (const [producerId, entry] of this.producers)
      copy.producers.set(producerId, { ...entry, batches: entry.batches.slice() });
    return copy;
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
