import { describe, expect, test } from 'vitest';
import { EARLIEST_TIMESTAMP } from '../../../src/engine/protocol/requests.ts';
import { MAX_TIMESTAMP } from '../../../src/shared/maxTimestamp.ts';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  producer,
} from '../ClusterTestContext.ts';
import type { TraceEvent, TraceKind } from '../../../src/shared/traceEvents.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const MIB = 1_048_576;
/** 10 000 bytes in a batch of its own: 104 of them fill a segment of 1 MiB. */
const BATCH_RECORDS = 10;

/** One batch a second of ten records of 1 000 bytes. */
function trickle(options: ClusterOptions = {}, acks = 'all'): ClusterTestContext {
  return new ClusterTestContext({
    ...FAST,
    lawInterval: 200,
    topicConfigs: { 'segment.bytes': MIB },
    configs: { 'log.retention.check.interval.ms': 5000, 'broker.session.timeout.ms': 60_000 },
    ...options,
    producers: [
      {
        'client.id': 'p',
        configs: { acks, 'linger.ms': 5 },
        workload: { topic: 'orders', arrivals: null, key: null, valueBytes: '1000 B' },
      },
    ],
  });
}

function sendFor(cluster: ClusterTestContext, seconds: number, perSecond = 1): void {
  for (let i = 0; i < seconds; i++) {
    for (let n = 0; n < perSecond; n++) cluster.send('p', BATCH_RECORDS);
    cluster.runFor(1000);
  }
}

/** Facts of a kind, without their times. */
function events<Kind extends TraceKind>(
  cluster: ClusterTestContext,
  kind: Kind,
  where: Record<string, string | number> = {},
): Extract<TraceEvent, { kind: Kind }>[] {
  return cluster.facts(kind, where as never).map(({ event }) => event);
}

const bases = (cluster: ClusterTestContext, broker: number) =>
  cluster.replica(broker).log.segments.map(({ baseOffset }) => baseOffset);

