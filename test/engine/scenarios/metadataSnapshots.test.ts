import { describe, expect, test } from 'vitest';
import { kafkaRules } from '../../../src/engine/rules/kafkaRules.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, producer } from '../ClusterTestContext.ts';
import '../equalState.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

/** A snapshot every 50 records, some 25 s of an idle cluster; nothing is kept beyond the newest. */
const SNAPSHOTS = {
  'metadata.log.max.record.bytes.between.snapshots': 3000,
  'metadata.max.retention.bytes': 2000,
};
const THREE: ClusterOptions = {
  network: ONE_MS_LINKS,
  times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' },
  controllers: [101, 102, 103],
  configs: SNAPSHOTS,
  lawInterval: 1,
};

function logOf(cluster: ClusterTestContext, controller: number) {
  return cluster.controllerNode(controller).raft.log;
}

function expectSameImages(cluster: ClusterTestContext): void {
  const images = () => [101, 102, 103].map((id) => cluster.controllerNode(id).image);
  // The active one is ahead by what it has decided and not committed.
  cluster.untilTrue(() => new Set(images().map(({ lastOffset }) => lastOffset)).size === 1);
  for (const image of images()) expect(image).toEqual(cluster.controller.image);
}

describe('making snapshots', () => {
  test('[Q12] every controller makes its own after enough records, and the image in it is the committed one', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(40_000);
    for (const controller of [101, 102, 103]) {
      const { event } = cluster.facts('MetadataSnapshotCreated', { controller })[0]!;
      expect(event).toMatchObject({ epoch: 1, reason: 'MaxBytes' });
      expect(event.endOffset).toBeGreaterThanOrEqual(50);
      expect(event.endOffset).toBeLessThan(60);
      expect(logOf(cluster, controller).snapshots[0]).toMatchObject({ endOffset: event.endOffset });
    }
    // By default 20 MiB and an hour are far away.
    const calm = new ClusterTestContext({ ...THREE, configs: {} }).runUntil(40_000);
    expect(calm.facts('MetadataSnapshotCreated')).toEqual([]);
  });

  test('[Q12] or after the interval, with the next record that is committed; 0 is never', () => {
    const configs = { 'metadata.log.max.snapshot.interval.ms': 10_000 };
    const cluster = new ClusterTestContext({ ...THREE, configs }).runUntil(35_000);
    const reasons = cluster
      .facts('MetadataSnapshotCreated', { controller: 102 })
      .map(({ event }) => event.reason);
    expect(reasons).toEqual(['MaxInterval', 'MaxInterval', 'MaxInterval']);
    const never = { 'metadata.log.max.snapshot.interval.ms': 0 };
    expect(
      new ClusterTestContext({ ...THREE, configs: never }).runUntil(35_000).facts('MetadataSnapshotCreated'),
    ).toEqual([]);
  });

  test('[Q12] once a minute the oldest go, and the log begins at the newest that is left', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(59_000);
    expect(logOf(cluster, 101).startOffset).toBe(0);
    expect(logOf(cluster, 101).snapshots.length).toBeGreaterThan(1);
    cluster.runUntil(61_000);
    const { startOffset, snapshots, endOffset } = logOf(cluster, 101);
    expect(snapshots).toHaveLength(1);
    expect(startOffset).toBe(snapshots[0]!.endOffset);
    expect(endOffset).toBeGreaterThan(startOffset);
    const cleaned = cluster.facts('MetadataLogCleaned', { controller: 101 }).map(({ event }) => event);
    expect(cleaned).toMatchObject([{ from: 0, to: startOffset }]);
  });
});

