import { describe, expect, test } from 'vitest';
import {
  EARLIEST_LOCAL_TIMESTAMP,
  EARLIEST_PENDING_UPLOAD_TIMESTAMP,
  EARLIEST_TIMESTAMP,
  LATEST_TIERED_TIMESTAMP,
} from '../../../src/engine/protocol/requests.ts';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  producer,
} from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

/** Segments of two seconds, copied and looked at every second, of which only one second is kept on the disk. */
function tiered(options: ClusterOptions = {}): ClusterTestContext {
  return new ClusterTestContext({
    network: ONE_MS_LINKS,
    times: { ...NO_WORK, brokerStart: '1s', remoteRead: '80ms', remoteCopyPerMiB: '1s' },
    producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    ...options,
    configs: {
      'remote.log.storage.system.enable': true,
      'remote.log.manager.task.interval.ms': 1000,
      'log.retention.check.interval.ms': 1000,
      ...options.configs,
    },
    topicConfigs: {
      'remote.storage.enable': true,
      'segment.ms': 2000,
      'local.retention.ms': 1000,
      'file.delete.delay.ms': 1000,
      ...options.topicConfigs,
    },
  });
}

/** One record each half second. */
function sendFor(cluster: ClusterTestContext, seconds: number): void {
  for (let i = 0; i < 2 * seconds; i++) cluster.send('p').runFor(500);
}

const logOf = (cluster: ClusterTestContext, broker = 1) => cluster.replica(broker).log;

