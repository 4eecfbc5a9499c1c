import type { SelfCloning } from '../kernel/cloneState.ts';
import { shorten } from '../kernel/shortLists.ts';
import { sortShort } from '../kernel/sortShort.ts';
import type { FetchPartition, FetchPartitionResponse } from '../protocol/requests.ts';
import type { BrokerId, Micros, Millis, Offset, TopicPartition } from '../../shared/units.ts';

/** One partition of a session: what is asked of it, and what the fetcher was last told. Kafka: `CachedPartition`. */
export interface CachedPartition {
  readonly topicPartition: TopicPartition;
  request: FetchPartition;
  /** Place in the order in which the session is read; the last place is the highest number. */
  order: number;
  highWatermark: Offset;
  logStartOffset: Offset;
  /** Whether it may have something to tell; see `FetchSession`. */
  isActive: boolean;
}

/** What an incremental answer may leave out: nothing was read, and nothing is other than it was told before. */
export type ToldBefore = Pick<CachedPartition, 'highWatermark' | 'logStartOffset'>;

/** Whether an incremental answer must name this partition. Kafka: `CachedPartition.maybeUpdateResponseData` (4.2). */
export function mustRespond(told: ToldBefore, answer: FetchPartitionResponse): boolean {
  return (
    answer.batches.length > 0 ||
    answer.cutBytes > 0 ||
    answer.error !== 'NONE' ||
    answer.divergingEpoch !== null ||
    answer.preferredReadReplica !== null ||
    answer.highWatermark !== told.highWatermark ||
    answer.logStartOffset !== told.logStartOffset
  );
}

/** What the fetcher knows after this answer. After trouble the next good answer is told in any case. */
export function toldAfter(answer: FetchPartitionResponse): ToldBefore {
  const isTrouble = answer.error !== 'NONE' || answer.divergingEpoch !== null;
  return {
    highWatermark: isTrouble ? -1 : answer.highWatermark,
    logStartOffset: answer.logStartOffset,
  };
}

/**
 * The broker's side of an incremental fetch session (KIP-227): the partitions that one fetcher wants, so that its requests
 * and the answers name only what changed. Kafka: `FetchSession` (4.2).
 *
 * Not in Kafka, and without effect on what is answered: partitions that may have something to tell are active. All others are
 * quiet: the fetcher stands at their end and knows their high watermark, and no fetch looks at them. A fetch by a follower says
 * of each quiet partition that the follower is caught up; that is noted when somebody asks (`lastFetchUs`).
 */
export class FetchSession implements SelfCloning {
  readonly id: number;
  /** Of a follower: harder to evict. */
  readonly isPrivileged: boolean;
  /** −1: a consumer. */
  readonly replicaId: BrokerId;
  /** `client.rack` of a consumer. */
  readonly rackId: string;
  readonly createdMs: Millis;
  lastUsedMs: Millis;
  /** Epoch of the next request. */
  epoch = 1;
  readonly partitions = new Map<TopicPartition, CachedPartition>();
  /** Those of `partitions` that are active. */
  private active: CachedPartition[] = [];
  /** When the last fetch arrived. */
  lastFetchUs: Micros;
  /** Size at the last use, by which its worth is measured; −1 before. */
  cachedSize = -1;
  isEvictableByPrivileged = false;
  isEvictableByAll = false;
  private nextOrder = 0;

  constructor(id: number, replicaId: BrokerId, rackId: string, nowMs: Millis, lastFetchUs: Micros) {
    this.id = id;
    this.replicaId = replicaId;
    this.isPrivileged = replicaId >= 0;
    this.rackId = rackId;
    this.createdMs = nowMs;
    this.lastUsedMs = nowMs;
    this.lastFetchUs = lastFetchUs;
  }

  /** Adds a partition, or changes what is asked of it. Returns whether it is new. */
  put(request: FetchPartition, told: ToldBefore): boolean {
    const { topicPartition } = request;
    const known = this.partitions.get(topicPartition);
    if (known) {
      known.request = request;
      this.wake(known);
      return false;
    }
    const { highWatermark, logStartOffset } = told;
    const cached = {
      topicPartition,
      request,
      order: this.takeOrder(),
      highWatermark,
      logStartOffset,
      isActive: true,
    };
    this.partitions.set(topicPartition, cached);
    this.active.push(cached);
    return true;
  }

  remove(topicPartition: TopicPartition): boolean {
    const cached = this.partitions.get(topicPartition);
    if (!cached) return false;
    if (cached.isActive) this.active.splice(this.active.indexOf(cached), 1);
    return this.partitions.delete(topicPartition);
  }

  /** Who got records is read last next time, so that nobody starves. */
  moveToEnd(cached: CachedPartition): void {
    cached.order = this.takeOrder();
  }

  /** From now on the next fetch looks at it. */
  wake(cached: CachedPartition): void {
    if (cached.isActive) return;
    cached.isActive = true;
    this.active.push(cached);
  }

  /** Leaves active partitions alone that are found to be quiet. */
  calm(isQuiet: (cached: CachedPartition) => boolean): void {
    const { active } = this;
    let count = 0;
    for (const cached of active) {
      if (isQuiet(cached)) cached.isActive = false;
      else active[count++] = cached;
    }
    shorten(active, count);
  }

  /** What is asked of the partitions that may have something to tell, in the order in which they are read. */
  requestsInOrder(): FetchPartition[] {
    const { active } = this;
    const { length } = active;
    const [first] = active;
    // Mostly one has something to tell.
    if (length === 1 && first) return [first.request];
    const inOrder = sortShort(active.slice(), byOrder);
    const requests = new Array<FetchPartition>(length);
    for (let i = 0; i < length; i++) requests[i] = (inOrder[i] as CachedPartition).request;
    return requests;
  }

  /** The same in no particular order. */
  requests(): readonly FetchPartition[] {
    const { active } = this;
    const requests = new Array<FetchPartition>(active.length);
    for (let i = 0; i < requests.length; i++) requests[i] = (active[i] as CachedPartition).request;
    return requests;
  }

  /** Whether no fetch looks at any of its partitions. */
  get isQuiet(): boolean {
    return this.active.length === 0;
  }

  /** So many fetches more, over `forUs` in all, had nothing to tell. */
  skip(turns: number, forUs: Micros): void {
    this.epoch += turns;
    this.lastFetchUs += forUs;
  }

  shareOrClone(): FetchSession {
    const copy = new FetchSession(this.id, this.replicaId, this.rackId, this.createdMs, this.lastFetchUs);
    copy.lastUsedMs = this.lastUsedMs;
    copy.epoch = this.epoch;
    copy.cachedSize = this.cachedSize;
    copy.isEvictableByPrivileged = this.isEvictableByPrivileged;
    copy.isEvictableByAll = this.isEvictableByAll;
    copy.nextOrder = this.nextOrder;
    for (const [topicPartition, { request, order, highWatermark, logStartOffset, isActive }] of this
      .partitions)
      copy.partitions.set(topicPartition, {
        topicPartition,
        request,
        order,
        highWatermark,
        logStartOffset,
        isActive,
      });
    copy.active = this.active.map((cached) => copy.partitions.get(cached.topicPartition) as CachedPartition);
    return copy;
  }

  private takeOrder(): number {
    this.nextOrder += 1;
    return this.nextOrder;
  }
}

function byOrder(a: CachedPartition, b: CachedPartition): number {
  return a.order - b.order;
}