describe('a log rolls', () => {
  test('[SG3] by size: no segment is larger than segment.bytes, and those of the followers may begin elsewhere', () => {
    const cluster = trickle();
    sendFor(cluster, 40, 8);
    for (const broker of [1, 2, 3]) {
      const { log } = cluster.replica(broker);
      expect(log.segments.length).toBeGreaterThanOrEqual(3);
      for (const segment of log.segments) expect(segment.sizeBytes).toBeLessThanOrEqual(MIB);
      expect(log.segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(log.sizeBytes);
      const rolled = events(cluster, 'SegmentRolled', { broker });
      expect(rolled.map(({ baseOffset }) => baseOffset)).toEqual(bases(cluster, broker).slice(1));
      // Each closed one could not have taken the next batch.
      for (const { sizeBytes } of rolled) expect(sizeBytes).toBeGreaterThan(MIB - 100_000);
    }
  });

  test('[SG3] by time only when something comes: a quiet log keeps its segment', () => {
    const cluster = trickle({ topicConfigs: { 'segment.ms': 60_000 } });
    sendFor(cluster, 2);
    cluster.runFor(120_000);
    expect(bases(cluster, 1)).toEqual([0]);
    sendFor(cluster, 1);
    for (const broker of [1, 2, 3]) expect(bases(cluster, broker)).toEqual([0, 20]);
    expect(events(cluster, 'SegmentRolled', { broker: 1 })).toMatchObject([{ closed: 0, baseOffset: 20 }]);
  });

  test('[SG3] by a config that is changed while it runs; the next append goes by it', () => {
    const cluster = trickle();
    sendFor(cluster, 3);
    cluster.alterTopic({ 'segment.ms': '500' }).runFor(1000);
    sendFor(cluster, 1);
    expect(bases(cluster, 1)).toEqual([0, 30]);
  });
});

describe('retention', () => {
  const short = { 'retention.ms': 20_000, 'segment.bytes': MIB } as const;

  test('[RE3] [RE4] by time: the active segment goes too, on leader and followers, and log start is the end', () => {
    const cluster = trickle({ topicConfigs: short });
    sendFor(cluster, 3);
    cluster.runFor(30_000);
    for (const broker of [1, 2, 3]) {
      const { log } = cluster.replica(broker);
      expect([log.logStartOffset, log.highWatermark, log.logEndOffset]).toEqual([30, 30, 30]);
      expect(bases(cluster, broker)).toEqual([30]);
      expect(log.batchCount).toBe(0);
      expect(log.sizeBytes).toBe(0);
    }
    expect(events(cluster, 'SegmentsDeleted')).toHaveLength(3);
    expect(events(cluster, 'SegmentsDeleted', { broker: 1 })).toMatchObject([
      { reason: 'RetentionMsBreach', baseOffsets: [0] },
    ]);
    // What retention takes is not lost.
    expect(cluster.ledger()).toMatchObject({ lost: 0, lostAfterAck: 0, expired: 30 });
  });

  test('[RE2] by size: what is left is never below the limit', () => {
    const limit = 2 * MIB;
    const cluster = trickle({ topicConfigs: { ...short, 'retention.ms': -1, 'retention.bytes': limit } });
    sendFor(cluster, 60, 8);
    cluster.runFor(6000);
    for (const broker of [1, 2, 3]) {
      const { log } = cluster.replica(broker);
      expect(log.logStartOffset).toBeGreaterThan(0);
      expect(log.sizeBytes).toBeGreaterThanOrEqual(limit);
      expect(log.sizeBytes).toBeLessThan(limit + MIB);
      expect(log.logStartOffset).toBeGreaterThanOrEqual(log.segments[0]?.baseOffset ?? 0);
    }
    // The followers may hear of the log start first, and delete by that.
    for (const { reason } of events(cluster, 'SegmentsDeleted', { broker: 1 }))
      expect(reason).toBe('RetentionSizeBreach');
  });

  test('[RE1] a topic config that is changed takes effect at the next check', () => {
    const cluster = trickle({ topicConfigs: { 'segment.bytes': MIB } });
    sendFor(cluster, 3);
    cluster.runFor(30_000);
    expect(bases(cluster, 1)).toEqual([0]);
    cluster.alterTopic({ 'retention.ms': '1000' }).runFor(6000);
    for (const broker of [1, 2, 3]) expect(bases(cluster, broker)).toEqual([30]);
  });

  test('[RE1] a topic that is compacted only knows no time and no size', () => {
    const cluster = trickle({ topicConfigs: short });
    sendFor(cluster, 3);
    cluster.alterTopic({ 'cleanup.policy': 'compact' }).runFor(60_000);
    expect(cluster.replica(1).log.logEndOffset).toBe(30);
    expect(bases(cluster, 1)).toEqual([0]);
  });

  test('[RE4] nothing goes that is not committed: a follower that is cut off keeps the leader’s log', () => {
    const cluster = trickle({ topicConfigs: short, minIsr: 1 }, '1');
    cluster.runFor(100);
    for (const follower of [2, 3]) cluster.cutLink(`broker:1`, `broker:${follower}`);
    sendFor(cluster, 2);
    cluster.runFor(25_000);
    // The ISR has not shrunk yet, so the high watermark stands at 0.
    expect(cluster.ends(1)).toEqual({ leo: 20, hw: 0 });
    expect(bases(cluster, 1)).toEqual([0]);
  });

  test('[RE5] files stay on the disk for file.delete.delay.ms', () => {
    const cluster = trickle({ topicConfigs: { ...short, 'file.delete.delay.ms': 15_000 } });
    sendFor(cluster, 3);
    const { event: deleted } = cluster.until('SegmentsDeleted', { broker: 1 });
    const deletedMs = cluster.nowMs;
    expect(cluster.replica(1).log.deletedSegments).toMatchObject([{ baseOffset: 0 }]);
    expect(cluster.until('SegmentFilesDeleted', { broker: 1 }).event).toMatchObject({
      baseOffsets: [0],
      sizeBytes: deleted.sizeBytes,
    });
    expect(cluster.nowMs - deletedMs).toBeCloseTo(15_000);
    expect(cluster.replica(1).log.deletedSegments).toEqual([]);
  });

  test('[F8] a follower learns the log start from its leader where its own clock does not delete', () => {
    const cluster = trickle({ topicConfigs: short });
    cluster.do({ kind: 'SetClock', node: 'broker:2', offsetUs: -3_600_000_000, driftPpm: 0 });
    sendFor(cluster, 3);
    cluster.runFor(30_000);
    expect(events(cluster, 'LogStartOffsetIncremented', { broker: 2 })).toMatchObject([
      { from: 0, to: 30, reason: 'LeaderOffsetIncremented' },
    ]);
    // Its segment goes by the log start, once it is not the last.
    expect(cluster.replica(2).log.logStartOffset).toBe(30);
  });

  test('[RE1] a start of the broker checks 30 s later', () => {
    const cluster = trickle({ topicConfigs: { 'segment.bytes': MIB, 'retention.ms': 10_000 } });
    sendFor(cluster, 2);
    cluster.stop(3).until('BrokerStopped', { broker: 3 });
    cluster.runFor(20_000);
    const startedMs = cluster.nowMs;
    cluster.startBroker(3).until('SegmentsDeleted', { broker: 3 });
    // A second until its process runs, and Kafka's initial delay.
    expect(cluster.nowMs - startedMs).toBeCloseTo(31_000);
  });
});

describe('who reads below the log start', () => {
  test('[RE3] a consumer that is too slow loses records: it starts again where the log begins', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      lawInterval: 200,
      topicConfigs: { 'segment.bytes': MIB, 'retention.ms': 20_000 },
      configs: { 'log.retention.check.interval.ms': 5000 },
      producers: [producer('p', { acks: 'all' })],
      consumers: [consumer('c')],
    });
    cluster.send('p', 10).runFor(1000);
    expect(cluster.position('c')).toBe(10);
    cluster.do({ kind: 'StallConsumer', consumer: 'c' });
    // The first ten of these it holds already, for it fetches ahead.
    cluster.send('p', 10).runFor(1000);
    cluster.send('p', 10).runFor(40_000);
    cluster.send('p', 5).runFor(1000);
    cluster.do({ kind: 'UnstallConsumer', consumer: 'c' }).runFor(5000);
    expect(events(cluster, 'OffsetReset', { consumer: 'c' }).at(-1)).toMatchObject({ from: 20, to: 30 });
    expect(cluster.position('c')).toBe(35);
    // Ten of those that are gone were never read.
    expect(cluster.ledger()).toMatchObject({ lost: 0, expired: 30, read: 25 });
  });

  test('[SG4] [SG6] ListOffsets by time answers the first record at or after it, and the log start as the earliest', () => {
    const cluster = trickle();
    sendFor(cluster, 3);
    const times = cluster.batchesIn(1).map(({ maxTimestampMs }) => maxTimestampMs);
    const ask = (timestamp: number) => {
      const answer = cluster.ask(1, {
        kind: 'ListOffsetsRequest',
        replicaId: -1,
        partitions: [{ topicPartition: PARTITION, timestamp, currentLeaderEpoch: null }],
      });
      return answer?.kind === 'ListOffsetsResponse' ? answer.partitions[0]?.offset : null;
    };
    expect([0, 1, 2].map((i) => ask(times[i] ?? NaN))).toEqual([0, 10, 20]);
    expect(ask((times[0] ?? NaN) + 1)).toBe(10);
    expect(ask((times[2] ?? NaN) + 1)).toBe(-1);
    // Ten records at one time each: the first with the latest one.
    expect(ask(MAX_TIMESTAMP)).toBe(20);
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: 15 });
    expect(ask(EARLIEST_TIMESTAMP)).toBe(15);
    expect(ask(times[0] ?? NaN)).toBe(15);
  });
});

