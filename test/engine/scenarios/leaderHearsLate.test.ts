import { expect, test } from 'vitest';
import { allInvariants } from '../../../src/engine/invariants/allInvariants.ts';
import { expectPresent } from '../../../src/shared/assert.ts';
import {
  ClusterTestContext,
  ONE_MS_LINKS,
  NO_WORK,
  PARTITION,
  producer,
  TOPIC,
} from '../ClusterTestContext.ts';

const CONTROLLERS = [101, 102, 103];

/** What the laws of a session find that knows nothing of its past. */
function brokenAt(cluster: ClusterTestContext): string[] {
  return allInvariants().flatMap((law) => law.check(cluster.run.cluster) ?? []);
}

const AS_BEFORE = { jitterUs: 0, bandwidthBitsPerSecond: null, lossPercent: 0 } as const;

test('[raised-minimum-race] an answer to AlterPartition overtakes the raise of the minimum: a record is acknowledged that an eligible replica lacks, and lost with its election', () => {
  const cluster = new ClusterTestContext({
    network: ONE_MS_LINKS,
    times: NO_WORK,
    controllers: CONTROLLERS,
    minIsr: 2,
    configs: { 'replica.lag.time.max.ms': 4000 },
    producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
  });
  cluster.runUntil(1000).cutLink('broker:1', 'broker:3').send('p');
  cluster.untilTrue(() => cluster.replica(1).leader?.isrState.kind === 'PendingShrinkIsr');
  cluster.do({ kind: 'AlterTopicConfigs', topic: TOPIC, configs: { 'min.insync.replicas': '3' } });
  cluster.until('IsrShrunk');
  // To the controller two are too few: whoever left may still lead.
  expect(cluster.registration()).toMatchObject({ isr: [1, 2], elr: [3] });
  cluster.until('HighWatermarkAdvanced', { role: 'leader', to: 1 });
  expect(cluster.broker(1).image.topicConfig(TOPIC, 'min.insync.replicas')).toBe('2');
  cluster.until('RecordsAcknowledged');
  expect(brokenAt(cluster)).toEqual([]);
  cluster.runFor(600);
  expect(brokenAt(cluster)).toEqual([]);
  expect([cluster.ends(1), cluster.ends(3)]).toEqual([
    { leo: 1, hw: 1 },
    { leo: 0, hw: 0 },
  ]);
  cluster.kill(1).kill(2).until('LeaderElected', { leader: 3, clean: true });
  cluster.until('BecameLeader', { broker: 3 });
  expect(cluster.ends(3).leo).toBe(0);
  cluster.mendLink('broker:1', 'broker:3').startBroker(1).startBroker(2);
  cluster.runFor(5000);
  expect(cluster.facts('LogTruncated', { partition: PARTITION, to: 0 }).length).toBe(2);
  expect(brokenAt(cluster)).toEqual([]);
  expect(cluster.ledger()).toMatchObject({ acked: 1, lostAfterAck: 1 });
});

test('[forgotten-proposal-race] metadata that an answer overtook make a leader forget whom it asked for: the newcomer lacks what is acknowledged meanwhile, and it is lost with its election', () => {
  const cluster = new ClusterTestContext({
    network: ONE_MS_LINKS,
    times: NO_WORK,
    controllers: CONTROLLERS,
    replicas: [1, 3],
    minIsr: 1,
    configs: {
      'replica.lag.time.max.ms': 4000,
      'broker.session.timeout.ms': 6000,
      'broker.heartbeat.interval.ms': 500,
    },
    producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
  });
  const role = () => expectPresent(cluster.replica(1).leader, 'a leader');
  const slowLink = (from: string, to: string, latencyUs: number) =>
    cluster.do({ kind: 'SlowLink', between: [from, to], direction: 'forward', latencyUs, ...AS_BEFORE });
  cluster.runUntil(1000).do({ kind: 'PauseProcess', node: 'broker:3', forUs: null }).send('p');
  cluster.until('IsrShrunk', { isr: [1] });
  slowLink('controller:101', 'broker:1', 1_000_000);
  cluster.until('BrokerFenced', { broker: 3 });
  // The answer is there; of the metadata records only those of the shrink, and not yet that they are committed.
  cluster.untilTrue(() => role().partitionEpoch === 1).runFor(5);
  slowLink('broker:1', 'controller:101', 1_200_000);
  cluster.do({ kind: 'ResumeProcess', node: 'broker:3' });
  cluster.untilTrue(() => role().isrState.kind === 'PendingExpandIsr');
  cluster.cutLink('broker:1', 'broker:3').send('p');
  cluster.until('BrokerUnfenced', { broker: 3 });
  cluster.runFor(500);
  expect(cluster.ends(1)).toEqual({ leo: 2, hw: 1 });
  cluster.untilTrue(() => role().isrState.kind === 'CommittedPartitionState');
  expect(role()).toMatchObject({ partitionEpoch: 1, isrState: { isr: [1] } });
  expect(cluster.broker(1).image.brokers.get(3)?.fenced).toBe(true);
  expect(cluster.ends(1)).toEqual({ leo: 2, hw: 2 });
  cluster.until('IsrExpanded', { isr: [1, 3] });
  expect(brokenAt(cluster)).toEqual([]);
  expect(cluster.ends(3).leo).toBe(1);
  cluster.kill(1).until('LeaderElected', { leader: 3, clean: true });
  cluster.until('BecameLeader', { broker: 3, startOffset: 1 });
  cluster.mendLink('broker:1', 'controller:101').mendLink('broker:1', 'broker:3').startBroker(1);
  cluster.until('LogTruncated', { broker: 1, from: 2, to: 1, reason: 'DivergingEpoch' });
  expect(cluster.ledger()).toMatchObject({ acked: 2, lostAfterAck: 1 });
});
