import type { TopicPartition } from '../../shared/units.ts';
import type { SelfCloning } from '../kernel/cloneState.ts';
import { shorten } from '../kernel/shortLists.ts';
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

interface SessionPartition {
  /** What shall be fetched; null: nothing any more. */
  wanted: FetchPartition | null;
  /** What the last request asked for, or the session holds; null: nothing yet. */
  asked: FetchPartition | null;
  /** Places among what is wanted and among what was asked for; the last has the highest number. */
  wantedOrder: number;
  askedOrder: number;
  /** Whether it is listed as changed. */
  isChanged: boolean;
}

/**
 * The fetcher's side of an incremental fetch session with one broker: it tells only what changed (KIP-227). Kafka:
 * `FetchSessionHandler` (4.2).
 *
 *   full → (the broker gave a session id) incremental → full again after an error, a lost connection, or when the broker ends it
 */
export class FetchSessionHandler implements SelfCloning {
  private sessionId = INVALID_SESSION_ID;
  private epoch = INITIAL_SESSION_EPOCH;
  private readonly partitions = new Map<TopicPartition, SessionPartition>();
  /** Partitions that may be wanted otherwise than they were asked for. */
  private changed: TopicPartition[] = [];
  private wantedCount = 0;
  private askedCount = 0;
  private lastOrder = 0;

  /** Number of partitions that shall be fetched. */
  get size(): number {
    return this.wantedCount;
  }

  /** Whether the next request has anything to ask or to take back. */
  get hasWork(): boolean {
    return this.wantedCount > 0 || (!isFullFetch(this.epoch) && this.askedCount > 0);
  }

  want(partition: FetchPartition): void {
    const { topicPartition } = partition;
    let known = this.partitions.get(topicPartition);
    if (known === undefined) {
      known = { wanted: null, asked: null, wantedOrder: 0, askedOrder: 0, isChanged: false };
      this.partitions.set(topicPartition, known);
    }
    const { wanted } = known;
    if (wanted === null) {
      this.wantedCount += 1;
      known.wantedOrder = this.takeOrder();
    } else if (isSame(wanted, partition)) return;
    known.wanted = partition;
    this.noteChange(topicPartition, known);
  }

  forget(topicPartition: TopicPartition): void {
    const known = this.partitions.get(topicPartition);
    if (known === undefined || known.wanted === null) return;
    known.wanted = null;
    this.wantedCount -= 1;
    this.noteChange(topicPartition, known);
  }

  /** In the next full fetch this partition comes last: it just got records. */
  moveToEnd(topicPartition: TopicPartition): void {
    const known = this.partitions.get(topicPartition);
    if (known && known.wanted !== null) known.wantedOrder = this.takeOrder();
  }

  /** What was asked about a partition in the request whose answer is due. */
  askedOf(topicPartition: TopicPartition): FetchPartition | null {
    return this.partitions.get(topicPartition)?.asked ?? null;
  }

  askedPartitions(): TopicPartition[] {
    return [...this.partitions]
      .filter(([, { asked }]) => asked !== null)
      .sort(([, a], [, b]) => a.askedOrder - b.askedOrder)
      .map(([topicPartition]) => topicPartition);
  }

  /** The next request's part. */
  build(): SessionPart {
    return isFullFetch(this.epoch) ? this.buildFull() : this.buildIncremental();
  }

  private buildFull(): SessionPart {
    const partitions: FetchPartition[] = [];
    const inOrder = [...this.partitions].sort(([, a], [, b]) => a.wantedOrder - b.wantedOrder);
    for (const [topicPartition, known] of inOrder) {
      known.isChanged = false;
      known.asked = known.wanted;
      known.askedOrder = this.takeOrder();
      if (known.wanted === null) this.partitions.delete(topicPartition);
      else partitions.push(known.wanted);
    }
    this.changed = [];
    this.askedCount = partitions.length;
    return { sessionId: this.sessionId, sessionEpoch: this.epoch, partitions, forgotten: [] };
  }

  private buildIncremental(): SessionPart {
    // Made as long as it may be: one that grows takes room for seventeen with its first item.
    const partitions = new Array<FetchPartition>(this.changed.length);
    let count = 0;
    const forgotten: TopicPartition[] = [];
    for (const topicPartition of this.changed) {
      const known = this.partitions.get(topicPartition) as SessionPartition;
      known.isChanged = false;
      const { wanted, asked } = known;
      if (wanted === null) {
        this.partitions.delete(topicPartition);
        if (asked === null) continue;
        this.askedCount -= 1;
        forgotten.push(topicPartition);
      } else if (asked === null || !isSame(asked, wanted)) {
        if (asked === null) {
          this.askedCount += 1;
          known.askedOrder = this.takeOrder();
        }
        known.asked = wanted;
        partitions[count++] = wanted;
      }
    }
    shorten(partitions, count);
    shorten(this.changed, 0);
    return { sessionId: this.sessionId, sessionEpoch: this.epoch, partitions, forgotten };
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

  /** Whether it holds a session whose requests have nothing new to ask. */
  get isSteady(): boolean {
    return !isFullFetch(this.epoch) && this.changed.length === 0;
  }

  /** So many requests more, each with nothing new to ask, were answered. */
  skip(turns: number): void {
    this.epoch += turns;
  }

  /** For checkpoints: what was asked for and is wanted is shared. */
  shareOrClone(): FetchSessionHandler {
    const copy = new FetchSessionHandler();
    copy.sessionId = this.sessionId;
    copy.epoch = this.epoch;
    for (const [topicPartition, known] of this.partitions) {
      const { wanted, asked, wantedOrder, askedOrder, isChanged } = known;
      copy.partitions.set(topicPartition, { wanted, asked, wantedOrder, askedOrder, isChanged });
    }
    copy.changed = this.changed.slice();
    copy.wantedCount = this.wantedCount;
    copy.askedCount = this.askedCount;
    copy.lastOrder = this.lastOrder;
    return copy;
  }

  private noteChange(topicPartition: TopicPartition, known: SessionPartition): void {
    if (known.isChanged) return;
    known.isChanged = true;
    this.changed.push(topicPartition);
  }

  private takeOrder(): number {
    this.lastOrder += 1;
    return this.lastOrder;
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
