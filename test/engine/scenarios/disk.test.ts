import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const MIB = 1_048_576;
const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const ALONE = { ...FAST, brokers: 1, replicas: [1] } as const;
const EAGER = producer('p', { acks: 1, 'linger.ms': 0 });

/** One broker, and a producer that sends when it is told to. */
function alone(options: ClusterOptions = {}): ClusterTestContext {
  return new ClusterTestContext({ ...ALONE, producers: [EAGER], ...options });
}

/** Each in a batch of its own. */
function sendOneByOne(cluster: ClusterTestContext, count: number, everyMs = 100): void {
  for (let i = 0; i < count; i++) cluster.send('p').runFor(everyMs);
}

const end = (cluster: ClusterTestContext, broker = 1): number => cluster.replica(broker).log.logEndOffset;
const recoveryPoint = (cluster: ClusterTestContext, broker = 1): number =>
  cluster.replica(broker).log.recoveryPoint.offset;

describe('flush.messages', () => {
  test('[FL1] so many records are on the disk before the last of them is acknowledged, and survive a power cut', () => {
    const cluster = alone({ topicConfigs: { 'flush.messages': 3 } });
    sendOneByOne(cluster, 8);
    expect(cluster.facts('LogFlushed').map(({ event }) => [event.from, event.to, event.reason])).toEqual([
      [0, 3, 'FlushMessages'],
      [3, 6, 'FlushMessages'],
    ]);
    cluster.cutPower(1);
    expect(end(cluster)).toBe(6);
    cluster.startBroker(1).until('BecameLeader', { broker: 1 });
    expect(cluster.ledger()).toMatchObject({ committed: 6, lostAfterAck: 2 });
  });

  test('[FL1] the acknowledgement waits for the fsync', () => {
    const latencyMs = (topicConfigs: Record<string, number>): number => {
      const cluster = alone({ topicConfigs }).runFor(1000);
      return cluster.send('p').until('RecordsAcknowledged').event.latencyMs;
    };
    expect(latencyMs({ 'flush.messages': 1 }) - latencyMs({})).toBeCloseTo(5);
  });

  test('[FL1] followers flush their own logs by it', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      topicConfigs: { 'flush.messages': 1 },
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    });
    sendOneByOne(cluster, 2);
    for (const broker of [1, 2, 3]) {
      expect(recoveryPoint(cluster, broker)).toBe(2);
      cluster.cutPower(broker);
      expect(end(cluster, broker)).toBe(2);
    }
  });

  test('[A7] with Kafka’s defaults nothing is flushed, and a power cut takes what is in the page cache; a kill does not', () => {
    for (const deed of ['kill', 'cutPower'] as const) {
      const cluster = alone();
      sendOneByOne(cluster, 5);
      cluster[deed](1);
      expect(cluster.facts('LogFlushed')).toEqual([]);
      expect(end(cluster)).toBe(deed === 'kill' ? 5 : 0);
    }
  });
});

