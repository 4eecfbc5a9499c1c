import type { TopicPartition } from '../../shared/units.ts';
import type { FetchPartition, FetchRequest, FetchResponse } from './requests.ts';

/** No session. */
export const INVALID_SESSION_ID = 0;
/** Epoch of a full fetch that may begin a session. */
export const INITIAL_SESSION_EPOCH = 0;
/** Epoch of a full fetch that wants no session. */
export const FINAL_SESSION_EPOCH = -1;
const INT_MAX = 2_147_483_647;

/** Epoch of the turn after this one; it skips 0 when it runs over. Kafka: `FetchMetadata.nextEpoch`. */
export function nextSessionEpoch(epoch: number): number {
  if (epoch < 0) return FINAL_SESSION_EPOCH;
  return epoch === INT_MAX ? 1 : epoch + 1;
}

/** Whether a fetch names all its partitions. Kafka: `FetchMetadata.isFull`. */
export function isFullFetch(epoch: number): boolean {
  return epoch === INITIAL_SESSION_EPOCH || epoch === FINAL_SESSION_EPOCH;
}

/** The part of a fetch that a session decides. */
export type SessionPart = Pick<FetchRequest, 'sessionId' | 'sessionEpoch' | 'partitions' | 'forgotten'>;

/**
 * The fetcher's side of an incremental fetch session with one broker: it tells only what changed (KIP-227). Kafka:
 * `FetchSessionHandler` (4.2).
 *
 *   full → (the broker gave a session id) incremental → full again after an error, a lost connection, or when the broker ends it
 */
export class FetchSessionHandler {
  private sessionId = INVALID_SESSION_ID;
  private epoch = INITIAL_SESSION_EPOCH;
  /** What shall be fetched, in the order of a full fetch. */
  private readonly wanted = new Map<TopicPartition, FetchPartition>();
  /** What the last request asked for, or a session holds. */
  private readonly asked = new Map<TopicPartition, FetchPartition>();
  /** Partitions in which `wanted` may differ from `asked`. */
  private readonly changed = new Set<TopicPartition>();

  /** Number of partitions that shall be fetched. */
  get size(): number {
    return this.wanted.size;
  }

  /** Whether the next request has anything to ask or to take back. */
  get hasWork(): boolean {
    return this.wanted.size > 0 || (!isFullFetch(this.epoch) && this.asked.size > 0);
  }

  want(partition: FetchPartition): void {
    const { topicPartition } = partition;
    const before = this.wanted.get(topicPartition);
    if (before && isSame(before, partition)) return;
    this.wanted.set(topicPartition, partition);
    this.changed.add(topicPartition);
  }

  forget(topicPartition: TopicPartition): void {
    if (this.wanted.delete(topicPartition)) this.changed.add(topicPartition);
  }

  /** In the next full fetch this partition comes last: it just got records. */
  moveToEnd(topicPartition: TopicPartition): void {
    const partition = this.wanted.get(topicPartition);
    if (partition === undefined) return;
    this.wanted.delete(topicPartition);
    this.wanted.set(topicPartition, partition);
  }

  /** What was asked about a partition in the request whose answer is due. */
  askedOf(topicPartition: TopicPartition): FetchPartition | undefined {
    return this.asked.get(topicPartition);
  }

  askedPartitions(): IterableIterator<TopicPartition> {
    return this.asked.keys();
  }

  /** The next request's part. */
  build(): SessionPart {
    const { sessionId, epoch: sessionEpoch } = this;
    if (isFullFetch(sessionEpoch)) {
      this.asked.clear();
      this.changed.clear();
      for (const [topicPartition, partition] of this.wanted) this.asked.set(topicPartition, partition);
      return { sessionId, sessionEpoch, partitions: [...this.wanted.values()], forgotten: [] };
    }
    const partitions = new Array<FetchPartition>(this.changed.size);
    let count = 0;
    const forgotten: TopicPartition[] = [];
    for (const topicPartition of this.changed) {
      const partition = this.wanted.get(topicPartition);
      const before = this.asked.get(topicPartition);
      if (partition === undefined) {
        if (this.asked.delete(topicPartition)) forgotten.push(topicPartition);
      } else if (before === undefined || !isSame(before, partition)) {
        this.asked.set(topicPartition, partition);
        partitions[count++] = partition;
      }
    }
    if (count < partitions.length) partitions.length = count;
    this.changed.clear();
    return { sessionId, sessionEpoch, partitions, forgotten };
  }

  /** Takes note of an answer; false when it tells nothing about partitions, which are then asked for again. */
  handleResponse(
    response: Pick<FetchResponse, 'error' | 'sessionId' | 'throttleTimeMs' | 'partitions'>,
  ): boolean {
    if (response.error !== 'NONE') {
      if (response.error === 'FETCH_SESSION_ID_NOT_FOUND') this.sessionId = INVALID_SESSION_ID;
      this.epoch = INITIAL_SESSION_EPOCH;
      return false;
    }
    const isFull = isFullFetch(this.epoch);
    if (isFull && response.partitions.length === 0 && response.throttleTimeMs > 0) {
      this.sessionId = INVALID_SESSION_ID;
      this.epoch = INITIAL_SESSION_EPOCH;
      return false;
    }
    this.sessionId = response.sessionId;
    if (response.sessionId === INVALID_SESSION_ID) this.epoch = INITIAL_SESSION_EPOCH;
    else this.epoch = isFull ? nextSessionEpoch(INITIAL_SESSION_EPOCH) : nextSessionEpoch(this.epoch);
    return true;
  }

  /** No answer came: whatever the broker holds is closed by the next fetch, which is a full one. */
  handleError(): void {
    this.epoch = INITIAL_SESSION_EPOCH;
  }
}

function isSame(a: FetchPartition, b: FetchPartition): boolean {
  return (
    a.fetchOffset === b.fetchOffset &&
    a.currentLeaderEpoch === b.currentLeaderEpoch &&
    a.lastFetchedEpoch === b.lastFetchedEpoch &&
    a.logStartOffset === b.logStartOffset &&
    a.maxBytes === b.maxBytes
  );
}
