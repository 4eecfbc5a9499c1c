import { describe, expect, test } from 'vitest';
import { EARLIEST_TIMESTAMP } from '../../../src/engine/protocol/requests.ts';
import { recordCountOf, runsOf } from '../../../src/engine/storage/BatchContents.ts';
import { ClusterTestContext, consumer, NO_WORK, ONE_MS_LINKS, PARTITION } from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';
import type { TraceEvent, TraceKind } from '../../../src/shared/traceEvents.ts';
import type { FileProducer } from '../../../src/scenario/ScenarioFile.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
/** Segments of little more than 2 s, cleaned at every chance. */
const COMPACTED = {
  'cleanup.policy': 'compact',
  'segment.ms': 2000,
  'min.cleanable.dirty.ratio': 0,
  'delete.retention.ms': 60_000,
} as const;

/** A producer of records with the keys k-0, k-1, … in turn; each tombstoneEvery-th has no value. */
function keyed(clientId: string, keys: number, tombstoneEvery: number | null = null): FileProducer {
  return {
    'client.id': clientId,
    configs: { acks: 'all', 'linger.ms': 5 },
    workload: { topic: 'orders', arrivals: null, key: 'k-{n}', keys, tombstoneEvery, valueBytes: '100 B' },
  };
}

function compacted(options: ClusterOptions = {}, underAllLaws = false): ClusterTestContext {
  return new ClusterTestContext({
    ...FAST,
    ...(underAllLaws ? {} : { lawInterval: Infinity }),
    topicConfigs: COMPACTED,
    producers: [keyed('p', 10)],
    ...options,
    configs: {
      'broker.session.timeout.ms': 60_000,
      'log.cleaner.backoff.ms': 5000,
      'log.retention.check.interval.ms': 5000,
      ...options.configs,
    },
  });
}

/** A batch a second. */
function sendFor(cluster: ClusterTestContext, seconds: number, records: number, client = 'p'): void {
  for (let i = 0; i < seconds; i++) cluster.send(client, records).runFor(1000);
}

function events<Kind extends TraceKind>(
  cluster: ClusterTestContext,
  kind: Kind,
  where: Record<string, string | number> = {},
): Extract<TraceEvent, { kind: Kind }>[] {
  return cluster.facts(kind, where as never).map(({ event }) => event);
}