describe('tiered storage', () => {
  test('[TS1] [TS3] closed segments are copied and leave every disk; the log begins where it did', () => {
    const cluster = tiered();
    sendFor(cluster, 12);
    const copied = cluster.facts('SegmentCopied').map(({ event }) => event.baseOffset);
    expect(copied.slice(0, 3)).toEqual([0, 5, 10]);
    for (const broker of [1, 2, 3]) {
      const log = logOf(cluster, broker);
      expect(log.logStartOffset).toBe(0);
      expect(log.localLogStartOffset).toBeGreaterThanOrEqual(10);
      expect(copied).not.toContain(log.activeSegment.baseOffset);
      expect(log.segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(log.sizeBytes);
    }
    expect(cluster.facts('LogStartOffsetIncremented')).toEqual([]);
    expect(cluster.ledger()).toMatchObject({ committed: 24, expired: 0, lost: 0 });
  });

  test('[TS3] nothing leaves the disk that was not copied', () => {
    const cluster = tiered({ configs: { 'remote.log.manager.task.interval.ms': 1_000_000 } });
    sendFor(cluster, 10);
    expect(cluster.facts('SegmentCopied')).toEqual([]);
    expect(cluster.facts('SegmentsDeleted')).toEqual([]);
    expect(logOf(cluster).localLogStartOffset).toBe(0);
  });

  test('[TS3] the active segment is rolled first if it is too old, and leaves the disk once it was copied', () => {
    const cluster = tiered({ topicConfigs: { 'segment.ms': 600_000 } });
    sendFor(cluster, 1);
    cluster.until('SegmentRolled', { broker: 1 });
    expect(logOf(cluster).localLogStartOffset).toBe(0);
    cluster.until('SegmentCopied');
    cluster.until('SegmentsDeleted', { broker: 1 });
    expect(logOf(cluster).localLogStartOffset).toBe(2);
    expect(logOf(cluster).sizeBytes).toBe(0);
  });

  test('[TS5] ListOffsets tells where the disk begins, and where remote storage ends', () => {
    const ask = (cluster: ClusterTestContext, timestamp: number): number => {
      const answer = cluster.ask(1, {
        kind: 'ListOffsetsRequest',
        replicaId: -1,
        partitions: [{ topicPartition: PARTITION, timestamp, currentLeaderEpoch: null }],
      });
      return answer?.kind === 'ListOffsetsResponse' ? (answer.partitions[0]?.offset ?? NaN) : NaN;
    };
    const cluster = tiered();
    sendFor(cluster, 1);
    expect(
      [EARLIEST_LOCAL_TIMESTAMP, LATEST_TIERED_TIMESTAMP, EARLIEST_PENDING_UPLOAD_TIMESTAMP].map((of) =>
        ask(cluster, of),
      ),
    ).toEqual([0, -1, 0]);
    sendFor(cluster, 11);
    const { localLogStartOffset, activeSegment } = logOf(cluster);
    expect(localLogStartOffset).toBeGreaterThan(0);
    const copied = cluster.facts('SegmentCopied').length;
    const next = logOf(cluster).segments.find(({ baseOffset }) => baseOffset === 5 * copied) ?? activeSegment;
    expect(ask(cluster, EARLIEST_TIMESTAMP)).toBe(0);
    expect(ask(cluster, EARLIEST_LOCAL_TIMESTAMP)).toBe(localLogStartOffset);
    expect(ask(cluster, LATEST_TIERED_TIMESTAMP)).toBe(next.baseOffset - 1);
    expect(ask(cluster, EARLIEST_PENDING_UPLOAD_TIMESTAMP)).toBe(next.baseOffset);
    const local = tiered({ topicConfigs: { 'remote.storage.enable': false } });
    sendFor(local, 1);
    expect(ask(local, LATEST_TIERED_TIMESTAMP)).toBe(-1);
    expect(ask(local, EARLIEST_PENDING_UPLOAD_TIMESTAMP)).toBe(-1);
  });

  test('[TS2] a consumer reads from the beginning, slower where the disk has nothing any more', () => {
    const cluster = tiered({ consumers: [] });
    sendFor(cluster, 10);
    const { localLogStartOffset } = logOf(cluster);
    const fetch = (fetchOffset: number): number => {
      const fromMs = cluster.nowMs;
      const answer = cluster.ask(1, {
        kind: 'FetchRequest',
        replicaId: -1,
        replicaEpoch: -1,
        maxWaitMs: 500,
        minBytes: 1,
        maxBytes: 1_000_000,
        clientId: '',
        rackId: '',
        sessionId: 0,
        sessionEpoch: -1,
        partitions: [
          {
            topicPartition: PARTITION,
            fetchOffset,
            currentLeaderEpoch: 0,
            lastFetchedEpoch: -1,
            logStartOffset: -1,
            maxBytes: 1_000_000,
          },
        ],
        forgotten: [],
      });
      if (answer?.kind !== 'FetchResponse') return expect.fail('no answer');
      expect(answer.partitions[0]).toMatchObject({ error: 'NONE' });
      expect(answer.partitions[0]?.batches[0]?.baseOffset).toBe(fetchOffset);
      return cluster.nowMs - fromMs;
    };
    const fromDiskMs = fetch(localLogStartOffset);
    expect(fetch(0) - fromDiskMs).toBeCloseTo(80);
  });

  test('[TS2] a consumer that begins at the start of the log gets every record', () => {
    const cluster = tiered({ consumers: [consumer('c', { 'auto.offset.reset': 'earliest' })] });
    cluster.do({ kind: 'KillClient', client: 'consumer:c' });
    sendFor(cluster, 8);
    cluster.do({ kind: 'StartClient', client: 'consumer:c' }).runFor(3000);
    expect(cluster.position('c')).toBe(16);
    expect(cluster.ledger()).toMatchObject({ read: 16 });
  });

  test('[TS4] remote storage keeps to retention.ms, and the log start of all replicas follows', () => {
    const cluster = tiered({ topicConfigs: { 'retention.ms': 6000 } });
    sendFor(cluster, 20);
    const { logStartOffset, localLogStartOffset } = logOf(cluster);
    expect(logStartOffset).toBeGreaterThanOrEqual(20);
    expect(localLogStartOffset).toBeGreaterThan(logStartOffset);
    expect(cluster.facts('RemoteSegmentsDeleted')[0]?.event).toMatchObject({
      reason: 'RetentionMsBreach',
      baseOffsets: [0],
    });
    const starts = (): number[] => [1, 2, 3].map((broker) => logOf(cluster, broker).logStartOffset);
    cluster.untilTrue(() => new Set(starts()).size === 1, 1000);
    const { expired, lost } = cluster.ledger();
    expect({ expired, lost }).toEqual({ expired: logOf(cluster).logStartOffset, lost: 0 });
  });

  test('[TS1] a new leader goes on copying where the last one stopped, and serves what is remote', () => {
    const cluster = tiered();
    sendFor(cluster, 8);
    cluster.kill(1).until('BecameLeader', { broker: 2 });
    sendFor(cluster, 8);
    const copied = cluster.facts('SegmentCopied').map(({ event }) => event.baseOffset);
    expect(copied).toEqual([...new Set(copied)].sort((a, b) => a - b));
    expect(cluster.facts('SegmentCopied', { broker: 2 }).length).toBeGreaterThan(0);
    cluster.startBroker(1).untilTrue(() => cluster.registration().isr.includes(1));
    expect(logOf(cluster).logStartOffset).toBe(0);
    expect(cluster.ledger()).toMatchObject({ lost: 0, expired: 0 });
  });

  test('[TS3] without remote.log.storage.system.enable a topic has no remote storage', () => {
    const cluster = tiered({ configs: { 'remote.log.storage.system.enable': false } });
    sendFor(cluster, 6);
    expect(cluster.facts('SegmentCopied')).toEqual([]);
    expect(logOf(cluster).localLogStartOffset).toBe(0);
  });
});