describe('fetching snapshots', () => {
  test('[Q12] [Q11] a voter that was away for longer than the log reaches back fetches the snapshot, then goes on', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(5000).killController(103);
    cluster.runUntil(8000).alterTopic({ 'min.insync.replicas': '2' });
    cluster.runUntil(65_000);
    const leader = logOf(cluster, 101);
    expect(leader.startOffset).toBeGreaterThan(logOf(cluster, 103).endOffset);
    cluster.startController(103);
    const { event } = cluster.until('MetadataSnapshotFetched', { node: 'controller:103' });
    expect(event).toMatchObject({ leader: 101, logEndOffset: logOf(cluster, 103).endOffset });
    cluster.until('MetadataSnapshotLoaded', { node: 'controller:103', endOffset: event.endOffset });
    expect(logOf(cluster, 103).startOffset).toBe(event.endOffset);
    cluster.runFor(2000);
    expectSameImages(cluster);
    expect(cluster.controllerNode(103).image.topicConfigs.get('orders')?.get('min.insync.replicas')).toBe(
      '2',
    );
    // It counts again: with it alone beside the leader the quorum goes on.
    const end = cluster.killController(102).controllerNode(101).raft.committedEnd;
    cluster.runFor(5000);
    expect(cluster.activeController).toBe(101);
    expect(cluster.controllerNode(101).raft.committedEnd).toBeGreaterThan(end + 5);
  });

  test('[Q12] [Q14] a voter that came back by a snapshot may lead, and gives the log on from there', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(5000).killController(103).runUntil(65_000);
    cluster.startController(103).until('MetadataSnapshotLoaded', { node: 'controller:103' });
    cluster.runFor(3000).killController(101).runFor(500).killController(102).runFor(500).startController(101);
    cluster.untilTrue(() => cluster.activeController !== null);
    cluster.runFor(2000).alterTopic({ 'min.insync.replicas': '2' }).runFor(2000).startController(102);
    cluster.runFor(8000);
    expectSameImages(cluster);
    expect(cluster.facts('BrokerFenced')).toEqual([]);
  });

  test('[Q12] [Q13] a broker that was away loads the snapshot: of a deleted topic it deletes the log, of a changed one it knows', () => {
    const cluster = new ClusterTestContext({
      ...THREE,
      brokers: 3,
      producers: [producer('p', { acks: '1' }, '5/s')],
    }).runUntil(5000);
    cluster.do({
      kind: 'CreateTopic',
      topic: 'short',
      partitions: 1,
      replicationFactor: 3,
      replicas: null,
      configs: {},
    });
    cluster.runFor(2000).kill(3).runFor(12_000);
    cluster.do({ kind: 'DeleteTopic', topic: 'short' });
    cluster.alterTopic({ 'min.insync.replicas': '2' });
    cluster.runUntil(70_000);
    expect(cluster.broker(3).partitions.has('short-0')).toBe(true);
    cluster.startBroker(3).until('MetadataSnapshotLoaded', { node: 'broker:3' });
    cluster.until('BrokerUnfenced', { broker: 3 });
    cluster.runFor(3000);
    expect(cluster.broker(3).partitions.has('short-0')).toBe(false);
    expect(cluster.broker(3).image).toEqual(cluster.broker(1).image);
    expect(cluster.registration().isr).toContain(3);
  });

  test('[Q12] [Q13] a broker that stood still beside its controllers acts upon the snapshot as upon records', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(5000);
    for (const id of [101, 102, 103]) cluster.cutLink('broker:1', `controller:${id}`);
    cluster.until('LeaderElected', { leader: 2 });
    cluster.runUntil(65_000);
    expect(cluster.broker(1).partitions.get('orders-0')?.leader).not.toBe(null);
    for (const id of [101, 102, 103]) cluster.mendLink('broker:1', `controller:${id}`);
    cluster.until('MetadataSnapshotLoaded', { node: 'broker:1' });
    cluster.runFor(5000);
    expect(cluster.broker(1).partitions.get('orders-0')?.leader).toBe(null);
    expect(cluster.registration()).toMatchObject({ leader: 2 });
    expect(cluster.registration().isr).toContain(1);
  });

  test('[Q12] whoever has nothing gets the snapshot, though the leader still has all records', () => {
    const cluster = new ClusterTestContext({ ...THREE, brokers: 4, fresh: [4] }).runUntil(35_000);
    expect(logOf(cluster, 101).startOffset).toBe(0);
    cluster.startBroker(4).until('MetadataSnapshotLoaded', { node: 'broker:4' });
    cluster.until('BrokerUnfenced', { broker: 4 });
    cluster.runFor(1000);
    expect(cluster.broker(4).image).toEqual(cluster.broker(1).image);
  });

  test('[Q12] a process that starts reads its newest snapshot and the records after it, and nothing is fetched', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(70_000).killController(102).runFor(1000);
    const { image } = cluster.controllerNode(102);
    cluster.startController(102).until('MetadataSnapshotLoaded', { node: 'controller:102' });
    cluster.runFor(3000);
    expect(cluster.facts('MetadataSnapshotFetched')).toEqual([]);
    expect(cluster.controllerNode(102).image.lastOffset).toBeGreaterThan(image.lastOffset);
    expectSameImages(cluster);
  });

  test('[Q12] [combined-roles] a broker reads the snapshot of the controller in its own process', () => {
    const cluster = new ClusterTestContext({ ...THREE, controllers: [1, 2, 3] }).runUntil(5000).kill(3);
    cluster.runUntil(65_000).startBroker(3);
    cluster.until('MetadataSnapshotLoaded', { node: 'controller:3' });
    cluster.until('MetadataSnapshotLoaded', { node: 'broker:3' });
    cluster.until('BrokerUnfenced', { broker: 3 });
    cluster.runFor(2000);
    expect(cluster.broker(3).image).toEqual(cluster.broker(1).image);
  });

  test('[Q12] a leader that sends nobody to its snapshot leaves the voter behind for good', () => {
    const rules = { needsSnapshot: () => false };
    const cluster = new ClusterTestContext({ ...THREE, rules, lawInterval: Infinity }).runUntil(5000);
    cluster.killController(103).runUntil(65_000).startController(103).runFor(10_000);
    expect(kafkaRules.needsSnapshot(0, 0, 0, { endOffset: 5, epoch: 1 })).toBe(true);
    expect(cluster.facts('MetadataSnapshotFetched')).toEqual([]);
    expect(cluster.controllerNode(103).image.lastOffset).toBeLessThan(logOf(cluster, 101).startOffset);
  });
});
