import type { FetchPartition } from '../protocol/requests.ts';
import type { BrokerId, Micros, Millis, TopicPartition } from '../../shared/units.ts';
import { Derived } from '../kernel/Derived.ts';
import { FetchSession } from './FetchSession.ts';
import type { CachedPartition, ToldBefore } from './FetchSession.ts';

/** Parts of the cache, each with its share of the slots (KAFKA-9401). */
const SHARDS = 8;
/** Sessions that are younger, or were used since, are not evicted by others of their kind. */
export const MIN_EVICTION_MS: Millis = 120_000;
const NOBODY: readonly number[] = [];
const SESSION_ID_RANGE = Math.floor(2_147_483_647 / SHARDS);

/** What a session is worth in the cache: that of a follower more than that of a consumer, then the larger, then the newer id. */
export interface EvictableKey {
  readonly isPrivileged: boolean;
  readonly size: number;
  readonly id: number;
}

/** Less than 0: a is worth less. Kafka: `FetchSession.EvictableKey.compareTo`. */
export function compareWorth(a: EvictableKey, b: EvictableKey): number {
  if (a.isPrivileged !== b.isPrivileged) return a.isPrivileged ? 1 : -1;
  return a.size - b.size || a.id - b.id;
}

/**
 * Which session of a full shard makes room for a new one; null: none, and the new fetcher gets no session. First one that was
 * not used for `MIN_EVICTION_MS`; else the one worth least of those that the new one may evict, if it is worth no more than
 * the new one. Kafka: `FetchSessionCacheShard.tryEvict` (4.2).
 */
export function sessionToEvict(
  sessions: Iterable<FetchSession>,
  newcomer: { readonly isPrivileged: boolean; readonly size: number },
  nowMs: Millis,
): FetchSession | null {
  let stalest: FetchSession | null = null;
  let cheapest: FetchSession | null = null;
  for (const session of sessions) {
    if (
      !stalest ||
      session.lastUsedMs < stalest.lastUsedMs ||
      (session.lastUsedMs === stalest.lastUsedMs && session.id < stalest.id)
    )
      stalest = session;
    const isEvictable = newcomer.isPrivileged ? session.isEvictableByPrivileged : session.isEvictableByAll;
    if (isEvictable && (!cheapest || compareWorth(worthOf(session), worthOf(cheapest)) < 0))
      cheapest = session;
  }
  if (!stalest) return null;
  if (nowMs - stalest.lastUsedMs > MIN_EVICTION_MS) return stalest;
  if (!cheapest) return null;
  return compareWorth({ ...newcomer, id: 0 }, worthOf(cheapest)) < 0 ? null : cheapest;
}

function worthOf(session: FetchSession): EvictableKey {
  return { isPrivileged: session.isPrivileged, size: session.cachedSize, id: session.id };
}

/** A session, and what it holds of one partition. */
export interface SessionHolder {
  readonly session: FetchSession;
  readonly cached: CachedPartition;
}

/** All sessions that a broker keeps. Kafka: `FetchSessionCache`, `FetchSessionCacheShard` (4.2). Gone with the process. */
export class FetchSessionCache {
  private readonly shards: Map<number, FetchSession>[] = Array.from(
    { length: SHARDS },
    () => new Map<number, FetchSession>(),
  );
  /** Sessions that hold a partition, by partition: whom to tell that it moved on. */
  private readonly holders = new Map<TopicPartition, number[]>();
  /** The same, looked up already. */
  private readonly known = new Derived<Map<TopicPartition, readonly SessionHolder[]>>();
  private readonly latest = new Derived<FetchSession>();
  private createdCount = 0;
  /** How many sessions had to make room. */
  evictions = 0;

  get(sessionId: number): FetchSession | undefined {
    // Asked several times for each fetch.
    const latest = this.latest.value;
    if (latest !== null && latest.id === sessionId) return latest;
    const session = this.shardOf(sessionId)?.get(sessionId);
    if (session !== undefined) this.latest.value = session;
    return session;
  }

  get size(): number {
    return this.shards.reduce((sum, shard) => sum + shard.size, 0);
  }

  /** Sum over all sessions. */
  get partitionCount(): number {
    let count = 0;
    for (const session of this.all()) count += session.partitions.size;
    return count;
  }

