import { describe, expect, test } from 'vitest';
import type { FetchRequest } from '../../../src/engine/protocol/requests.ts';
import { assignOffsets } from '../../../src/engine/storage/RecordBatch.ts';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const MIB = 1_048_576;

function consumerFetch(
  fields: Partial<FetchRequest>,
  fetchOffset = 0,
  topicPartitions = [PARTITION],
): FetchRequest {
  return {
    kind: 'FetchRequest',
    replicaId: -1,
    replicaEpoch: -1,
    maxWaitMs: 500,
    minBytes: 1,
    maxBytes: 50 * MIB,
    clientId: 'probe',
    rackId: '',
    sessionId: 0,
    sessionEpoch: -1,
    forgotten: [],
    partitions: topicPartitions.map((topicPartition) => ({
      topicPartition,
      fetchOffset,
      currentLeaderEpoch: null,
      lastFetchedEpoch: -1,
      logStartOffset: -1,
      maxBytes: MIB,
    })),
    ...fields,
  };
}

function fetch(cluster: ClusterTestContext, broker: number, request: FetchRequest) {
  const answer = cluster.ask(broker, request);
  return answer?.kind === 'FetchResponse' ? answer.partitions : [];
}

/** Makes a replica hold exactly these records: [leader epoch, how many]. Surgery on the disk, for histories that are long to play. */
function writeLog(
  cluster: ClusterTestContext,
  broker: number,
  runs: readonly (readonly [number, number])[],
): void {
  const { log } = cluster.replica(broker);
  log.truncateTo(0, 0);
  log.epochs.clear();
  const [item] = produceRequest(1).partitions;
  for (const [leaderEpoch, count] of runs)
    for (let i = 0; i < count; i++)
      if (item) log.append(assignOffsets(item.batch, log.logEndOffset, leaderEpoch), 0);
}

function epochsOf(cluster: ClusterTestContext, broker: number): (readonly [number, number])[] {
  return cluster
    .replica(broker)
    .log.epochs.entries.map(({ epoch, startOffset }) => [epoch, startOffset] as const);
}

function truncations(cluster: ClusterTestContext, broker: number): number[][] {
  return cluster.facts('LogTruncated', { broker }).map(({ event }) => [event.from, event.to]);
}