describe('flush.ms', () => {
  test('[FL2] is looked at every log.flush.scheduler.interval.ms', () => {
    const cluster = alone({
      configs: { 'log.flush.scheduler.interval.ms': 1000 },
      topicConfigs: { 'flush.ms': 2500 },
    });
    sendOneByOne(cluster, 100);
    const flushes = cluster.facts('LogFlushed');
    expect(flushes.every(({ event }) => event.reason === 'FlushMs')).toBe(true);
    const gaps = flushes.slice(1).map(({ timeUs }, i) => (timeUs - (flushes[i]?.timeUs ?? 0)) / 1000);
    // Rounded up to the next time that somebody looks.
    for (const gap of gaps) expect(gap).toBeCloseTo(3000, 0);
    expect(gaps.length).toBeGreaterThanOrEqual(2);
  });

  test('[FL2] log.flush.scheduler.interval.ms alone is flush.ms too: at every other look, for the flush before took time', () => {
    const cluster = alone({ configs: { 'log.flush.scheduler.interval.ms': 1000 } });
    sendOneByOne(cluster, 60);
    const [first, second] = cluster.facts('LogFlushed');
    expect(((second?.timeUs ?? 0) - (first?.timeUs ?? 0)) / 1000).toBeCloseTo(2000, 0);
    cluster.cutPower(1);
    expect(end(cluster)).toBeGreaterThanOrEqual(39);
  });

  test('[FL2] without it the flusher comes once, 30 s after the start, and never again', () => {
    const cluster = alone({ topicConfigs: { 'flush.ms': 1000 } });
    sendOneByOne(cluster, 1);
    cluster.kill(1).startBroker(1).until('BecameLeader', { broker: 1 });
    const startedUs = cluster.facts('BrokerStarted')[0]?.timeUs ?? 0;
    sendOneByOne(cluster, 100, 1000);
    const [flush, ...more] = cluster.facts('LogFlushed');
    expect(((flush?.timeUs ?? 0) - startedUs) / 1000).toBeCloseTo(31_005, 0);
    expect(more).toEqual([]);
  });
});

describe('a roll', () => {
  const rolling = { topicConfigs: { 'segment.ms': 1000 } };

  test('[FL4] has what stands before the new segment flushed in the background', () => {
    const cluster = alone(rolling);
    sendOneByOne(cluster, 15);
    const [rolled] = cluster.facts('SegmentRolled');
    const [flushed] = cluster.facts('LogFlushed');
    expect(flushed?.event).toMatchObject({ from: 0, to: rolled?.event.baseOffset, reason: 'Roll' });
    expect(((flushed?.timeUs ?? 0) - (rolled?.timeUs ?? 0)) / 1000).toBe(5);
    cluster.cutPower(1);
    expect(end(cluster)).toBe(rolled?.event.baseOffset);
  });

  test('[FL4] power that goes before that is done takes the rolled segment along', () => {
    const cluster = alone(rolling);
    sendOneByOne(cluster, 10, 105);
    cluster.send('p').until('SegmentRolled');
    cluster.runFor(4).cutPower(1);
    expect(end(cluster)).toBe(0);
  });
});

