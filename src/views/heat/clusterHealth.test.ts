import { expect, test } from 'vitest';
import { clusterHealth, isPicked } from './clusterHealth.ts';
import { columnsOf, FOLLOWER, LEADER } from './HeatTestContext.ts';
import { layoutHeatMap } from './layoutHeatMap.ts';
import { layoutLens } from './layoutLens.ts';
import { indexOf, siblingsOf, unwellPartitions, writesOf } from './partitionsOf.ts';
import { REPLICA_AT_MIN_ISR, REPLICA_UNDER_MIN_ISR, REPLICA_WITHOUT_LEADER } from './replicaFlags.ts';
import { rowFigures, skewOf } from './rowFigures.ts';

const COLUMNS = columnsOf({
  'a-0': [
    { broker: 1, flags: LEADER, bytesInPerSecond: 3000 },
    { broker: 2, flags: FOLLOWER },
  ],
  'a-1': [
    { broker: 2, flags: LEADER | REPLICA_AT_MIN_ISR, bytesInPerSecond: 1000 },
    { broker: 1, flags: REPLICA_AT_MIN_ISR, lag: 40, logEndOffset: 60 },
  ],
  'b-0': [
    { broker: 1, flags: LEADER | REPLICA_UNDER_MIN_ISR },
    { broker: 2, flags: REPLICA_UNDER_MIN_ISR, lag: 7 },
  ],
  'b-1': [
    { broker: 1, flags: REPLICA_WITHOUT_LEADER },
    { broker: 2, flags: REPLICA_WITHOUT_LEADER | FOLLOWER },
  ],
});

test('partitions are counted once, whichever of their replicas tells it', () => {
  const health = clusterHealth(COLUMNS);
  expect(health.counts).toEqual({ underMinIsr: 1, underReplicated: 3, withoutLeader: 1 });
  expect([0, 1, 2, 3].map((partition) => isPicked(health, partition, 'underReplicated'))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(isPicked(health, 0, null)).toBe(true);
});

test('what is not well is listed, that which takes no writes first', () => {
  expect(unwellPartitions(COLUMNS)).toEqual([
    { name: 'b-0', missing: [2] },
    { name: 'b-1', missing: [1] },
    { name: 'a-1', missing: [1] },
  ]);
});

test('a replica is found by its name, with all of its partition', () => {
  const index = indexOf(COLUMNS, { partition: 'a-1', broker: 1 });
  expect(index).toBe(3);
  expect(siblingsOf(COLUMNS, index).map(({ broker }) => broker)).toEqual([2, 1]);
  expect(indexOf(COLUMNS, { partition: 'a-1', broker: 9 })).toBe(-1);
  expect(indexOf(COLUMNS, { partition: 'gone-0', broker: 1 })).toBe(-1);
  expect([0, REPLICA_AT_MIN_ISR, REPLICA_UNDER_MIN_ISR, REPLICA_WITHOUT_LEADER].map(writesOf)).toEqual([
    'go on',
    'edge',
    'stop',
    'no leader',
  ]);
});

test('the lens draws the replicas to one scale, with the high watermark of the leader through them', () => {
  const lens = layoutLens(siblingsOf(COLUMNS, 2), 220);
  expect(lens).toMatchSnapshot();
  const [leader, follower] = lens.lanes;
  expect(lens.x0 + leader!.committed).toBe(lens.highWatermarkX);
  expect(leader!.uncommitted).toBeGreaterThan(0);
  expect(follower!.committed + follower!.uncommitted).toBeLessThan(leader!.committed);
  expect(follower!.behind).toBe(40);
});

test('figures of rows add up to those of the cluster', () => {
  const brokers = [1, 2].map((nodeId) => ({ nodeId, rack: null }));
  const groupLag = new Float64Array(COLUMNS.partitionNames.length).fill(7);
  const layout = layoutHeatMap({
    columns: COLUMNS,
    groupLag,
    brokers,
    width: 800,
    height: 200,
    mode: 'lag',
    order: 'worst',
  });
  const [one, two] = rowFigures(COLUMNS, layout, groupLag);
  expect(one).toEqual({
    broker: 1,
    rack: null,
    leaders: 2,
    followers: 2,
    outOfIsr: 2,
    underMinIsr: 1,
    lag: 40,
    bytesInPerSecond: 3000,
    preferred: 2,
    // Of the two that it leads.
    groupLag: 14,
  });
  expect(two?.bytesInPerSecond).toBe(1000);
  expect(skewOf([3000, 1000])).toBe(1.5);
  expect(skewOf([0, 0])).toBeNull();
});