describe('requests', () => {
  test('[F1] [F2] one request covers all partitions of a leader, from the first one on, with Kafka’s limits', () => {
    const cluster = new ClusterTestContext({ ...FAST, partitions: 4 });
    const requests = cluster.onTheWire('FetchRequest');
    expect(requests.map(({ rpc }) => [rpc.replicaId, rpc.partitions.length])).toEqual([
      [2, 4],
      [3, 4],
    ]);
    expect(requests[0]?.rpc).toMatchObject({ maxWaitMs: 500, minBytes: 1, maxBytes: 10 * MIB });
    expect(requests[0]?.rpc.replicaEpoch).toBe(cluster.brokerRegistration(2).brokerEpoch);
    expect(requests[0]?.rpc.partitions[0]).toMatchObject({ currentLeaderEpoch: 0, maxBytes: MIB });
    // And one at a time, however long it runs.
    for (let i = 0; i < 200; i++) {
      cluster.runFor(7.3);
      expect(
        cluster.onTheWire('FetchRequest').filter(({ rpc }) => rpc.replicaId === 2).length,
      ).toBeLessThanOrEqual(1);
    }
  });

  test('[F2] both caps yield to the first batch of the first partition, and to no other', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      partitions: 2,
      topicConfigs: { 'max.message.bytes': 4 * MIB },
    }).runUntil(100);
    for (const partition of ['orders-0', 'orders-1'])
      cluster.produce(1, produceRequest(1, { sizeBytes: 3 * MIB }, [partition]));
    const read = fetch(cluster, 1, consumerFetch({ maxBytes: 2 * MIB }, 0, ['orders-0', 'orders-1']));
    expect(read.map(({ batches }) => batches.length)).toEqual([1, 0]);
    const small = fetch(cluster, 1, consumerFetch({ maxBytes: 7 * MIB }, 0, ['orders-1', 'orders-0']));
    expect(small.map(({ batches }) => batches.length)).toEqual([1, 0]);
  });

  test('[F3] a follower begins at its own log end, above its high watermark', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      initial: { records: 120, highWatermark: 100 },
    });
    expect(cluster.ends(2)).toEqual({ leo: 120, hw: 100 });
    expect(cluster.onTheWire('FetchRequest')[0]?.rpc.partitions[0]).toMatchObject({
      fetchOffset: 120,
      lastFetchedEpoch: 0,
    });
  });

  test('[consumer-fetch] [F4] no wait, no partitions or an error: answered at once; else the fetch waits its time', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(100);
    const took = (request: FetchRequest): number => {
      const beganMs = cluster.nowMs;
      cluster.ask(1, request);
      return cluster.nowMs - beganMs;
    };
    expect(took(consumerFetch({ maxWaitMs: 0 }))).toBe(1);
    expect(took(consumerFetch({}, 0, []))).toBe(1);
    expect(took(consumerFetch({}, 0, ['nothing-0']))).toBe(1);
    expect(took(consumerFetch({ maxWaitMs: 300 }))).toBe(301);
    cluster.produce(1, produceRequest(1));
    expect(took(consumerFetch({}))).toBe(1);
    expect(took(consumerFetch({ minBytes: 1000, maxWaitMs: 200 }))).toBe(201);
  });

  test('[F5] what is appended, and the loss of leadership, wake a parked fetch', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    const beganMs = cluster.nowMs;
    cluster.stop(1);
    const request = consumerFetch({ maxWaitMs: 20_000 });
    const partitions = request.partitions.map((item) => ({ ...item, currentLeaderEpoch: 0 }));
    const [answer] = fetch(cluster, 1, { ...request, partitions });
    expect(answer).toMatchObject({
      error: 'FENCED_LEADER_EPOCH',
      currentLeader: { leader: 2, leaderEpoch: 1 },
    });
    expect(cluster.nowMs - beganMs).toBeLessThan(50);
  });

  test('[consumer-reads-committed] [F5] [K3] a reader between high watermark and log end waits; beyond the log end it is refused', () => {
    const cluster = new ClusterTestContext({ ...FAST, initial: { records: 10, highWatermark: 4 } });
    cluster.cutLink('broker:1', 'broker:2').cutLink('broker:1', 'broker:3').runUntil(100);
    expect(cluster.ends(1)).toEqual({ leo: 10, hw: 4 });
    const beganMs = cluster.nowMs;
    expect(fetch(cluster, 1, consumerFetch({}, 7))).toMatchObject([{ error: 'NONE', batches: [] }]);
    expect(cluster.nowMs - beganMs).toBe(501);
    expect(fetch(cluster, 1, consumerFetch({}, 11))).toMatchObject([{ error: 'OFFSET_OUT_OF_RANGE' }]);
  });

  test('[E7] a request under an older epoch is FENCED, under a newer one UNKNOWN, without one not checked', () => {
    const cluster = new ClusterTestContext({ ...FAST, initial: { leaderEpoch: 5, records: 1 } }).runUntil(
      100,
    );
    const under = (currentLeaderEpoch: number | null) => {
      const request = consumerFetch({});
      const partitions = request.partitions.map((item) => ({ ...item, currentLeaderEpoch }));
      return fetch(cluster, 1, { ...request, partitions })[0]?.error;
    };
    expect([4, 5, 6, null].map(under)).toEqual([
      'FENCED_LEADER_EPOCH',
      'NONE',
      'UNKNOWN_LEADER_EPOCH',
      'NONE',
    ]);
  });
});

