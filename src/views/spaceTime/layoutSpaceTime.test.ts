import { describe, expect, test } from 'vitest';
import type { RpcFlight } from '../../shared/RunQuestions.ts';
import { arrowAt, layoutSpaceTime, type SpaceTimeInput } from './layoutSpaceTime.ts';
import { firstSpan, panned, windowOf, zoomedAround } from './moveTimeWindow.ts';

const KEYS = ['controller:101', 'broker:10', 'broker:2', 'producer:api', 'consumer:reader'];
const flight = (more: Partial<RpcFlight>): RpcFlight => ({
  api: 'Produce',
  source: 3,
  target: 2,
  correlationId: 7,
  connection: 0,
  isResponse: false,
  sentAtUs: 1000,
  deliverAtUs: 1500,
  end: 'read',
  endedUs: 1500,
  error: null,
  sizeBytes: 100,
  causeSeq: 1,
  ...more,
});
const FLIGHTS = [
  flight({}),
  flight({ source: 2, target: 1, api: 'Fetch', sentAtUs: 1200, deliverAtUs: 1600, end: 'lost' }),
  flight({ source: 1, target: 2, api: 'Fetch', sentAtUs: 1300, deliverAtUs: 1700, end: 'held' }),
  flight({
    source: 2,
    target: 3,
    isResponse: true,
    sentAtUs: 1800,
    deliverAtUs: 2600,
    end: null,
    endedUs: null,
    error: 'NOT_ENOUGH_REPLICAS',
  }),
];
const layoutOf = (more: Partial<SpaceTimeInput> = {}) =>
  layoutSpaceTime({
    flights: FLIGHTS,
    nodeKeys: KEYS,
    window: { fromUs: 1000, toUs: 3000 },
    nowUs: 2200,
    width: 900,
    height: 300,
    left: 100,
    ...more,
  });

describe('layoutSpaceTime', () => {
  test('a lane for each node that spoke, who asks above who answers, brokers by their number', () => {
    expect(layoutOf().lanes.map(({ key }) => key)).toEqual(['producer:api', 'broker:2', 'broker:10']);
    expect(layoutOf()).toMatchSnapshot();
  });

  test('an arrow goes from lane to lane in the time of its flight; what is on its way has come as far as the playhead', () => {
    const { arrows, lanes, nowX } = layoutOf();
    const y = new Map(lanes.map((lane) => [lane.key, lane.y]));
    expect(arrows[0]).toMatchObject({
      x1: 100,
      y1: y.get('producer:api'),
      x2: 300,
      y2: y.get('broker:2'),
      end: 'read',
    });
    expect(arrows[3]).toMatchObject({ end: 'flying', hasError: true, isResponse: true, x2: nowX });
    expect(arrows[3]!.y2).toBeCloseTo((y.get('broker:2')! + y.get('producer:api')!) / 2);
  });

  test('what is lost or held ends before it reaches its lane', () => {
    const { arrows, lanes } = layoutOf();
    const target = lanes.find(({ key }) => key === 'broker:10')!;
    expect(arrows[1]).toMatchObject({ end: 'lost', hasError: true });
    expect(arrows[1]!.y2).toBeLessThan(target.y);
    expect(arrows[2]).toMatchObject({ end: 'held' });
  });

  test('nothing beyond the window, and none of the future', () => {
    expect(layoutOf({ window: { fromUs: 2700, toUs: 3000 }, nowUs: 2900 }).arrows).toEqual([]);
    expect(layoutOf({ nowUs: 500, window: { fromUs: 0, toUs: 900 } }).arrows).toEqual([]);
    expect(layoutOf({ nowUs: 9000 }).nowX).toBeNull();
  });

  test('the arrow that is pointed at is the nearest, if any is near', () => {
    const { arrows } = layoutOf();
    const [first] = arrows;
    expect(arrowAt(arrows, (first!.x1 + first!.x2) / 2, (first!.y1 + first!.y2) / 2 + 2)).toBe(first);
    expect(arrowAt(arrows, 850, 20)).toBeNull();
  });
});

describe('the window of time', () => {
  const FOLLOWING = { spanUs: 1000, endUs: null };

  test('follows the playhead, with room for what comes, and begins with the run', () => {
    expect(windowOf(FOLLOWING, 50_000)).toEqual({ fromUs: 49_140, toUs: 50_140 });
    expect(windowOf(FOLLOWING, 0)).toEqual({ fromUs: 0, toUs: 1000 });
    expect(firstSpan(250)).toBe(10_000);
  });

  test('moved into the past it stands; moved back to the playhead it follows again', () => {
    const back = panned(FOLLOWING, 50_000, -2);
    expect(back).toEqual({ spanUs: 1000, endUs: 48_140 });
    expect(windowOf(back, 90_000)).toEqual({ fromUs: 47_140, toUs: 48_140 });
    expect(panned(back, 50_000, 5)).toEqual(FOLLOWING);
    expect(panned(FOLLOWING, 50_000, -500).endUs).toBe(1000);
  });

  test('nearer and farther keep the instant under the pointer', () => {
    const back = { spanUs: 1000, endUs: 40_000 };
    const near = zoomedAround(back, 50_000, 39_250, 1);
    expect(near.spanUs).toBe(500);
    const window = windowOf(near, 50_000);
    expect((39_250 - window.fromUs) / near.spanUs).toBeCloseTo(0.25);
    expect(zoomedAround(FOLLOWING, 50_000, 0, -1)).toEqual({ spanUs: 2000, endUs: null });
    expect(zoomedAround(FOLLOWING, 50_000, 0, 30).spanUs).toBe(200);
  });
});
