import { describe, expect, test } from 'vitest';
import type { FetchRequest, FetchResponse } from '../../../src/engine/protocol/requests.ts';
import { RACK_AWARE_REPLICA_SELECTOR } from '../../../src/engine/broker/findPreferredReadReplica.ts';
import {
  ClusterTestContext,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

function fetchOf(
  fields: Partial<FetchRequest>,
  topicPartitions: readonly string[] = [PARTITION],
): FetchRequest {
  return {
    kind: 'FetchRequest',
    replicaId: -1,
    replicaEpoch: -1,
    maxWaitMs: 0,
    minBytes: 1,
    maxBytes: 50_000_000,
    clientId: 'probe',
    rackId: '',
    sessionId: 0,
    sessionEpoch: 0,
    forgotten: [],
    partitions: topicPartitions.map((topicPartition) => ({
      topicPartition,
      fetchOffset: 0,
      currentLeaderEpoch: null,
      lastFetchedEpoch: -1,
      logStartOffset: -1,
      maxBytes: 1_000_000,
    })),
    ...fields,
  };
}

function ask(cluster: ClusterTestContext, request: FetchRequest, broker = 1): FetchResponse {
  const answer = cluster.ask(broker, request);
  return answer?.kind === 'FetchResponse' ? answer : expect.fail('no answer to the fetch');
}

const namesOf = (answer: FetchResponse) => answer.partitions.map(({ topicPartition }) => topicPartition);

describe('fetch sessions', () => {
  const twoPartitions = () =>
    new ClusterTestContext({ ...FAST, brokers: 1, partitions: 2, replicas: [1] }).runUntil(100);

  test('[FS1] a full fetch begins a session; then only what changed is asked and told', () => {
    const cluster = twoPartitions();
    const first = ask(cluster, fetchOf({}, ['orders-0', 'orders-1']));
    expect(namesOf(first)).toEqual(['orders-0', 'orders-1']);
    const { sessionId } = first;
    expect(sessionId).toBeGreaterThan(0);
    expect(namesOf(ask(cluster, fetchOf({ sessionId, sessionEpoch: 1 }, [])))).toEqual([]);
    cluster.produce(1, produceRequest(1, {}, ['orders-1']));
    const second = ask(cluster, fetchOf({ sessionId, sessionEpoch: 2 }, []));
    expect(second.partitions).toMatchObject([{ topicPartition: 'orders-1', highWatermark: 1 }]);
    expect(second.partitions[0]?.batches).toHaveLength(1);
    // The session still asks from offset 0, so it is told again.
    expect(namesOf(ask(cluster, fetchOf({ sessionId, sessionEpoch: 3 }, [])))).toEqual(['orders-1']);
    const forgotten = ask(cluster, fetchOf({ sessionId, sessionEpoch: 4, forgotten: ['orders-1'] }, []));
    expect(namesOf(forgotten)).toEqual([]);
    expect(cluster.broker(1).process?.replicas.sessions).toMatchObject({ size: 1, partitionCount: 1 });
  });

  test('[FS1] an unknown session and a wrong epoch are refused as a whole', () => {
    const cluster = twoPartitions();
    const { sessionId } = ask(cluster, fetchOf({}));
    const unknown = ask(cluster, fetchOf({ sessionId: sessionId + 1, sessionEpoch: 1 }));
    expect(unknown).toMatchObject({ error: 'FETCH_SESSION_ID_NOT_FOUND', sessionId: 0, partitions: [] });
    const early = ask(cluster, fetchOf({ sessionId, sessionEpoch: 2 }));
    expect(early).toMatchObject({ error: 'INVALID_FETCH_SESSION_EPOCH', sessionId: 0, partitions: [] });
    // A full fetch that names a session ends it, and −1 begins none.
    expect(ask(cluster, fetchOf({ sessionId, sessionEpoch: -1 })).sessionId).toBe(0);
    expect(cluster.broker(1).process?.replicas.sessions.size).toBe(0);
    // So does a session that forgets its last partition.
    const next = ask(cluster, fetchOf({})).sessionId;
    const empty = ask(cluster, fetchOf({ sessionId: next, sessionEpoch: 1, forgotten: [PARTITION] }, []));
    expect(empty).toMatchObject({ error: 'NONE', sessionId: 0 });
  });

  test('[FS1] a parked fetch of a session that went on is told that its epoch is over', () => {
    const cluster = twoPartitions();
    const { sessionId } = ask(cluster, fetchOf({}));
    let parked: FetchResponse | null = null;
    const { cluster: world } = cluster.run;
    const probe = world.directory.names.indexOf('producer:probe');
    const target = world.directory.brokers.get(1) ?? -1;
    let correlationId = -1;
    world.act(probe, () => {
      const request = fetchOf({ sessionId, sessionEpoch: 1, maxWaitMs: 200 }, []);
      correlationId = world.request(target, request, 77);
    });
    cluster.runFor(5);
    expect(cluster.broker(1).process?.replicas.fetches.size).toBe(1);
    expect(ask(cluster, fetchOf({ sessionId, sessionEpoch: 2 }, [])).error).toBe('NONE');
    cluster.untilTrue(() => {
      for (const { correlationId: id, rpc } of cluster.onTheWire('FetchResponse'))
        if (id === correlationId) parked = rpc;
      return parked !== null;
    });
    expect(parked).toMatchObject({ error: 'INVALID_FETCH_SESSION_EPOCH', partitions: [] });
  });

  test('[FS2] who got records is read last in the session’s next turn', () => {
    const cluster = twoPartitions();
    const both = ['orders-0', 'orders-1'];
    const { sessionId } = ask(cluster, fetchOf({}, both));
    for (let i = 0; i < 2; i++) for (const name of both) cluster.produce(1, produceRequest(1, {}, [name]));
    const turn = (sessionEpoch: number) =>
      ask(cluster, fetchOf({ sessionId, sessionEpoch, maxBytes: 100 }, []))
        .partitions.filter(({ batches }) => batches.length > 0)
        .map(({ topicPartition }) => topicPartition);
    expect([turn(1), turn(2), turn(3)]).toEqual([['orders-0'], ['orders-1'], ['orders-0']]);
  });

  test('[FS1] followers and consumers send the size of what changed, and start over after the broker was away', () => {
    const options = { ...FAST, partitions: 40, lawInterval: 64 };
    const cluster = new ClusterTestContext({
      ...options,
      consumers: [
        {
          'client.id': 'c',
          configs: { 'auto.offset.reset': 'earliest' },
          assign: Array.from({ length: 40 }, (_, i) => `orders-${i}`),
        },
      ],
    }).runUntil(3000);
    const asked = () => {
      const sizes = new Map<string, number>();
      for (let i = 0; i < 600; i++) {
        cluster.runFor(1);
        for (const { rpc, source, target } of cluster.onTheWire('FetchRequest'))
          if (rpc.sessionEpoch > 0) sizes.set(`${source} ${target}`, rpc.partitions.length);
      }
      return [...sizes.values()];
    };
    const idle = asked();
    expect(idle).toHaveLength(3);
    expect(idle.every((size) => size === 0)).toBe(true);
    cluster.produce(1, produceRequest(-1, {}, ['orders-7']));
    cluster.runFor(600);
    expect(cluster.ends(2, 'orders-7')).toEqual({ leo: 1, hw: 1 });
    expect(cluster.consumer('c').partitions[7]?.position).toBe(1);
    cluster
      .kill(2)
      .runFor(1000)
      .startBroker(2)
      .until('IsrExpanded', { added: [2] });
    cluster.runFor(2000);
    expect(asked().every((size) => size === 0)).toBe(true);
    expect(cluster.broker(1).process?.replicas.sessions.size).toBe(4);
  });

  test('[FS3] without a slot every fetch is a full one; without errors a run is then the same to the row', () => {
    const story = (slots: number) => {
      const cluster = new ClusterTestContext({
        ...FAST,
        partitions: 6,
        configs: { 'max.incremental.fetch.session.cache.slots': slots, 'replica.lag.time.max.ms': 4000 },
        producers: [producer('p', { acks: 'all', 'linger.ms': 0 }, '60/s')],
        consumers: [
          {
            'client.id': 'c',
            configs: { 'auto.offset.reset': 'earliest' },
            assign: ['orders-0', 'orders-1', 'orders-2', 'orders-3', 'orders-4', 'orders-5'],
          },
        ],
        lawInterval: 200,
      });
      cluster.runUntil(1500).cutLink('broker:1', 'broker:3').runUntil(9000);
      expect(cluster.registration('orders-3').isr).toEqual([1, 2]);
      cluster.mendLink('broker:1', 'broker:3').runUntil(12_000).cutLink('broker:1', 'consumer:c');
      cluster.runUntil(13_000).mendLink('broker:1', 'consumer:c').runUntil(15_000);
      expect(cluster.registration('orders-3').isr).toEqual([1, 2, 3]);
      const sessions = [1, 2].map((id) => cluster.broker(id).process?.replicas.sessions.size ?? 0);
      expect(Math.max(...sessions) > 0).toBe(slots > 0);
      // A request more here and there only takes back partitions: the numbers of the others shift.
      return cluster.story(Infinity).replace(/"correlationId":[0-9]+,/g, '');
    };
    const withSessions = story(1000).split('\n');
    expect(withSessions.length).toBeGreaterThan(2000);
    expect(story(0).split('\n')).toEqual(withSessions);
  });
});

describe('reading from the nearest replica', () => {
  const RACKS = { 1: 'a', 2: 'b', 3: 'b' };
  const options: ClusterOptions = {
    ...FAST,
    racks: RACKS,
    configs: { 'replica.selector.class': RACK_AWARE_REPLICA_SELECTOR },
    consumers: [
      {
        'client.id': 'c',
        configs: { 'auto.offset.reset': 'earliest', 'client.rack': 'b', 'metadata.max.age.ms': 20_000 },
        assign: [PARTITION],
      },
    ],
  };
  const sourceOf = (cluster: ClusterTestContext) => cluster.consumer('c').partitions[0]?.source;

  test('[K2] the leader names a follower in the consumer’s rack at once, and gives it no records', () => {
    const cluster = new ClusterTestContext({ ...options, initial: { records: 5 } }).runUntil(200);
    const answer = ask(cluster, fetchOf({ rackId: 'b', maxWaitMs: 500 }));
    expect(answer.partitions).toMatchObject([{ preferredReadReplica: 3, batches: [], highWatermark: 5 }]);
    expect(ask(cluster, fetchOf({ rackId: 'a' })).partitions).toMatchObject([{ preferredReadReplica: null }]);
    expect(ask(cluster, fetchOf({ rackId: 'z' })).partitions[0]?.batches.length).toBeGreaterThan(0);
    // A follower never sends anybody on.
    expect(ask(cluster, fetchOf({ rackId: 'a' }), 2).partitions[0]?.batches.length).toBeGreaterThan(0);
  });

  test('[K2] it names none that is out of the ISR, nor one that has not come to the offset', () => {
    const cluster = new ClusterTestContext({
      ...options,
      racks: { 1: 'a', 2: 'c', 3: 'b' },
      configs: { ...options.configs, 'replica.lag.time.max.ms': 4000 },
      producers: [producer('p', { acks: '1', 'linger.ms': 0 }, '60/s')],
      consumers: [],
    }).runUntil(1000);
    const preferredAt = (fetchOffset: number) => {
      const fetch = fetchOf({ rackId: 'b' });
      const partitions = fetch.partitions.map((partition) => ({ ...partition, fetchOffset }));
      return ask(cluster, { ...fetch, partitions }).partitions[0]?.preferredReadReplica;
    };
    expect(preferredAt(10)).toBe(3);
    cluster.cutLink('broker:1', 'broker:3').runUntil(3000);
    expect(cluster.registration(PARTITION).isr).toContain(3);
    expect([preferredAt(10), preferredAt(150)]).toEqual([3, null]);
    cluster.runUntil(9000);
    expect(cluster.registration(PARTITION).isr).not.toContain(3);
    expect(preferredAt(10)).toBe(null);
  });

  test('[K1] without replica.selector.class every consumer reads from the leader', () => {
    const cluster = new ClusterTestContext({ ...options, configs: {}, initial: { records: 5 } }).runUntil(
      3000,
    );
    expect(sourceOf(cluster)).toBe(1);
    expect(cluster.position('c')).toBe(5);
  });

  test('[K3] [H4] the follower shows a record one fetch later than the leader: up to half a second', () => {
    const cluster = new ClusterTestContext(options).runUntil(3000);
    expect(sourceOf(cluster)).toBe(3);
    expect(cluster.facts('ReadReplicaChanged')).toMatchObject([
      { event: { broker: 3, reason: 'PreferredReadReplica' } },
    ]);
    cluster.produce(1, produceRequest(1));
    const appendedMs = cluster.nowMs;
    cluster.untilTrue(() => cluster.ends(1).hw === 1);
    const committedMs = cluster.nowMs;
    expect(committedMs - appendedMs).toBeLessThan(5);
    cluster.until('RecordsDelivered', { consumer: 'c' });
    expect(cluster.nowMs - committedMs).toBeGreaterThan(490);
    expect(cluster.nowMs - committedMs).toBeLessThan(510);
  });

  test('[K2] the choice holds for metadata.max.age.ms; then the leader is asked again', () => {
    const cluster = new ClusterTestContext(options).runUntil(60_000);
    const times = cluster
      .facts('ReadReplicaChanged', { reason: 'PreferredReadReplica' })
      .map(({ timeUs }) => timeUs / 1_000_000);
    expect(times.length).toBe(3);
    for (let i = 1; i < times.length; i++) {
      expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(20);
      expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBeLessThan(21.1);
    }
  });

  test('[K3] OFFSET_OUT_OF_RANGE from a follower sends the consumer back to the leader, at the same offset', () => {
    const cluster = new ClusterTestContext({
      ...options,
      initial: { records: 5 },
      lawInterval: 1_000_000,
    }).runUntil(3000);
    const source = sourceOf(cluster) ?? -1;
    expect(source).toBe(3);
    // The follower loses its records under the reader, as after a loss of its disk.
    cluster.actAs(source, (broker, ctx) => {
      const partition = cluster.replica(source);
      partition.log.truncateTo(0, 0);
      broker.replicasChanged([partition], ctx);
    });
    const row = cluster.until('ReadReplicaChanged', { broker: 1 });
    expect(row.event.reason).toBe('OFFSET_OUT_OF_RANGE');
    expect(cluster.position('c')).toBe(5);
    cluster.until('ReadReplicaChanged', { broker: 3 });
    expect(cluster.facts('OffsetReset')).toHaveLength(1);
  });

  test('[K2] when the follower dies the consumer goes back to the leader, and reads on', () => {
    const cluster = new ClusterTestContext(options).runUntil(3000);
    cluster.kill(3).until('ReadReplicaChanged', { broker: 1 });
    cluster.runFor(1000);
    cluster.produce(1, produceRequest(1));
    cluster.until('RecordsDelivered', { consumer: 'c' }, 20_000);
    cluster.runFor(20_000);
    expect(sourceOf(cluster)).toBe(2);
  });
});
