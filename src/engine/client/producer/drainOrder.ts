import type { Bytes } from '../../../shared/units.ts';

/** The queue of one partition led by the node that is drained. */
export interface DrainCandidate {
  /** A batch is in flight and `max.in.flight.requests.per.connection` is 1 (S5). */
  readonly muted: boolean;
  /** Head of the queue, or null if it is empty. */
  readonly head: DrainableBatch | null;
}

/** A partition that has a batch, by its index among those the node leads; lists of them are in rising order. */
export interface QueuedCandidate {
  readonly index: number;
  readonly muted: boolean;
  readonly head: DrainableBatch;
}

export interface DrainableBatch {
  /** As far as is known before it is closed: what is compared with `max.request.size`. */
  readonly sizeBytes: Bytes;
  /** What it comes to; left out: as that. */
  readonly sentBytes?: Bytes;
  readonly backingOff: boolean;
  /** `shouldStopDrain` for this batch. */
  readonly stopsDrain: boolean;
}

export interface Drained {
  /** Indexes of the candidates whose head batch goes into the request, in that order. */
  readonly taken: readonly number[];
  /** Where the node's next drain begins: the candidate looked at last. */
  readonly drainIndex: number;
}

/**
 * The batches of one produce request (S4): at most one a partition, in rotating order, until `max.request.size` is used
 * up; the first batch always fits. Kafka: `RecordAccumulator.drainBatchesForOneNode` (4.2).
 *
 * A batch that may not be sent yet by ID9 ends the whole drain, and the next one begins at it: until it is resolved, the
 * node's other partitions get only what comes before it in the round. Whether a batch still goes in is asked with the size that
 * it is expected to have, and what is added up is what it came to.
 */
export function drainNode(
  candidates: readonly DrainCandidate[],
  drainIndex: number,
  maxRequestSizeBytes: Bytes,
): Drained {
  const queued = candidates.flatMap(({ muted, head }, index) => (head ? [{ index, muted, head }] : []));
  return drainQueued(queued, candidates.length, drainIndex, maxRequestSizeBytes);
}

/** The same for a node of which only the partitions with something queued are given, by their index among all it leads. */
export function drainQueued(
  queued: readonly QueuedCandidate[],
  partitionCount: number,
  drainIndex: number,
  maxRequestSizeBytes: Bytes,
): Drained {
  if (partitionCount === 0) return { taken: [], drainIndex };
  const start = drainIndex % partitionCount;
  const taken: number[] = [];
  let sizeBytes = 0;
  let first = queued.findIndex(({ index }) => index >= start);
  if (first < 0) first = 0;
  for (let seen = 0; seen < queued.length; seen++) {
    const { index, muted, head } = queued[(first + seen) % queued.length]!;
    if (muted || head.backingOff) continue;
    const isTooMuch = taken.length > 0 && sizeBytes + head.sizeBytes > maxRequestSizeBytes;
    if (isTooMuch || head.stopsDrain) return { taken, drainIndex: index };
    taken.push(index);
    sizeBytes += head.sentBytes ?? head.sizeBytes;
  }
  return { taken, drainIndex: (start + partitionCount - 1) % partitionCount };
}

/** What an idempotent producer knows about a partition and the head of its queue. */
export interface DrainState {
  /** The producer has an id, and a transactional one has added the partition to its transaction. */
  readonly sendAllowed: boolean;
  /** Base sequence of the head batch if it was sent before, else null: new batches are numbered when drained. */
  readonly baseSequence: number | null;
  /** Lowest base sequence of the partition that is sent and not settled, batches put back for a retry included, or null. */
  readonly firstInFlightSequence: number | null;
  /** Batches of an older producer epoch are not settled. */
  readonly inFlightWithOlderEpoch: boolean;
  /** A batch expired in flight and its fate is not known (ID10). */
  readonly hasUnresolvedSequence: boolean;
}

/**
 * Whether the head batch of a partition must wait for others (ID9): a batch sent before only goes again when it is the
 * lowest that is not settled, so one is in flight until it is resolved; a new one waits while sequences are in doubt.
 * Kafka: `RecordAccumulator.shouldStopDrainBatchesForPartition` (4.2). Without idempotence never.
 */
export function shouldStopDrain(state: DrainState): boolean {
  if (!state.sendAllowed) return true;
  if (state.baseSequence === null) return state.inFlightWithOlderEpoch || state.hasUnresolvedSequence;
  return state.firstInFlightSequence !== null && state.baseSequence !== state.firstInFlightSequence;
}

/**
 * Where a batch that failed goes back into its queue: before the first that has a higher sequence or none yet (ID9).
 * Without idempotence it goes to the head. Kafka: `RecordAccumulator.insertInSequenceOrder` (4.2).
 *
 * @param queued base sequence of each queued batch, null for one that was never sent.
 */
export function reenqueueIndex(queued: readonly (number | null)[], baseSequence: number): number {
  const index = queued.findIndex((other) => other === null || other >= baseSequence);
  return index === -1 ? queued.length : index;
}