describe('recovery', () => {
  /** 1 000 records a batch, about 10 MiB, in segments of 1 MiB. */
  const initial = { records: 100_000 };
  const slow = { ...ALONE.times, recoveryPerMiB: '1s' };
  const segmented = { initial, times: slow, topicConfigs: { 'segment.bytes': MIB } };

  test('[RC1] [RC2] after a kill the segment with the recovery point is checked, whole, and the broker waits for it', () => {
    const cluster = alone(segmented).runFor(1000);
    const { activeSegment } = cluster.replica(1).log;
    cluster.kill(1).startBroker(1);
    const started = cluster.until('LogRecoveryStarted');
    expect(started.event).toMatchObject({ logs: 1, segments: 1, sizeBytes: activeSegment.sizeBytes });
    const { event, timeUs } = cluster.until('LogRecovered');
    expect((timeUs - started.timeUs) / 1000).toBe(event.tookMs);
    expect(event.tookMs).toBeCloseTo((1000 * activeSegment.sizeBytes) / MIB, 2);
    expect(cluster.facts('BecameLeader', { broker: 1 }).filter((row) => row.timeUs < timeUs)).toHaveLength(1);
    cluster.until('BrokerUnfenced', { broker: 1 });
  });

  test('[RC2] [A8] a clean stop is followed by no recovery', () => {
    const cluster = alone(segmented).runFor(1000);
    cluster.stop(1).until('BrokerStopped');
    cluster.startBroker(1).until('BrokerUnfenced', { broker: 1 });
    expect(cluster.facts('LogRecoveryStarted')).toEqual([]);
    expect(recoveryPoint(cluster)).toBe(100_000);
  });

  test('[FL3] what was flushed but not written to recovery-point-offset-checkpoint yet is checked again', () => {
    const of = (intervalMs: number) => {
      const cluster = alone({
        times: slow,
        configs: { 'log.flush.offset.checkpoint.interval.ms': intervalMs },
        topicConfigs: { 'segment.ms': 1000 },
      });
      sendOneByOne(cluster, 60);
      const segments = cluster.replica(1).log.segments.length;
      expect(segments).toBeGreaterThanOrEqual(5);
      cluster.kill(1).startBroker(1);
      return { segments, checked: cluster.until('LogRecoveryStarted').event.segments };
    };
    const often = of(10);
    expect(often.checked).toBe(1);
    const never = of(100_000_000);
    expect(never.checked).toBe(never.segments);
  });

  test('[RC2] num.recovery.threads.per.data.dir of them work at once', () => {
    const seconds = (threads: number): number => {
      const cluster = alone({
        partitions: 4,
        times: slow,
        configs: { 'num.recovery.threads.per.data.dir': threads },
        producers: [
          { ...EAGER, workload: { topic: 'orders', arrivals: null, key: null, valueBytes: '200kB' } },
        ],
      });
      for (const partition of [0, 1, 2, 3])
        for (let i = 0; i < 5; i++)
          cluster.ask(1, produceRequest(1, { sizeBytes: MIB / 5 - 100 }, [`orders-${partition}`]));
      cluster.kill(1).startBroker(1);
      const from = cluster.until('LogRecoveryStarted').timeUs;
      cluster.untilTrue(() => cluster.facts('LogRecovered').length === 4);
      return (cluster.run.cluster.nowUs - from) / 1_000_000;
    };
    expect(seconds(1)).toBeCloseTo(4, 1);
    expect(seconds(2)).toBeCloseTo(2, 1);
    expect(seconds(3)).toBeCloseTo(2, 1);
    expect(seconds(4)).toBeCloseTo(1, 1);
  });

  test('[RC2] who is stopped before all is recovered has not stopped cleanly', () => {
    const cluster = alone(segmented).runFor(1000);
    cluster.kill(1).startBroker(1).until('LogRecoveryStarted');
    cluster.stop(1).until('BrokerStopped');
    cluster.startBroker(1).until('LogRecoveryStarted');
    cluster.until('BrokerUnfenced', { broker: 1 });
  });

  test('[RC3] a process that recovered its logs knows one batch of each producer, whatever the one before knew', () => {
    const batches = (cluster: ClusterTestContext): number =>
      cluster.replica(1).log.producers.producers.values().next().value?.batches.length ?? 0;
    for (const deed of ['kill', 'stop'] as const) {
      const cluster = alone({ producers: [producer('p', { acks: 'all', 'linger.ms': 0 })] });
      sendOneByOne(cluster, 8);
      expect(batches(cluster)).toBe(5);
      cluster[deed](1).runFor(2000).startBroker(1).until('BecameLeader', { broker: 1 });
      expect(batches(cluster)).toBe(1);
    }
  });
});

