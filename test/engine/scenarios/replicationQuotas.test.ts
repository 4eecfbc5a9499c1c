import { describe, expect, test } from 'vitest';
import type { FileConfigs } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, PARTITION } from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

/** Broker 3 has 10 MB to catch up with, in batches of 110 kB; returns how long that takes. */
function catchUpMs(configs: FileConfigs, topicConfigs: FileConfigs): number {
  const cluster = new ClusterTestContext({
    ...FAST,
    initial: { records: 100_000, isr: [1, 2], replicas: { '3': { logEndOffset: 0 } } },
    configs: { 'replica.fetch.response.max.bytes': 1_000_000, ...configs },
    topicConfigs,
    lawInterval: 200,
  });
  cluster.until('IsrExpanded', { added: [3] });
  expect(cluster.ends(3).leo).toBe(100_000);
  return cluster.nowMs;
}

describe('replication quotas', () => {
  test('[QR1] without a throttle a follower catches up as fast as it can', () => {
    expect(catchUpMs({}, {})).toBeLessThan(100);
    expect(catchUpMs({ 'leader.replication.throttled.rate': 500_000 }, {})).toBeLessThan(100);
  });

  test('[QR1] the leader holds back a follower out of sync to its rate', () => {
    const configs = { 'leader.replication.throttled.rate': 500_000 };
    const tookMs = catchUpMs(configs, { 'leader.replication.throttled.replicas': '0:1' });
    expect(tookMs).toBeGreaterThan(15_000);
    expect(tookMs).toBeLessThan(30_000);
    // Another broker's replicas: no throttle here.
    expect(catchUpMs(configs, { 'leader.replication.throttled.replicas': '0:2' })).toBeLessThan(100);
  });

  test('[QR1] the follower holds itself back', () => {
    const configs = { 'follower.replication.throttled.rate': 500_000 };
    const tookMs = catchUpMs(configs, { 'follower.replication.throttled.replicas': '*' });
    expect(tookMs).toBeGreaterThan(15_000);
    expect(tookMs).toBeLessThan(30_000);
  });

  test('[QR1] a member of the ISR is never throttled by its leader', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      configs: { 'leader.replication.throttled.rate': 1, 'replica.lag.time.max.ms': 3000 },
      topicConfigs: { 'leader.replication.throttled.replicas': '*' },
      producers: [
        {
          'client.id': 'p',
          configs: { acks: 'all' },
          workload: { topic: 'orders', arrivals: { constant: '100/s' }, key: null },
        },
      ],
    }).runUntil(10_000);
    expect(cluster.registration(PARTITION).isr).toEqual([1, 2, 3]);
    expect(cluster.ends(3).leo).toBeGreaterThan(900);
  });
});
