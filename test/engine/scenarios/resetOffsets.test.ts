import { describe, expect, test } from 'vitest';
import { describeGroups } from '../../../src/engine/cluster/describeGroups.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

/** A group of one member that has read and committed 100 records, and stopped. */
function readAndStopped(protocol: 'classic' | 'consumer'): ClusterTestContext {
  const cluster = new ClusterTestContext({
    brokers: 1,
    replicas: [1],
    partitions: 2,
    initial: { records: 100 },
    configs: {
      'offsets.topic.num.partitions': 1,
      'offsets.topic.replication.factor': 1,
      'group.initial.rebalance.delay.ms': 0,
    },
    consumers: [
      {
        'client.id': 'reader',
        configs: { 'group.id': 'g', 'group.protocol': protocol, 'auto.offset.reset': 'earliest' },
        subscribe: ['orders'],
      },
    ],
  });
  return cluster.runUntil(3000);
}

describe.each(['classic', 'consumer'] as const)('[reset-offsets] under group.protocol=%s', (protocol) => {
  const resets = { kind: 'ResetOffsets', group: 'g', partitions: null } as const;

  test('a group that somebody is in is left alone, and described', () => {
    const cluster = readAndStopped(protocol);
    cluster.do({ ...resets, to: 'earliest', value: 0 }).runFor(1000);
    const [refused] = cluster.facts('AdminRequestFailed', { request: 'ResetOffsets' });
    expect(refused?.event).toMatchObject({
      resource: 'g',
      error: 'NON_EMPTY_GROUP',
      message: "Assignments can only be reset if the group 'g' is inactive, but the current state is Stable.",
    });
    const group = describeGroups(cluster.run.cluster)['g'];
    expect(group).toMatchObject({
      type: protocol === 'classic' ? 'Classic' : 'Consumer',
      groupState: 'Stable',
      coordinator: 1,
      assignorName: protocol === 'classic' ? 'range' : 'uniform',
      members: [{ clientId: 'reader', groupInstanceId: null, assignment: ['orders-0', 'orders-1'] }],
      offsets: { 'orders-0': { logEndOffset: 100 } },
    });
    expect(group?.offsets['orders-0']?.consumerId).toBe(group?.members[0]?.memberId);
  });

  test('an empty one begins where it was told, within what its logs have', () => {
    const cluster = readAndStopped(protocol);
    cluster.do({ kind: 'CloseClient', client: 'consumer:reader' }).until('ConsumerClosed');
    cluster.runFor(100);
    const offsets = (): unknown[] => {
      const group = describeGroups(cluster.run.cluster)['g'];
      expect(group).toMatchObject({ groupState: 'Empty', members: [] });
      const { currentOffset, logEndOffset, lag, consumerId } = group?.offsets['orders-0'] ?? {};
      expect(consumerId).toBeNull();
      return [currentOffset, logEndOffset, lag];
    };
    expect(offsets()).toEqual([100, 100, 0]);
    const steps = [
      [{ to: 'earliest', value: 0 }, 0],
      [{ to: 'shift-by', value: 30 }, 30],
      [{ to: 'shift-by', value: -50 }, 0],
      [{ to: 'offset', value: 70 }, 70],
      [{ to: 'offset', value: 700 }, 100],
      [{ to: 'by-duration', value: 86_400_000 }, 0],
      [{ to: 'latest', value: 0 }, 100],
      [{ to: 'offset', value: 40 }, 40],
      [{ to: 'current', value: 0 }, 40],
    ] as const;
    for (const [target, expected] of steps) {
      cluster.do({ ...resets, partitions: ['orders-0'], ...target }).runFor(100);
      expect(offsets(), JSON.stringify(target)).toEqual([expected, 100, 100 - expected]);
    }
    const before = cluster.facts('RecordsDelivered').length;
    cluster.do({ kind: 'StartClient', client: 'consumer:reader' }).runFor(9000);
    const again = cluster.facts('RecordsDelivered', { partition: 'orders-0' }).slice(-1)[0];
    expect(cluster.facts('RecordsDelivered').length).toBeGreaterThan(before);
    expect(again?.event).toMatchObject({ baseOffset: 40, count: 60 });
  });
});