describe('answers', () => {
  test('[F8] a follower that is behind takes the leader’s HW only as far as its own log reaches', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      stopped: [3],
      initial: { isr: [1, 2] },
      // One batch a fetch.
      brokerConfigs: { 3: { 'replica.fetch.max.bytes': 100, 'replica.fetch.response.max.bytes': 100 } },
    }).runUntil(100);
    for (let i = 0; i < 9; i++) cluster.produce(1, produceRequest(-1));
    expect(cluster.ends(1)).toEqual({ leo: 9, hw: 9 });
    cluster.startBroker(3);
    for (let leo = 1; leo <= 9; leo++) {
      cluster.until('RecordsAppended', { broker: 3 });
      cluster.runFor(0);
      expect(cluster.ends(3)).toEqual({ leo, hw: leo });
    }
  });

  test('[F9] a dead leader is asked again every replica.fetch.backoff.ms', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).kill(1).runFor(6000);
    const times = cluster.facts('FetchFailed', { broker: 2 }).map(({ timeUs }) => timeUs / 1000);
    expect(times.length).toBeGreaterThanOrEqual(5);
    for (let i = 1; i < times.length; i++) expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBe(1002);
  });

  test('[F9] a leader that does not know that it leads is asked again after replica.fetch.backoff.ms', () => {
    const later = new ClusterTestContext(FAST).runUntil(3000).kill(1);
    later.until('LeaderElected', { leader: 2 });
    later.cutLink('broker:2', 'controller:101').until('BecameFollower', { broker: 3, leader: 2 });
    later.runFor(3500);
    const failed = later.facts('FetchFailed', { broker: 3, leader: 2 });
    expect(new Set(failed.map(({ event }) => event.error))).toEqual(new Set(['UNKNOWN_LEADER_EPOCH']));
    const times = failed.map(({ timeUs }) => timeUs / 1000);
    for (let i = 1; i < times.length; i++) expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBe(1002);
    later.mendLink('broker:2', 'controller:101').runFor(3000);
    expect(later.replica(2).leader?.followers.get(3)?.logEndOffset).toBe(0);
  });

  test('[F9] [E7] a fenced follower leaves the partition alone until new metadata bring it back', () => {
    const cluster = new ClusterTestContext({ ...FAST }).runUntil(3000);
    cluster.cutLink('broker:3', 'controller:101').until('BrokerFenced', { broker: 3 });
    // The leadership goes from 1 to 2 and back, and broker 3 hears of neither. Broker 1 knows of the new epoch before it stops.
    cluster.stop(1);
    expect(cluster.until('FetchFailed', { broker: 3, error: 'FENCED_LEADER_EPOCH' }).event.leader).toBe(1);
    cluster.until('BrokerStopped', { broker: 1 });
    cluster
      .runFor(10_000)
      .startBroker(1)
      .until('IsrExpanded', { added: [1] });
    cluster.stop(2).until('BecameLeader', { broker: 1, leaderEpoch: 2 });
    const failedBefore = cluster.facts('FetchFailed', { broker: 3 }).length;
    cluster.produce(1, produceRequest(1));
    cluster.runFor(5000);
    expect(cluster.facts('FetchFailed', { broker: 3 })).toHaveLength(failedBefore);
    expect(cluster.ends(3).leo).toBe(0);
    cluster.mendLink('broker:3', 'controller:101').until('RecordsAppended', { broker: 3 });
  });
});

