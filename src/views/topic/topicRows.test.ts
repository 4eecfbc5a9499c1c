import { describe, expect, test } from 'vitest';
import type { GroupView, PartitionView } from '../../bridge/frame.ts';
import { selectCluster, type ClusterModel } from '../clusterModel.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { topicModel } from './topicRows.ts';

const HEALTHY = selectCluster(exampleFrame('healthy').entities);
const [PARTITION] = HEALTHY.partitions as [PartitionView];

function withPartitions(
  count: number,
  change: (index: number) => Partial<PartitionView> = () => ({}),
): ClusterModel {
  return {
    ...HEALTHY,
    partitions: Array.from({ length: count }, (_, index) => ({
      ...PARTITION,
      key: `partition:payments-${index}`,
      name: `payments-${index}`,
      partition: index,
      ...change(index),
    })),
  };
}
const modelOf = (cluster: ClusterModel, most = 60, chosen: string | null = null) =>
  topicModel(cluster, [], 'payments', { chosen, most })!;

describe('a topic', () => {
  test('has a row for each partition, with the log of every replica', () => {
    const { rows, counts, replicationFactor, hidden } = modelOf(HEALTHY);
    expect(rows).toHaveLength(1);
    expect([...rows[0]!.bars.keys()]).toEqual([1, 2, 3]);
    expect(rows[0]!.ends?.highWatermark).toBe(PARTITION.highWatermark);
    expect(rows[0]!.isTroubled).toBe(false);
    expect(counts).toEqual({
      partitions: 1,
      underReplicated: 0,
      underMinIsr: 0,
      withoutLeader: 0,
      notPreferred: PARTITION.leader === PARTITION.replicas[0] ? 0 : 1,
    });
    expect([replicationFactor, hidden]).toEqual([3, 0]);
  });

  test('that is not there is none', () => {
    expect(topicModel(HEALTHY, [], 'gone', { chosen: null, most: 60 })).toBeNull();
  });

  test('tells the lag of each group that has committed something of it', () => {
    const committed = [{ partition: 'payments-0', offset: PARTITION.highWatermark - 4 }];
    const groups = [
      { groupId: 'a', committed },
      { groupId: 'b', committed: [{ partition: 'other-0', offset: 1 }] },
    ] as unknown as readonly GroupView[];
    const model = modelOf({ ...withPartitions(2), groups });
    expect(model.groups).toEqual(['a']);
    expect(model.rows.map(({ lags }) => lags)).toEqual([[4], [null]]);
  });

  test('counts what is not well', () => {
    const isr = [PARTITION.leader];
    const { counts } = modelOf(
      withPartitions(4, (index) => (index === 1 ? { isr } : index === 2 ? { leader: -1, isr: [] } : {})),
    );
    expect(counts).toMatchObject({ partitions: 4, underReplicated: 2, underMinIsr: 2, withoutLeader: 1 });
  });
});

describe('a large topic', () => {
  const isr = [PARTITION.leader];
  const large = withPartitions(300, (index) =>
    index === 250 ? { isr } : index === 270 ? { leader: -1, isr: [] } : {},
  );

  test('shows the worst first, and folds away healthy ones alone', () => {
    const { rows, hidden, areHiddenHealthy } = modelOf(large, 20);
    expect(rows).toHaveLength(20);
    expect(rows.slice(0, 3).map(({ partition }) => partition)).toEqual([270, 250, 0]);
    expect([hidden, areHiddenHealthy]).toEqual([280, true]);
    expect(rows[0]!.ends).toBeNull();
  });

  test('keeps the chosen partition in sight, and what is troubled where there is no room for it', () => {
    expect(modelOf(large, 20, 'payments-199').rows.at(-1)?.partition).toBe(199);
    expect(modelOf(large, 1, 'payments-199').rows.map(({ partition }) => partition)).toEqual([270, 250, 199]);
  });
});