/** Offsets of the records that a broker has. */
function offsets(cluster: ClusterTestContext, broker: number): number[] {
  return cluster
    .batchesIn(broker)
    .flatMap((batch) =>
      runsOf(batch).flatMap(([first, end]) =>
        Array.from({ length: end - first }, (_, i) => batch.baseOffset + first + i),
      ),
    );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe('a compacted topic', () => {
  test('[CL1] [CL5] keeps the newest record of each key, at its offset, and all of the active segment', () => {
    // Under all laws, after every event.
    const cluster = compacted({}, true);
    sendFor(cluster, 12, 10);
    cluster.runFor(10_000);
    for (const broker of [1, 2, 3]) {
      const { log } = cluster.replica(broker);
      const { baseOffset } = log.activeSegment;
      expect(baseOffset).toBeGreaterThanOrEqual(90);
      // Ten keys, each once in what was cleaned: the ten records before the active segment.
      expect(offsets(cluster, broker)).toEqual(range(baseOffset - 10, 120));
      expect([log.logStartOffset, log.highWatermark, log.logEndOffset]).toEqual([0, 120, 120]);
      expect(log.cleanerCheckpoint).toBe(baseOffset);
      expect(log.segments.map((segment) => segment.baseOffset)).toEqual([0, baseOffset]);
      expect(log.sizeBytes).toBe(
        cluster.batchesIn(broker).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      );
    }
    // Each broker cleans for itself.
    expect(new Set(events(cluster, 'LogCleaned').map(({ broker }) => broker))).toEqual(new Set([1, 2, 3]));
    expect(cluster.ledger()).toMatchObject({ lost: 0, lostAfterAck: 0 });
  });

  test('[CL2] [CL4] says what it did, and the old files go a minute later', () => {
    const cluster = compacted({ brokers: 1, topicConfigs: { ...COMPACTED, 'file.delete.delay.ms': 60_000 } });
    sendFor(cluster, 12, 10);
    cluster.runFor(10_000);
    const cleaned = events(cluster, 'LogCleaned', { broker: 1 });
    const [first] = cleaned;
    expect(first).toMatchObject({ firstDirtyOffset: 0, segmentsAfter: 1, tombstonesRemoved: 0 });
    cleaned.slice(1).forEach((row, i) => {
      expect(row.firstDirtyOffset).toBe(cleaned[i]?.endOffset);
    });
    expect(events(cluster, 'LogCleaningStarted')).toHaveLength(cleaned.length);
    expect(cluster.replica(1).log.deletedSegments.length).toBeGreaterThan(1);
    cluster.runFor(60_000);
    expect(cluster.replica(1).log.deletedSegments).toEqual([]);
  });

  test('[CL2] waits for the dirty ratio, or for max.compaction.lag.ms', () => {
    const topicConfigs = { ...COMPACTED, 'min.cleanable.dirty.ratio': 1 };
    const cluster = compacted({ brokers: 1, topicConfigs });
    sendFor(cluster, 6, 10);
    cluster.runFor(20_000);
    expect(events(cluster, 'LogCleaned')).toEqual([]);
    cluster.alterTopic({ 'max.compaction.lag.ms': '5000' }).runFor(6000);
    expect(events(cluster, 'LogCleaningStarted', { broker: 1 })).toMatchObject([{ isForced: true }]);
    expect(events(cluster, 'LogCleaned')).toHaveLength(1);
  });

  test('[CL1] min.compaction.lag.ms keeps what is young', () => {
    const topicConfigs = { ...COMPACTED, 'min.compaction.lag.ms': 30_000 };
    const cluster = compacted({ brokers: 1, topicConfigs });
    sendFor(cluster, 12, 10);
    cluster.runFor(10_000);
    expect(offsets(cluster, 1)).toEqual(range(0, 120));
    cluster.runFor(30_000);
    expect(offsets(cluster, 1).length).toBeLessThan(50);
  });

  test('[CL6] tombstones go in a later pass, delete.retention.ms after the first, and only if something new is dirty', () => {
    const cluster = compacted({
      brokers: 1,
      producers: [keyed('p', 10), keyed('deleter', 10, 1)],
    });
    sendFor(cluster, 3, 10);
    sendFor(cluster, 3, 10, 'deleter');
    sendFor(cluster, 4, 1, 'p');
    cluster.runFor(6000);
    const tombstones = () =>
      cluster.batchesIn(1).reduce((sum, { contents }) => sum + (contents?.tombstones.length ?? 0), 0);
    // The last ten deletes are the newest of their keys, but for those that have been written again since.
    const kept = tombstones();
    expect(kept).toBeGreaterThan(5);
    const horizons = cluster.batchesIn(1).flatMap(({ contents }) => contents?.deleteHorizonMs ?? []);
    expect(horizons.length).toBeGreaterThan(0);
    // A quiet topic keeps them for ever.
    cluster.runFor(300_000);
    expect(tombstones()).toBe(kept);
    sendFor(cluster, 6, 1, 'p');
    cluster.runFor(6000);
    expect(tombstones()).toBe(0);
    expect(events(cluster, 'LogCleaned').some(({ tombstonesRemoved }) => tombstonesRemoved > 0)).toBe(true);
  });

  test('[CL5] the last batch of a producer stays, empty, for its sequence number', () => {
    const cluster = compacted({ brokers: 1, producers: [keyed('p', 10), keyed('other', 10)] });
    sendFor(cluster, 1, 10, 'other');
    sendFor(cluster, 12, 10);
    cluster.runFor(6000);
    const [first] = cluster.batchesIn(1);
    expect(first).toMatchObject({ baseOffset: 0, count: 10, sizeBytes: 61 });
    expect(first && recordCountOf(first)).toBe(0);
    // It sends on without a gap in its sequence.
    sendFor(cluster, 1, 10, 'other');
    expect(cluster.facts('ProduceRefused')).toEqual([]);
    expect(cluster.ledger()).toMatchObject({ lostAfterAck: 0 });
  });

  test('[CL8] a consumer reads over the gaps, and a new follower copies them', () => {
    const cluster = compacted({ brokers: 2, stopped: [2], consumers: [consumer('late')], minIsr: 1 });
    sendFor(cluster, 12, 10);
    cluster.runFor(10_000);
    const expected = offsets(cluster, 1);
    expect(expected.length).toBeLessThan(60);
    cluster.startBroker(2).runFor(10_000);
    expect(offsets(cluster, 2)).toEqual(expected);
    expect(cluster.replica(2).log.logEndOffset).toBe(120);
    expect(cluster.position('late')).toBe(120);
    const found = cluster.replica(1).log.lookUpOffset(3);
    expect(found.found?.batch.baseOffset).toBe(cluster.batchesIn(1)[0]?.baseOffset);
    const earliest = cluster.ask(1, {
      kind: 'ListOffsetsRequest',
      replicaId: -1,
      partitions: [
        {
          topicPartition: PARTITION,
          timestamp: EARLIEST_TIMESTAMP,
          currentLeaderEpoch: cluster.registration().leaderEpoch,
        },
      ],
    });
    expect(earliest).toMatchObject({ partitions: [{ error: 'NONE', offset: 0 }] });
  });

  test('[compacted-keys] refuses a batch with a record without a key', () => {
    const plain: FileProducer = {
      'client.id': 'p',
      configs: { acks: 'all', 'linger.ms': 5 },
      workload: { topic: 'orders', arrivals: null, key: null },
    };
    const cluster = compacted({ producers: [plain] });
    cluster.send('p', 5).runFor(2000);
    expect(events(cluster, 'ProduceRefused')).toMatchObject([{ error: 'INVALID_RECORD' }]);
    expect(cluster.replica(1).log.logEndOffset).toBe(0);
    cluster.alterTopic({ 'cleanup.policy': 'delete' }).runFor(1000);
    cluster.send('p', 5).runFor(2000);
    expect(cluster.replica(1).log.logEndOffset).toBe(5);
  });

  test('[CL2] [RE1] compact,delete: the cleaner threads delete by retention too', () => {
    const topicConfigs = { ...COMPACTED, 'cleanup.policy': 'compact,delete', 'retention.ms': 20_000 };
    const cluster = compacted({ topicConfigs, configs: { 'log.retention.check.interval.ms': 300_000 } });
    sendFor(cluster, 12, 10);
    cluster.runFor(10_000);
    expect(events(cluster, 'LogCleaned').length).toBeGreaterThan(0);
    cluster.runFor(30_000);
    for (const broker of [1, 2, 3]) expect(cluster.replica(broker).log.logStartOffset).toBe(120);
    expect(cluster.ledger()).toMatchObject({ lost: 0, lostAfterAck: 0, expired: 120 });
  });

  test('[CL3] a map that is full ends the pass, and the next one goes on from there', () => {
    // Room for 4 keys: 0.9 of 5 slots of 24 bytes.
    const configs = { 'log.cleaner.dedupe.buffer.size': 120 };
    const cluster = compacted({ brokers: 1, configs });
    sendFor(cluster, 12, 10);
    cluster.runFor(10_000);
    const cleaned = events(cluster, 'LogCleaned');
    expect(cleaned.length).toBeGreaterThan(10);
    for (const { firstDirtyOffset, endOffset } of cleaned)
      expect(endOffset).toBeGreaterThan(firstDirtyOffset);
    expect(cluster.replica(1).log.cleanerCheckpoint).toBe(cluster.replica(1).log.activeSegment.baseOffset);
  });

  test('[CL1] the checkpoint outlives a kill, and falls when the log is cut below it', () => {
    const cluster = compacted();
    sendFor(cluster, 12, 10);
    cluster.runFor(10_000);
    const { log } = cluster.replica(2);
    const checkpoint = log.cleanerCheckpoint;
    expect(checkpoint).toBeGreaterThan(0);
    cluster.kill(2).runFor(1000).startBroker(2).runFor(10_000);
    expect(cluster.replica(2).log.cleanerCheckpoint).toBe(checkpoint);
    cluster.replica(2).log.truncateTo(45, 0);
    expect(cluster.replica(2).log.logEndOffset).toBe(45);
    expect(cluster.replica(2).log.cleanerCheckpoint).toBe(0);
  });

  test('[CL2] without a cleaner nothing is cleaned, nor deleted', () => {
    const topicConfigs = { ...COMPACTED, 'cleanup.policy': 'compact,delete', 'retention.ms': 5000 };
    const cluster = compacted({
      brokers: 1,
      topicConfigs,
      brokerConfigs: { 1: { 'log.cleaner.enable': false } },
    });
    sendFor(cluster, 6, 10);
    cluster.runFor(30_000);
    expect(offsets(cluster, 1)).toEqual(range(0, 60));
  });
});