test('[RE3] [RE7] no law is broken by what retention and DeleteRecords take, watched event by event', () => {
  const cluster = new ClusterTestContext({
    ...FAST,
    topicConfigs: { 'segment.ms': 2000, 'retention.ms': 4000 },
    configs: { 'log.retention.check.interval.ms': 1000, 'broker.session.timeout.ms': 3000 },
    producers: [producer('p', { acks: 'all' }, '20/s'), producer('q', { acks: '1' }, '20/s')],
    consumers: [consumer('c')],
  });
  cluster.runFor(8000);
  cluster.do({ kind: 'StallConsumer', consumer: 'c' });
  cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: -1 }).runFor(2000);
  cluster.kill(1).runFor(6000).startBroker(1).runFor(6000);
  cluster.do({ kind: 'UnstallConsumer', consumer: 'c' });
  cluster.cutPower(2).runFor(6000).startBroker(2).runFor(40_000);
  const { expired, read } = cluster.ledger();
  expect(expired).toBeGreaterThan(1000);
  expect(read).toBeGreaterThan(500);
  expect(events(cluster, 'SegmentsDeleted').length).toBeGreaterThan(10);
});

describe('DeleteRecords', () => {
  test('[RE7] moves the log start of all, and is answered when the last has followed', () => {
    const cluster = trickle();
    sendFor(cluster, 3);
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: 15 });
    expect(cluster.replica(1).log.logStartOffset).toBe(15);
    expect(events(cluster, 'RecordsDeleted')).toEqual([]);
    expect(cluster.until('RecordsDeleted').event).toMatchObject({ broker: 1, lowWatermark: 15 });
    for (const broker of [1, 2, 3]) expect(cluster.replica(broker).log.logStartOffset).toBe(15);
    expect(events(cluster, 'LogStartOffsetIncremented')).toMatchObject([
      { broker: 1, from: 0, to: 15, reason: 'ClientRecordDeletion' },
      { from: 0, to: 15, reason: 'LeaderOffsetIncremented' },
      { from: 0, to: 15, reason: 'LeaderOffsetIncremented' },
    ]);
    // The batch stays: only whole segments leave the disk.
    expect(cluster.batchesIn(1)).toHaveLength(3);
    expect(cluster.ledger()).toMatchObject({ lost: 0, expired: 15 });
  });

  test('[RE7] [RE1] whole segments below it go with the next check', () => {
    const cluster = trickle();
    sendFor(cluster, 30, 8);
    const [, second] = cluster.replica(1).log.segments;
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: second?.baseOffset ?? -9 });
    expect(bases(cluster, 1)[0]).toBe(0);
    expect(cluster.until('SegmentsDeleted', { broker: 1 }).event).toMatchObject({
      reason: 'StartOffsetBreach',
      baseOffsets: [0],
    });
  });

  test('[RE7] −1 stands for the high watermark; beyond it is refused, and so is what nobody knows', () => {
    const cluster = trickle();
    sendFor(cluster, 2);
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: 21 });
    cluster.do({ kind: 'DeleteRecords', partition: 'nothing-0', offset: 1 });
    expect(events(cluster, 'AdminRequestFailed')).toMatchObject([
      { request: 'DeleteRecords', resource: PARTITION, error: 'OFFSET_OUT_OF_RANGE' },
      { request: 'DeleteRecords', resource: 'nothing-0', error: 'UNKNOWN_TOPIC_OR_PARTITION' },
    ]);
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: -1 });
    expect(cluster.until('RecordsDeleted').event).toMatchObject({ lowWatermark: 20 });
  });

  test('[RE7] a follower that hangs holds the answer back until it is fenced, and the high watermark moves', () => {
    const cluster = trickle({ configs: { 'broker.session.timeout.ms': 9000 } });
    sendFor(cluster, 2);
    cluster.do({ kind: 'PauseProcess', node: 'broker:3', forUs: null });
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: 10 }).runFor(5000);
    expect(events(cluster, 'RecordsDeleted')).toEqual([]);
    cluster.until('BrokerFenced', { broker: 3 });
    cluster.runFor(1000);
    expect(events(cluster, 'RecordsDeleted')).toEqual([]);
    cluster.send('p');
    expect(cluster.until('RecordsDeleted').event).toMatchObject({ lowWatermark: 10 });
  });

  test('[RE7] it is given up after 30 s, and the log start stays', () => {
    const cluster = trickle({ configs: { 'broker.session.timeout.ms': 60_000 } });
    sendFor(cluster, 2);
    cluster.do({ kind: 'PauseProcess', node: 'broker:3', forUs: null });
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: 10 });
    const askedMs = cluster.nowMs;
    cluster.until('AdminRequestFailed', { error: 'REQUEST_TIMED_OUT' });
    expect(cluster.nowMs - askedMs).toBeCloseTo(30_000);
    expect(cluster.replica(1).log.logStartOffset).toBe(10);
  });
});

