import { expect, test } from 'vitest';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { selectCluster, type ClusterModel } from '../clusterModel.ts';
import { whyStatement } from './whyStatements.ts';

const healthy = selectCluster(exampleFrame(EXAMPLE_FRAMES[0]!.name).entities);
const leaderless = selectCluster(exampleFrame('no-leader').entities);
const partition = healthy.partitions[0]!;

function withPartition(changes: Partial<ClusterModel['partitions'][number]>): ClusterModel {
  return { ...healthy, partitions: [{ ...partition, ...changes }] };
}

const says = (cluster: ClusterModel, key: string, aspect: Parameters<typeof whyStatement>[2], elr = true) =>
  whyStatement(cluster, key, aspect, elr)?.lines.join(' ') ?? null;
const KEY = `partition:${partition.name}`;

test('theElrSaysWhoIsInItOrWhyNobodyIs', () => {
  expect(says(withPartition({ isr: [1], elr: [2], effectiveMinIsr: 2 }), KEY, 'elr')).toMatch(
    /^broker 2 left the ISR while it was below min.insync.replicas 2/,
  );
  expect(says(withPartition({ isr: [1, 2], elr: [], effectiveMinIsr: 2 }), KEY, 'elr')).toMatch(
    /^Empty: the ISR has 2 of the 2/,
  );
  expect(says(healthy, KEY, 'elr', false)).toMatch(/eligible.leader.replicas.version is 0/);
});

test('theLastKnownElrSaysWhoLedLast', () => {
  expect(says(withPartition({ lastKnownElr: [3] }), KEY, 'lastKnownElr')).toMatch(/^broker 3 led it last/);
  expect(says(withPartition({ lastKnownElr: [] }), KEY, 'lastKnownElr')).toMatch(/^None is stored/);
});

test('aHighWatermarkSaysWhoHoldsItAndThatItIsFrozenBelowTheMinimum', () => {
  expect(says(healthy, KEY, 'highWatermark')).toMatch(
    /is the least that the leader and all in-sync replicas have/,
  );
  expect(says(withPartition({ isr: [1], effectiveMinIsr: 2 }), KEY, 'highWatermark')).toMatch(
    /It does not move: the ISR has 1 of the 2/,
  );
  const name = leaderless.partitions[0]!.name;
  expect(says(leaderless, `partition:${name}`, 'highWatermark')).toMatch(/nobody leads the partition/);
});

test('aPartitionOfflineSaysWhoWouldEndThat', () => {
  const name = leaderless.partitions[0]!.name;
  expect(says(leaderless, `partition:${name}`, 'leader')).toMatch(/^Nobody leads it. It needs one of broker/);
});

test('lagIsCountedToTheEndThatTheReaderMayRead', () => {
  const consumer = healthy.consumers[0];
  if (consumer === undefined) throw new Error('the frame has no consumer');
  const cluster = {
    ...healthy,
    consumers: [{ ...consumer, positions: [{ partition: 'p-0', position: 78, highWatermark: 120 }] }],
  };
  expect(says(cluster, consumer.key, 'lag')).toBe(
    'p-0: 42 records, from its position 78 to 120, which is the end that this reader may read.',
  );
});

test('theOldestSegmentSaysWhyItIsStillThereAndWhenItGoes', () => {
  const replica = healthy.replicas[0]!;
  const key = `replica:${replica.partition}@${replica.broker}`;
  const segment = {
    baseOffset: 0,
    sizeBytes: 100,
    firstTimestampMs: 0,
    maxTimestampMs: 1000,
    offsetIndexEntries: 0,
    timeIndexEntries: 0,
  };
  const limits = {
    isDeleted: true,
    isCompacted: false,
    retentionMs: 5000,
    retentionBytes: null,
    segmentBytes: 100,
    segmentMs: 1000,
    indexIntervalBytes: 4096,
  };
  const storage = { ...replica.storage, segments: [segment, { ...segment, baseOffset: 10 }], limits };
  const brokers = healthy.brokers.map((broker) => ({
    ...broker,
    clockOffsetMs: 0,
    retentionCheck: { nextUs: 10_000_000, intervalUs: 5_000_000 },
  }));
  const of = (highWatermark: number) => ({
    ...healthy,
    brokers,
    replicas: [{ ...replica, storage, highWatermark, logStartOffset: 0, logEndOffset: 20 }],
  });
  expect(whyStatement(of(20), key, 'deleted', true)).toMatchObject({
    lines: [
      'The segment 0 goes at a check of retention, because its newest record is older than retention.ms.',
    ],
    atUs: 10_000_000,
  });
  expect(says(of(5), key, 'deleted')).toBe('Segment 0 stays: it reaches beyond the high watermark.');
});

test('aCoordinatorThatNobodyKnowsIsSaidToBeMissing', () => {
  const statement = whyStatement(healthy, 'group:nobody', 'coordinator', true);
  expect(statement?.lines.join()).toMatch(/^None is known/);
  expect(statement?.ends).toMatch(/has a leader/);
});
