import { expect, test } from 'vitest';
import type { PartitionView } from '../bridge/frame.ts';
import { selectPartition } from './clusterModel.ts';
import type { ClusterModel } from './clusterModel.ts';

const withPartitions = (...names: readonly string[]): ClusterModel =>
  ({ partitions: names.map((name) => ({ name }) as PartitionView) }) as unknown as ClusterModel;

test('shows the partition that is asked for, else the first that is of no internal topic', () => {
  const cluster = withPartitions('__consumer_offsets-0', 'orders-0', 'orders-1');
  expect(selectPartition(cluster, 'orders-1')?.name).toBe('orders-1');
  expect(selectPartition(cluster, '__consumer_offsets-0')?.name).toBe('__consumer_offsets-0');
  expect(selectPartition(cluster, null)?.name).toBe('orders-0');
  expect(selectPartition(withPartitions('__consumer_offsets-0'), null)?.name).toBe('__consumer_offsets-0');
  expect(selectPartition(withPartitions(), null)).toBeNull();
});
