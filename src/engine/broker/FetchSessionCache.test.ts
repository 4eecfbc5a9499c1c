import { describe, expect, test } from 'vitest';
import { FetchSession } from './FetchSession.ts';
import { compareWorth, FetchSessionCache, MIN_EVICTION_MS, sessionToEvict } from './FetchSessionCache.ts';

const CONSUMER = -1;
const TOLD = { highWatermark: 0, logStartOffset: 0 };

const request = (topicPartition: string) => ({
  topicPartition,
  fetchOffset: 0,
  currentLeaderEpoch: 0,
  lastFetchedEpoch: -1,
  logStartOffset: -1,
  maxBytes: 1000,
});
const partitionsOf = (size: number) =>
  Array.from({ length: size }, (_, i) => ({ request: request(`t-${i}`), told: TOLD }));

/** A session as the cache leaves it after its last use. */
function used(
  id: number,
  {
    replicaId = CONSUMER,
    size = 1,
    createdMs = 0,
    usedMs = 0,
  }: Partial<Record<'replicaId' | 'size' | 'createdMs' | 'usedMs', number>>,
): FetchSession {
  const session = new FetchSession(id, replicaId, '', createdMs, 0);
  for (const { request: item } of partitionsOf(size)) session.put(item, TOLD);
  new FetchSessionCache().touch(session, usedMs);
  return session;
}

describe('sessionToEvict', () => {
  const idOf = (sessions: FetchSession[], isPrivileged: boolean, size: number, nowMs: number) =>
    sessionToEvict(sessions, { isPrivileged, size }, nowMs)?.id ?? null;

  test('[FS3] one that was not used for more than 120 s goes first, whatever it is worth', () => {
    const old = used(1, { replicaId: 2, size: 9 });
    const young = used(2, { usedMs: 1 });
    expect(idOf([young, old], false, 1, MIN_EVICTION_MS)).toBeNull();
    expect(idOf([young, old], false, 1, MIN_EVICTION_MS + 1)).toBe(1);
  });

  test('[FS3] a follower evicts a consumer at once; a consumer evicts nobody younger than 120 s', () => {
    const consumer = used(1, { size: 5 });
    expect(idOf([consumer], true, 1, 10)).toBe(1);
    expect(idOf([consumer], false, 100, 10)).toBeNull();
    const follower = used(2, { replicaId: 3, size: 5 });
    expect(idOf([follower], true, 100, 10)).toBeNull();
  });

  test('[FS3] one older than 120 s gives way to a larger one of its kind, a follower’s never to a consumer', () => {
    const usedMs = MIN_EVICTION_MS + 1;
    const consumers = [used(1, { size: 5, usedMs }), used(2, { size: 3, usedMs })];
    expect(idOf(consumers, false, 2, usedMs)).toBeNull();
    expect(idOf(consumers, false, 4, usedMs)).toBe(2);
    const follower = used(3, { replicaId: 1, size: 3, usedMs });
    expect(idOf([follower], false, 100, usedMs)).toBeNull();
    expect(idOf([follower], true, 4, usedMs)).toBe(3);
    expect(idOf([follower], true, 2, usedMs)).toBeNull();
  });

  test('[FS3] worth: followers, then size, then id', () => {
    const worth = (isPrivileged: boolean, size: number, id: number) => ({ isPrivileged, size, id });
    const ordered = [worth(false, 1, 9), worth(false, 2, 1), worth(false, 2, 2), worth(true, 0, 0)];
    for (let i = 0; i < ordered.length; i++)
      for (let j = 0; j < ordered.length; j++)
        expect(Math.sign(compareWorth(ordered[i] as never, ordered[j] as never))).toBe(Math.sign(i - j));
  });
});

describe('FetchSessionCache', () => {
  const create = (cache: FetchSessionCache, slots: number, replicaId: number, size: number, nowMs: number) =>
    cache.maybeCreate(
      { replicaId, rackId: '', partitions: partitionsOf(size), arrivedUs: 0 },
      slots,
      nowMs,
      (bound, n) => (n * 7919) % bound,
      () => undefined,
    );

  test('[FS3] eight shards share the slots, and ids tell the shard', () => {
    const cache = new FetchSessionCache();
    const ids = Array.from({ length: 16 }, () => create(cache, 8, CONSUMER, 1, 0)?.id ?? null);
    expect(ids.slice(0, 8).every((id) => id !== null && cache.get(id)?.id === id)).toBe(true);
    expect(new Set(ids.slice(0, 8)).size).toBe(8);
    expect(ids.slice(8)).toEqual(Array(8).fill(null));
    expect(cache).toMatchObject({ size: 8, partitionCount: 8, evictions: 0 });
    expect(create(new FetchSessionCache(), 7, CONSUMER, 1, 0)).toBeNull();
  });

  test('[FS3] a follower’s session takes the place of a consumer’s, which is forgotten everywhere', () => {
    const cache = new FetchSessionCache();
    const consumers = Array.from({ length: 8 }, () => create(cache, 8, CONSUMER, 2, 0));
    const follower = create(cache, 8, 5, 1, 10);
    expect(follower).not.toBeNull();
    expect(cache).toMatchObject({ size: 8, evictions: 1, partitionCount: 15 });
    expect(cache.get(consumers[0]?.id ?? 0)).toBeUndefined();
    expect(cache.holdersOf('t-1')).toHaveLength(7);
    expect(cache.holdersOf('t-0')).toHaveLength(8);
  });
});
