import { describe, expect, test } from 'vitest';
import type { ReplicaView } from '../../bridge/frame.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { isOnline, selectCluster } from '../clusterModel.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { chooseWindow, layoutReplicaLogs, type ReplicaLogsLayout } from './layoutReplicaLogs.ts';
import { placeLogArea, stageSizeFor } from './placeLogArea.ts';

const SIZES = [
  [1056, 640],
  [972, 500],
  [724, 278],
  [390, 430],
  [390, 240],
] as const;

function layoutOf(state: SimulationState, width = 972, height = 500): ReplicaLogsLayout {
  const cluster = selectCluster(state.entities);
  return layoutReplicaLogs({
    area: placeLogArea(stageSizeFor(width), width, height, cluster.replicas.length),
    partition: cluster.partitions[0]!,
    replicas: cluster.replicas,
    brokers: cluster.brokers,
    consumers: cluster.consumers,
    trace: state.trace,
    lostAfterAck: state.ledger.lostAfterAck,
    nowUs: state.nowUs,
  });
}

/** The same frame with one replica changed. */
function withReplica(state: SimulationState, broker: number, change: Partial<ReplicaView>): SimulationState {
  const key = `replica:payments-0:${broker}`;
  const replica = state.entities.get(key);
  if (replica?.kind !== 'replica') throw new Error(key);
  return { ...state, entities: new Map(state.entities).set(key, { ...replica, ...change }) };
}

const everywhere = EXAMPLE_FRAMES.flatMap((frame) =>
  SIZES.map(([width, height]) => ({
    name: `${frame.name} ${width}×${height}`,
    state: frame.state,
    width,
    height,
  })),
);

test.each(everywhere)('keepsWhatADrawingMustNeverBreak: $name', ({ state, width, height }) => {
  const layout = layoutOf(state, width, height);
  const { area, lanes, highWatermark, window } = layout;
  expect(highWatermark.offset).toBeGreaterThanOrEqual(window.from);
  expect(highWatermark.offset).toBeLessThanOrEqual(window.to);
  for (const lane of lanes) {
    expect(lane.startX).toBeGreaterThanOrEqual(area.x0);
    expect(lane.endX).toBeGreaterThanOrEqual(lane.startX);
    expect(lane.endX).toBeLessThanOrEqual(area.x1);
    // The hatch stands between a replica's own HW and its LEO.
    expect(lane.committedX).toBeLessThanOrEqual(lane.endX);
    expect(lane.y).toBeGreaterThanOrEqual(area.seaTop - 1);
    expect(lane.y + lane.height).toBeLessThanOrEqual(area.seaBottom);
    expect([...lane.batchXs, ...lane.recordXs].every((x) => x > lane.startX && x < lane.endX)).toBe(true);
  }
  lanes.slice(1).forEach((lane, index) => {
    expect(lane.y).toBeGreaterThan(lanes[index]!.y + lanes[index]!.height);
  });
});

test('standsTheWaterLineAtTheLeadersHighWatermarkBetweenTwoCells', () => {
  const layout = layoutOf(exampleFrame('healthy'));
  const perRecord = (layout.area.x1 - layout.area.x0) / (layout.window.to - layout.window.from);
  expect(layout.highWatermark.x).toBeCloseTo(layout.area.x0 + (1482 - layout.window.from) * perRecord, 0);
});

test('givesAFollowerThatHasNotHeardItsOwnTick', () => {
  const lanes = layoutOf(exampleFrame('healthy')).lanes;
  expect(lanes.map((lane) => lane.ownHighWatermarkX !== null)).toEqual([false, false, true]);
});

test('saysWhyTheHighWatermarkStands', () => {
  expect(layoutOf(exampleFrame('healthy')).highWatermark.reason).toBeNull();
  expect(layoutOf(exampleFrame('second-broker-fenced')).highWatermark.reason).toEqual({
    kind: 'frozen',
    isrSize: 1,
    minIsr: 2,
  });
  expect(layoutOf(exampleFrame('no-leader')).highWatermark.reason).toEqual({ kind: 'noLeader' });
});

test('namesTheInSyncReplicaThatHoldsTheHighWatermark', () => {
  const healthy = exampleFrame('healthy');
  const state = withReplica(healthy, 1, {
    followers: [
      { broker: 2, logEndOffset: 1490, lastCaughtUpUs: healthy.nowUs },
      { broker: 3, logEndOffset: 1482, lastCaughtUpUs: healthy.nowUs - 4_000_000 },
    ],
  });
  expect(layoutOf(state).highWatermark.reason).toEqual({ kind: 'heldBy', brokers: [3] });
});

test('marksAReplicaFarBehindInsteadOfStretchingTheAxis', () => {
  const layout = layoutOf(exampleFrame('follower-far-behind'));
  expect(layout.window.to - layout.window.from).toBeLessThanOrEqual(56);
  expect(layout.lanes.map((lane) => lane.leftOfWindow)).toEqual([false, false, true]);
  expect(layout.lanes[2]!.note).toEqual({ kind: 'behind', records: 11_018 });
});