describe('a disk with an end', () => {
  const small = { disks: { 1: [{ capacity: 3000 }] } } as const;
  /** 1 000 bytes each. */
  const write = (cluster: ClusterTestContext, partition = PARTITION) =>
    cluster.ask(1, produceRequest(1, { sizeBytes: 1000 }, [partition]), 2000);

  test('[DF1] [DF2] a write that finds no room fails the only log directory, and the broker halts; its data stay', () => {
    const cluster = alone(small);
    for (let i = 0; i < 3; i++) expect(write(cluster)).toMatchObject({ partitions: [{ error: 'NONE' }] });
    write(cluster);
    cluster.runFor(10);
    expect(cluster.facts('DiskFull')[0]?.event).toMatchObject({ broker: 1, neededBytes: 1000, freeBytes: 0 });
    expect(cluster.facts('ProduceRefused')[0]?.event).toMatchObject({ error: 'KAFKA_STORAGE_ERROR' });
    expect(cluster.facts('LogDirFailed')).toHaveLength(1);
    expect(cluster.facts('BrokerHalted')).toHaveLength(1);
    expect(cluster.broker(1).hasDiskFailed).toBe(false);
    expect(cluster.broker(1).offlinePartitions.get(PARTITION)?.log.logEndOffset).toBe(3);
  });

  test('[DF3] a start without room fails again; with room it recovers, and goes on', () => {
    const cluster = alone(small);
    for (let i = 0; i < 4; i++) write(cluster);
    cluster.runFor(10).startBroker(1).until('BrokerHalted');
    expect(cluster.facts('DiskFull')).toHaveLength(2);
    expect(cluster.facts('LogRecoveryStarted')).toEqual([]);
    cluster.do({ kind: 'ResizeDisk', broker: 1, logDir: null, capacityBytes: 5000 });
    cluster.startBroker(1).until('LogRecoveryStarted');
    cluster.until('BecameLeader', { broker: 1 });
    expect(end(cluster)).toBe(3);
    for (let i = 0; i < 2; i++) expect(write(cluster)).toMatchObject({ partitions: [{ error: 'NONE' }] });
    write(cluster);
    expect(cluster.facts('DiskFull')).toHaveLength(3);
  });

  test('[DF1] room can be made while it runs, and retention makes some', () => {
    const cluster = alone({
      ...small,
      configs: { 'log.retention.check.interval.ms': 1000 },
      topicConfigs: { 'segment.ms': 1000, 'retention.ms': 3000, 'file.delete.delay.ms': 1000 },
    });
    for (let i = 0; i < 8; i++) {
      expect(write(cluster)).toMatchObject({ partitions: [{ error: 'NONE' }] });
      cluster.runFor(6000);
    }
    for (let i = 0; i < 3; i++) write(cluster);
    cluster.do({ kind: 'ResizeDisk', broker: 1, logDir: null, capacityBytes: null });
    for (let i = 0; i < 5; i++) expect(write(cluster)).toMatchObject({ partitions: [{ error: 'NONE' }] });
    expect(cluster.facts('DiskFull')).toEqual([]);
  });

  test('[DF2] of two log directories the full one goes offline, and the broker serves the other', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      partitions: 2,
      configs: { 'log.dirs': '/data/1,/data/2' },
      disks: { 1: [{ capacity: 2500 }] },
    });
    expect([cluster.replica(1).logDir, cluster.replica(1, 'orders-1').logDir]).toEqual([
      '/data/1',
      '/data/2',
    ]);
    for (let i = 0; i < 4; i++) write(cluster);
    cluster.runFor(1000);
    expect(cluster.facts('DiskFull')[0]?.event).toMatchObject({ logDir: '/data/1', freeBytes: 500 });
    expect(cluster.facts('BrokerHalted')).toEqual([]);
    expect(cluster.leader).not.toBe(1);
    expect(write(cluster)).toMatchObject({ partitions: [{ error: 'KAFKA_STORAGE_ERROR' }] });
    expect(write(cluster, 'orders-1')).toMatchObject({ partitions: [{ error: 'NONE' }] });
    // It comes back with the next process, if there is room by then.
    cluster.do({ kind: 'ResizeDisk', broker: 1, logDir: '/data/1', capacityBytes: 10_000 });
    cluster.stop(1).until('BrokerStopped');
    cluster.startBroker(1).until('LogRecoveryStarted');
    cluster.untilTrue(() => cluster.registration().isr.includes(1));
    expect(end(cluster)).toBe(end(cluster, cluster.leader));
  });

  test('[DF1] [DF2] a follower whose disk is full leaves the ISR, and the leader goes on without it', () => {
    const cluster = new ClusterTestContext({ ...FAST, disks: { 2: [{ capacity: 2500 }] } });
    for (let i = 0; i < 5; i++) write(cluster);
    cluster.until('BrokerHalted', { broker: 2 });
    cluster.until('IsrShrunk');
    cluster.runFor(1000);
    expect(cluster.registration().isr).toEqual([1, 3]);
    expect(cluster.ends(1)).toEqual({ leo: 5, hw: 5 });
  });
});