describe('the log start over a restart', () => {
  const asked = (cluster: ClusterTestContext) => {
    sendFor(cluster, 2);
    cluster.do({ kind: 'DeleteRecords', partition: PARTITION, offset: 15 });
    expect(events(cluster, 'RecordsDeleted')).toHaveLength(1);
  };
  const one = { brokers: 1, replicas: [1] };

  test('[RE6] a clean stop writes it', () => {
    const cluster = trickle(one);
    asked(cluster);
    cluster.stop(1).until('BrokerStopped', { broker: 1 });
    cluster.startBroker(1).until('BecameLeader', { broker: 1 });
    expect(cluster.replica(1).log.logStartOffset).toBe(15);
  });

  test('[RE6] a kill right after forgets it, and a later one does not', () => {
    const early = trickle({
      ...one,
      configs: { 'log.flush.start.offset.checkpoint.interval.ms': 1_000_000 },
    });
    asked(early);
    early.kill(1).startBroker(1).runFor(5000);
    expect(early.replica(1).log.logStartOffset).toBe(0);
    expect(early.ledger()).toMatchObject({ lost: 0, committed: 20 });
    const late = trickle(one);
    asked(late);
    late.runFor(61_000);
    late.kill(1).startBroker(1).runFor(5000);
    expect(late.replica(1).log.logStartOffset).toBe(15);
  });

  test('[RE6] [A7] after a loss of power the log never ends before it begins', () => {
    const cluster = trickle({ ...one, times: { ...FAST.times, pageCacheExpire: '30s' } });
    asked(cluster);
    cluster.cutPower(1).startBroker(1).runFor(5000);
    const { log } = cluster.replica(1);
    expect(log.logStartOffset).toBeLessThanOrEqual(log.highWatermark);
    expect(log.highWatermark).toBeLessThanOrEqual(log.logEndOffset);
    expect(log.segments[0]?.baseOffset).toBeLessThanOrEqual(log.logStartOffset);
  });
});

test('[RE1] an idle cluster gets one event per check and broker', () => {
  const eventCount = (intervalMs: number): number => {
    const cluster = new ClusterTestContext({
      ...FAST,
      lawInterval: Infinity,
      configs: { 'log.retention.check.interval.ms': intervalMs },
    });
    cluster.runUntil(30_000);
    return cluster.run.cluster.state.eventCount;
  };
  // Three brokers, ten checks each; the others come never.
  expect(eventCount(3000) - eventCount(3_000_000)).toBe(30);
});