test('keepsTheHighWatermarkInSightWhenMuchIsNotCommitted', () => {
  const state = withReplica(exampleFrame('second-broker-fenced'), 1, { logEndOffset: 9000 });
  const layout = layoutOf(state);
  expect(layout.window.from).toBeLessThan(1482);
  expect(layout.detail).toBe('middle');
  expect(layout.lanes[0]!.recordXs).toEqual([]);
});

test('keepsTheLogOfAReplicaThatIsOffLine', () => {
  const state = exampleFrame('second-broker-fenced');
  expect(selectCluster(state.entities).brokers.map(isOnline)).toEqual([true, false, false]);
  const [, second, third] = layoutOf(state).lanes;
  expect(second).toMatchObject({ online: false, letter: 'E', note: { kind: 'unreachable' } });
  expect(third).toMatchObject({ online: false, letter: '–', note: { kind: 'behind', records: 20 } });
  expect(second!.endX).toBeGreaterThan(second!.startX);
});

test('tellsAcknowledgedRecordsThatAreGoneFromThoseThatTheLeaderHas', () => {
  const { ghosts } = layoutOf(exampleFrame('power-loss-truncation')).lanes[0]!;
  // 808 to 820 are on the new leader, 820 to 826 are not, and 820 was acknowledged.
  expect(ghosts.map(({ acknowledged }) => acknowledged)).toEqual([false, true]);
  expect(ghosts[0]!.width).toBeGreaterThan(ghosts[1]!.width);
});

test('measuresLagToTheEndThatTheReaderMayRead', () => {
  expect(layoutOf(exampleFrame('healthy')).pins).toMatchObject([
    { name: 'ledger-1', position: 1478, lag: 4 },
  ]);
});

test('lettersTheGaugeWithTheMinimum', () => {
  const { gauge } = layoutOf(exampleFrame('second-broker-fenced'));
  expect(gauge).toMatchObject({ slots: 3, filled: 1, minIsr: 2, below: true });
});

test('standsStillWhileSingleRecordsArrive', () => {
  const state = exampleFrame('healthy');
  const before = layoutOf(withReplica(state, 1, { logEndOffset: 1488 })).window;
  expect(layoutOf(withReplica(state, 1, { logEndOffset: 1490 })).window).toEqual(before);
});

describe('zoom', () => {
  const area = placeLogArea('wide', 1000, 500, 1);
  const replica = { logEndOffset: 4000, highWatermark: 3990 } as never;
  test.each([0.25, 0.5, 2, 8])('at %d keeps the high watermark and the longest end in sight', (zoom) => {
    const window = chooseWindow(area, 3990, [replica], zoom);
    expect(window.from).toBeLessThan(3990);
    expect(window.to).toBeGreaterThanOrEqual(4000);
  });
  test('shows more records the farther it is', () => {
    const length = (zoom: number) => {
      const { from, to } = chooseWindow(area, 4000, [replica], zoom);
      return to - from;
    };
    expect(length(0.5)).toBeGreaterThan(length(1));
    expect(length(2)).toBeLessThan(length(1));
  });

  test('where somebody looks, whatever the logs do', () => {
    expect(chooseWindow(area, 3990, [replica], 1, 2000)).toEqual({ from: 1960, to: 2000 });
    expect(chooseWindow(area, 3990, [replica], 2, 10)).toEqual({ from: 0, to: 10 });
    // Back in time the logs are shorter than that.
    expect(chooseWindow(area, 3990, [replica], 1, 9000)).toEqual(chooseWindow(area, 3990, [replica]));
  });
});

describe('elsewhere than at the end', () => {
  const at = (end: number) => {
    const state = exampleFrame('healthy');
    const cluster = selectCluster(state.entities);
    return layoutReplicaLogs({
      area: placeLogArea('wide', 972, 500, cluster.replicas.length),
      partition: cluster.partitions[0]!,
      replicas: cluster.replicas,
      brokers: cluster.brokers,
      consumers: cluster.consumers,
      trace: state.trace,
      lostAfterAck: 0,
      nowUs: state.nowUs,
      end,
    });
  };
  test('neither the line nor a bracket is drawn where it is not', () => {
    const layout = at(1400.5);
    expect(layout.highWatermark.side).toBe('right');
    for (const lane of layout.lanes) {
      expect(lane).toMatchObject({ endsInWindow: false, leftOfWindow: false, ownHighWatermarkX: null });
      expect(lane.committedX).toBe(layout.area.x1);
      for (const x of [...lane.recordXs, ...lane.batchXs]) {
        expect(x).toBeGreaterThan(lane.startX);
        expect(x).toBeLessThan(layout.area.x1);
      }
    }
    expect(layout.pins[0]).toMatchObject({ rightOfWindow: true });
    expect(layout.axis.every(({ offset }) => Number.isInteger(offset))).toBe(true);
  });
  test('the line is there as soon as it is in sight', () => {
    expect(at(1486).highWatermark.side).toBe('inside');
    expect(at(1486).lanes[0]).toMatchObject({ endsInWindow: false });
  });
});

test.each([
  ['wide', 40],
  ['phone', 20],
  ['medium', 30],
] as const)(
  'a picture that is %s and %i px high has a sea of no height, and none that is turned over',
  (size, height) => {
    const { seaTop, seaBottom } = placeLogArea(size, 320, height, 3);
    expect(seaBottom).toBe(seaTop);
  },
);
