import { describe, expect, test } from 'vitest';
import { columnsOf, FOLLOWER, largeColumns, LEADER } from './HeatTestContext.ts';
import { cellAt, cellForKey, cellX, layoutHeatMap, placeOf, type HeatMapInput } from './layoutHeatMap.ts';
import { REPLICA_UNDER_MIN_ISR } from './replicaFlags.ts';

const BROKERS = [
  { nodeId: 1, rack: 'a' },
  { nodeId: 2, rack: 'b' },
  { nodeId: 3, rack: 'a' },
];
const COLUMNS = columnsOf({
  'pay-0': [
    { broker: 1, flags: LEADER },
    { broker: 2, flags: FOLLOWER, lag: 5 },
    { broker: 3, flags: FOLLOWER },
  ],
  'pay-1': [
    { broker: 1, flags: LEADER },
    { broker: 2, flags: 0, lag: 60_000 },
    { broker: 3, flags: FOLLOWER, lag: 2000 },
  ],
  'pay-2': [
    { broker: 2, flags: LEADER },
    { broker: 3, flags: REPLICA_UNDER_MIN_ISR },
  ],
});
const NO_GROUP = new Float64Array(5000).fill(-1);
const layoutOf = (more: Partial<HeatMapInput> = {}) =>
  layoutHeatMap({
    columns: COLUMNS,
    groupLag: NO_GROUP,
    brokers: BROKERS,
    width: 800,
    height: 300,
    mode: 'lag',
    order: 'worst',
    ...more,
  });
const namesIn = (row: number, layout = layoutOf()) => {
  const { first, leaders, followers } = layout.rows[row]!;
  return Array.from(layout.cells.subarray(first, first + leaders + followers)).map(
    (i) => COLUMNS.partitionNames[COLUMNS.partition[i]!],
  );
};

describe('layoutHeatMap', () => {
  test('rows stand by rack and number, leaders before followers, worst first', () => {
    expect(layoutOf().rows.map(({ broker }) => broker)).toEqual([1, 3, 2]);
    expect([0, 1, 2].map((row) => namesIn(row))).toEqual([
      ['pay-0', 'pay-1'],
      ['pay-2', 'pay-1', 'pay-0'],
      ['pay-2', 'pay-1', 'pay-0'],
    ]);
    expect(namesIn(1, layoutOf({ order: 'topic' }))).toEqual(['pay-0', 'pay-1', 'pay-2']);
  });

  test('racks are named once, and part the rows', () => {
    const { headings, rows, rowHeight } = layoutOf();
    expect(headings.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(rows[1]!.y - rows[0]!.y).toBe(rowHeight);
    expect(rows[2]!.y - rows[1]!.y).toBeGreaterThan(rowHeight);
    expect(layoutOf({ brokers: BROKERS.map(({ nodeId }) => ({ nodeId, rack: null })) }).headings).toEqual([]);
  });

  test('1,200 partitions on 30 brokers stand in a Lab of 832 × 400, each cell at a place of its own', () => {
    const columns = largeColumns(30, 1200);
    const brokers = Array.from({ length: 30 }, (_, i) => ({ nodeId: i + 1, rack: 'abc'[i % 3]! }));
    const layout = layoutHeatMap({
      columns,
      groupLag: NO_GROUP,
      brokers,
      width: 808,
      height: 400,
      mode: 'lag',
      order: 'worst',
    });
    expect(layout.cells.length).toBe(3600);
    expect(new Set(layout.cells).size).toBe(3600);
    expect(layout.height).toBeLessThanOrEqual(400);
    for (const row of layout.rows) {
      expect([row.leaders, row.followers]).toEqual([40, 80]);
      expect([row.drawnLeaders, row.drawnFollowers]).toEqual([40, 80]);
    }
    const last = cellX(layout, { row: 0, place: 119 })!;
    expect(last + layout.cellWidth).toBeLessThanOrEqual(layout.figureX!);
    expect({
      ...layout,
      cells: undefined,
      steps: undefined,
      flags: undefined,
      rows: layout.rows.slice(0, 2),
    }).toMatchSnapshot();
  });

  test('what has no room is told by its number, and it is the healthy end', () => {
    const columns = largeColumns(3, 3000);
    const layout = layoutHeatMap({
      columns,
      groupLag: NO_GROUP,
      brokers: BROKERS,
      width: 390,
      height: 300,
      mode: 'lag',
      order: 'worst',
    });
    const row = layout.rows[0]!;
    expect(row.leaders + row.followers).toBe(3000);
    expect(row.drawnLeaders).toBeLessThan(row.leaders);
    expect(cellX(layout, { row: 0, place: row.leaders - 1 })).toBeNull();
    expect(placeOf(layout, layout.cells[row.first + row.leaders - 1]!, columns)).toBeNull();
  });

  test('a cell is found again at the point where it stands, and nothing beside the cells', () => {
    const layout = layoutOf();
    for (const [row, one] of layout.rows.entries())
      for (let place = 0; place < one.leaders + one.followers; place += 1) {
        const x = cellX(layout, { row, place })! + layout.cellWidth / 2;
        expect(cellAt(layout, x, one.y + 3)).toEqual({ row, place });
      }
    expect(cellAt(layout, 5, layout.rows[0]!.y + 3)).toBeNull();
    expect(cellAt(layout, 300, 290)).toBeNull();
  });

  test.each([
    [null, 'ArrowRight', { row: 0, place: 0 }],
    [{ row: 0, place: 0 }, 'ArrowRight', { row: 0, place: 1 }],
    [{ row: 0, place: 1 }, 'ArrowRight', { row: 0, place: 1 }],
    [{ row: 1, place: 2 }, 'ArrowUp', { row: 1, place: 2 }],
    [{ row: 1, place: 1 }, 'ArrowDown', { row: 2, place: 2 }],
    [{ row: 0, place: 1 }, 'ArrowDown', { row: 2, place: 0 }],
    [{ row: 2, place: 2 }, 'Home', { row: 2, place: 0 }],
    [{ row: 2, place: 0 }, 'End', { row: 2, place: 2 }],
    [{ row: 2, place: 0 }, 'Enter', null],
  ])('%j and %s: %j', (from, key, to) => {
    expect(cellForKey(layoutOf(), from, key)).toEqual(to);
  });

  test('a replica on a broker that is not there is no cell', () => {
    const layout = layoutOf({ brokers: BROKERS.slice(0, 1) });
    expect(layout.cells.length).toBe(2);
    expect(layoutOf({ brokers: [] }).cells.length).toBe(0);
    expect(cellForKey(layoutOf({ brokers: [] }), null, 'ArrowDown')).toBeNull();
  });
});