  all(): FetchSession[] {
    return this.shards.flatMap((shard) => [...shard.values()]);
  }

  /** Sessions that hold a partition, oldest first. */
  holdersOf(topicPartition: TopicPartition): readonly number[] {
    return this.holders.get(topicPartition) ?? NOBODY;
  }

  /** The same with their sessions, and what these hold of the partition. */
  sessionsWith(topicPartition: TopicPartition): readonly SessionHolder[] {
    const known = (this.known.value ??= new Map<TopicPartition, readonly SessionHolder[]>());
    let holders = known.get(topicPartition);
    if (holders === undefined) {
      holders = this.holdersOf(topicPartition).flatMap((id) => {
        const session = this.get(id);
        const cached = session?.partitions.get(topicPartition);
        return session && cached ? [{ session, cached }] : [];
      });
      known.set(topicPartition, holders);
    }
    return holders;
  }

  /**
   * A session for a fetcher that sent a full fetch, or null when there is no room for it. `onEvicted` is told which one has
   * to go. `draw` gives a number from 0 up to but without the given one.
   */
  maybeCreate(
    newcomer: {
      readonly replicaId: BrokerId;
      readonly rackId: string;
      readonly partitions: readonly { readonly request: FetchPartition; readonly told: ToldBefore }[];
      readonly arrivedUs: Micros;
    },
    slots: number,
    nowMs: Millis,
    draw: (bound: number, n: number) => number,
    onEvicted: (session: FetchSession) => void,
  ): FetchSession | null {
    const { replicaId, rackId, partitions, arrivedUs } = newcomer;
    const shardNumber = this.createdCount % SHARDS;
    this.createdCount += 1;
    const shard = this.shards[shardNumber] as Map<number, FetchSession>;
    if (shard.size >= Math.floor(slots / SHARDS)) {
      const victim = sessionToEvict(
        shard.values(),
        { isPrivileged: replicaId >= 0, size: partitions.length },
        nowMs,
      );
      if (!victim) return null;
      onEvicted(victim);
      this.remove(victim);
      this.evictions += 1;
    }
    const lowest = Math.max(1, shardNumber * SESSION_ID_RANGE);
    const range = (shardNumber + 1) * SESSION_ID_RANGE - lowest;
    let id = lowest + draw(range, this.createdCount);
    while (shard.has(id)) id = id + 1 < lowest + range ? id + 1 : lowest;
    const session = new FetchSession(id, replicaId, rackId, nowMs, arrivedUs);
    shard.set(id, session);
    for (const { request, told } of partitions) this.put(session, request, told);
    this.touch(session, nowMs);
    return session;
  }

  put(session: FetchSession, request: FetchPartition, told: ToldBefore): void {
    if (!session.put(request, told)) return;
    this.known.value?.delete(request.topicPartition);
    const holders = this.holders.get(request.topicPartition);
    if (holders) holders.push(session.id);
    else this.holders.set(request.topicPartition, [session.id]);
  }

  forget(session: FetchSession, topicPartition: TopicPartition): void {
    if (session.remove(topicPartition)) this.dropHolder(session.id, topicPartition);
  }

  remove(session: FetchSession): void {
    if (!this.shardOf(session.id)?.delete(session.id)) return;
    this.latest.value = null;
    for (const topicPartition of session.partitions.keys()) this.dropHolder(session.id, topicPartition);
  }

  /** Notes that a session was used, and who may evict it from now on. */
  touch(session: FetchSession, nowMs: Millis): void {
    session.lastUsedMs = nowMs;
    session.cachedSize = session.partitions.size;
    const isOld = nowMs - session.createdMs > MIN_EVICTION_MS;
    session.isEvictableByAll = isOld;
    session.isEvictableByPrivileged = isOld || !session.isPrivileged;
  }

  private dropHolder(sessionId: number, topicPartition: TopicPartition): void {
    this.known.value?.delete(topicPartition);
    const holders = this.holders.get(topicPartition) ?? [];
    const index = holders.indexOf(sessionId);
    if (index >= 0) holders.splice(index, 1);
    if (holders.length === 0) this.holders.delete(topicPartition);
  }

  private shardOf(sessionId: number): Map<number, FetchSession> | undefined {
    return this.shards[Math.floor(sessionId / SESSION_ID_RANGE)];
  }
}