describe('finding the place again', () => {
  test('[F10] a follower whose log ends before the leader’s begins drops everything and starts there', () => {
    const cluster = new ClusterTestContext({ ...FAST, stopped: [3], initial: { isr: [1, 2] } }).runUntil(100);
    for (let i = 0; i < 5; i++) cluster.produce(1, produceRequest(-1));
    // As retention or DeleteRecords would.
    for (const id of [1, 2]) {
      cluster.replica(id).log.raiseLogStart(3, 0);
      cluster.actAs(id, (broker, ctx) => {
        broker.replicasChanged([cluster.replica(id)], ctx);
      });
    }
    cluster.startBroker(3).until('LogTruncated', { broker: 3, reason: 'OffsetOutOfRange' });
    expect(truncations(cluster, 3)).toEqual([[0, 3]]);
    cluster.until('IsrExpanded', { added: [3] });
    expect(cluster.replica(3).log).toMatchObject({ logStartOffset: 3, logEndOffset: 5 });
    expect(cluster.facts('FetchFailed', { broker: 3 })).toEqual([]);
  });

  test('[F10] [F9] if the leader cannot be asked where it begins, the follower rests and then tries from the start', () => {
    const cluster = new ClusterTestContext({ ...FAST, stopped: [3], initial: { isr: [1, 2] } }).runUntil(100);
    for (let i = 0; i < 5; i++) cluster.produce(1, produceRequest(-1));
    for (const id of [1, 2]) {
      cluster.replica(id).log.raiseLogStart(3, 0);
      cluster.actAs(id, (broker, ctx) => {
        broker.replicasChanged([cluster.replica(id)], ctx);
      });
    }
    cluster.startBroker(3).untilTrue(() => cluster.onTheWire('ListOffsetsRequest').length > 0);
    cluster.kill(1).runFor(3000);
    const failed = cluster.facts('FetchFailed', { broker: 3 });
    expect(failed.length).toBeLessThanOrEqual(4);
    cluster.until('LeaderElected', { leader: 2 });
    cluster.until('IsrExpanded', { added: [3] });
    expect(cluster.replica(3).log).toMatchObject({ logStartOffset: 3, logEndOffset: 5 });
  });

  test('[E4] [E5] a follower with a record of another epoch cuts it off and takes the leader’s', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 2,
      stopped: [2],
      initial: { leaderEpoch: 5 },
    });
    writeLog(cluster, 1, [
      [0, 1],
      [2, 1],
      [5, 1],
    ]);
    writeLog(cluster, 2, [
      [0, 1],
      [2, 1],
      [4, 1],
    ]);
    cluster.startBroker(2).until('IsrExpanded', { added: [2] });
    expect(truncations(cluster, 2)).toEqual([[3, 2]]);
    expect(epochsOf(cluster, 2)).toEqual(epochsOf(cluster, 1));
    expect(cluster.ends(2).leo).toBe(3);
  });

  test('[E4] [E5] where the follower does not know the leader’s epoch, they go back together step by step', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 2,
      stopped: [2],
      initial: { leaderEpoch: 5 },
    });
    writeLog(cluster, 1, [
      [1, 10],
      [3, 15],
      [5, 3],
    ]);
    writeLog(cluster, 2, [
      [1, 10],
      [2, 10],
      [4, 10],
    ]);
    cluster.startBroker(2).until('IsrExpanded', { added: [2] });
    expect(truncations(cluster, 2)).toEqual([
      [30, 20],
      [20, 10],
    ]);
    expect(epochsOf(cluster, 2)).toEqual([
      [1, 0],
      [3, 10],
      [5, 25],
    ]);
    expect(cluster.ends(2).leo).toBe(28);
  });

  test('[E5] [E1] an epoch under which a leader wrote nothing is given up too, so that it can follow again', () => {
    const cluster = new ClusterTestContext({ ...FAST, initial: { records: 10 } }).runUntil(2000);
    cluster.kill(1).until('BecameLeader', { broker: 2 });
    cluster.kill(2).until('BecameLeader', { broker: 3 });
    expect(epochsOf(cluster, 2)).toEqual([
      [0, 0],
      [1, 10],
    ]);
    cluster.startBroker(2).until('BecameFollower', { broker: 2, leader: 3 });
    const before = cluster.run.cluster.state.eventCount;
    cluster.until('IsrExpanded', { added: [2] });
    expect(cluster.run.cluster.state.eventCount - before).toBeLessThan(100);
    expect(epochsOf(cluster, 2)[1]).toBeUndefined();
  });
});

describe('a failover seen by a reader', () => {
  test('[H5] [E4] a consumer that is ahead of the new leader’s HW goes on from where it was, and sees every record once', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      minIsr: 2,
      producers: [producer('p', { acks: 'all' }, '50/s')],
      consumers: [consumer('c')],
    });
    cluster.runUntil(5000).kill(1).until('BecameLeader');
    expect(cluster.position('c')).toBeGreaterThanOrEqual(cluster.ends(cluster.leader).hw);
    cluster.runFor(5000).do({ kind: 'PauseWorkload', producer: 'p' }).runFor(5000);
    const { produced, read, readThenLost, failed } = cluster.ledger();
    expect({ read, readThenLost, failed }).toEqual({ read: produced, readThenLost: 0, failed: 0 });
    expect(cluster.consumer('c').deliveredCount).toBe(produced);
    expect(cluster.facts('OffsetReset')).toHaveLength(1);
  });
});
