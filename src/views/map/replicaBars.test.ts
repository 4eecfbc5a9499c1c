import { describe, expect, test } from 'vitest';
import { selectCluster, type ClusterModel } from '../clusterModel.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { barsWithRoom, barWindow, replicaBars, type ReplicaBar } from './replicaBars.ts';

function clusterOf(frame: string): ClusterModel {
  return selectCluster(exampleFrame(frame).entities);
}

function bar(partition: string, isTroubled = false): ReplicaBar {
  return {
    key: `replica:${partition}@1`,
    partition,
    broker: 1,
    letter: 'F',
    window: { from: 0, to: 64 },
    logStartOffset: 0,
    highWatermark: 0,
    logEndOffset: 0,
    isOffline: false,
    cannotFetch: false,
    isAwaited: false,
    isTroubled,
  };
}

describe('the window of a partition', () => {
  const of = (...ends: [highWatermark: number, logEndOffset: number][]) =>
    barWindow(
      ends.map(([highWatermark, logEndOffset], i) => ({
        ...clusterOf('healthy').replicas[0]!,
        broker: i + 1,
        highWatermark,
        logEndOffset,
      })),
      (broker) => broker === 9,
    );

  test('begins at 0 while the log is short', () => {
    expect(of([5, 10], [5, 8])).toEqual({ from: 0, to: 64 });
  });

  test('follows the end of a long log', () => {
    const { from, to } = of([1000, 1000], [990, 1000]);
    expect(to).toBeGreaterThan(1000);
    expect(to - from).toBe(64);
  });

  test('is as long as it takes to show the end of the replica that is farthest behind', () => {
    const { from, to } = of([1000, 2000], [1000, 1000]);
    expect(from).toBeLessThan(1000);
    expect((2000 - 1000) / (to - from)).toBeCloseTo(0.4);
  });
});

describe('bars of a cluster', () => {
  test('are one for each replica, on the broker that has it', () => {
    const cluster = clusterOf('healthy');
    const bars = replicaBars(cluster, []);
    expect([...bars.values()].flat()).toHaveLength(cluster.replicas.length);
    for (const [broker, list] of bars) for (const one of list) expect(one.broker).toBe(broker);
    expect([...bars.values()].flat().some(({ isTroubled }) => isTroubled)).toBe(false);
  });

  test('tell who is down and who leads while a Produce waits', () => {
    const frame = exampleFrame('healthy');
    const cluster = selectCluster(frame.entities);
    const brokers = cluster.brokers.map((one) =>
      one.nodeId === 2 ? { ...one, process: 'killed' as const } : one,
    );
    const wait = { what: 'ProduceForHighWatermark', partition: cluster.partitions[0]!.name } as never;
    const bars = replicaBars({ ...cluster, brokers }, [wait]);
    expect(bars.get(2)?.every(({ isOffline, isTroubled }) => isOffline && isTroubled)).toBe(true);
    const leader = cluster.partitions[0]!.leader;
    expect(bars.get(leader)?.[0]?.isAwaited).toBe(true);
    expect(bars.get(3)?.[0]?.isAwaited).toBe(false);
  });
});

describe('bars with room', () => {
  const bars = [bar('a-0'), bar('a-1'), bar('a-2', true), bar('a-3')];

  test('are all of them where they fit', () => {
    expect(barsWithRoom(bars, 4, null)).toEqual({ bars, hidden: 0, areHiddenHealthy: true });
  });

  test('leave a line for the count, and never fold what is troubled or chosen', () => {
    const { bars: shown, hidden, areHiddenHealthy } = barsWithRoom(bars, 3, 'a-3');
    expect(shown.map(({ partition }) => partition)).toEqual(['a-2', 'a-3']);
    expect(hidden).toBe(2);
    expect(areHiddenHealthy).toBe(true);
  });

  test('are none where there is room for the count alone', () => {
    expect(barsWithRoom(bars, 1, null)).toEqual({ bars: [], hidden: 4, areHiddenHealthy: false });
  });
});
