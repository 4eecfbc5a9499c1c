import { expect, test } from 'vitest';
import { columnsOf, FOLLOWER, largeColumns, LEADER } from './HeatTestContext.ts';
import { cellAt, cellForKey, placeOf, type HeatMapInput } from './layoutHeatMap.ts';
import { layoutTopicMap } from './layoutTopicMap.ts';
import { REPLICA_IN_ISR } from './replicaFlags.ts';

const COLUMNS = columnsOf({
  'pay-0': [
    { broker: 2, flags: FOLLOWER, lag: 5 },
    { broker: 1, flags: LEADER },
  ],
  '__consumer_offsets-0': [{ broker: 1, flags: LEADER }],
  'pay-1': [
    { broker: 1, flags: LEADER },
    { broker: 2, flags: 0, lag: 60_000 },
  ],
  'pay-2': [{ broker: 3, flags: LEADER }],
});
const layoutOf = (more: Partial<HeatMapInput> = {}) =>
  layoutTopicMap({
    columns: COLUMNS,
    groupLag: Float64Array.of(-1, 0, 700, 0),
    brokers: [],
    width: 600,
    height: 300,
    mode: 'lag',
    order: 'topic',
    ...more,
  });
const namesOf = ({ cells }: ReturnType<typeof layoutOf>, columns = COLUMNS) =>
  Array.from(cells, (i) => columns.partitionNames[columns.partition[i]!]);

test('a cell stands for a partition: its leader where there is one, and the worst of all its replicas', () => {
  const layout = layoutOf();
  expect(namesOf(layout)).toEqual(['pay-0', 'pay-1', 'pay-2', '__consumer_offsets-0']);
  expect(Array.from(layout.cells, (i) => COLUMNS.broker[i])).toEqual([1, 1, 3, 1]);
  expect([...layout.steps]).toEqual([1, 5, 0, 0]);
  expect([...layout.flags].map((flags) => (flags & REPLICA_IN_ISR) !== 0)).toEqual([true, false, true, true]);
});

test('internal topics come last, and each topic is named with how many partitions it has', () => {
  expect(layoutOf().headings.map(({ name, count }) => [name, count])).toEqual([
    ['pay', 3],
    ['__consumer_offsets', 1],
  ]);
});

test('worst first holds inside of a topic; lines then have no number to begin with', () => {
  const layout = layoutOf({ order: 'worst' });
  expect(namesOf(layout).slice(0, 3)).toEqual(['pay-1', 'pay-0', 'pay-2']);
  expect(layout.rows.map(({ label }) => label)).toEqual(['', '']);
  expect(layoutOf().rows.map(({ label }) => label)).toEqual(['0', '0']);
});

test('the lag of a group heats the partitions that it reads', () => {
  expect([...layoutOf({ mode: 'groupLag' }).steps]).toEqual([0, 2, 0, 0]);
});

test.each([
  [808, 400],
  [390, 300],
])('1,200 partitions stand on %i × %i, each found where it stands', (width, height) => {
  const columns = largeColumns(30, 1200);
  const layout = layoutOf({ columns, groupLag: new Float64Array(1200), width, height });
  expect(new Set(namesOf(layout, columns)).size).toBe(1200);
  expect(layout.height).toBeLessThanOrEqual(height);
  for (const [row, { y, leaders }] of layout.rows.entries()) {
    expect(layout.leadersX + leaders * layout.cellWidth).toBeLessThanOrEqual(width);
    const x = layout.leadersX + (leaders - 0.5) * layout.cellWidth;
    expect(cellAt(layout, x, y + 1)).toEqual({ row, place: leaders - 1 });
  }
});

test('arrow keys go through the lines, and a replica is found by its partition', () => {
  const layout = layoutOf();
  expect(placeOf(layout, 0, COLUMNS)).toEqual({ row: 0, place: 0 });
  expect(placeOf(layout, 1, COLUMNS)).toEqual({ row: 0, place: 0 });
  expect(placeOf(layout, -1, COLUMNS)).toBeNull();
  expect(cellForKey(layout, { row: 0, place: 2 }, 'ArrowDown')).toEqual({ row: 1, place: 0 });
  expect(cellForKey(layout, { row: 0, place: 0 }, 'End')).toEqual({ row: 0, place: 2 });
});
