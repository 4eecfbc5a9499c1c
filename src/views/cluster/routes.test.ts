import { expect, test } from 'vitest';
import { dotStrength, framesPerHop, regimeBoundary } from './motionRegime.ts';
import { flightProgress } from './drawRpcs.ts';
import { layoutStage } from './layoutStage.ts';
import { createRoute, createRouteMap, pointAt, roundedPath } from './routes.ts';

const brokers = ['broker:1', 'broker:2', 'broker:3'];
const stage = (width: number, height: number) =>
  layoutStage({
    size: width >= 860 ? 'wide' : width >= 600 ? 'medium' : 'phone',
    width,
    height,
    brokers,
    producers: ['producer:pay-api'],
    consumers: ['consumer:ledger-1'],
    controllers: ['controller:101'],
  });

test('placesAnRpcByThreeInstantsAndNothingElse', () => {
  const route = createRoute([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]);
  expect(pointAt(route, flightProgress(1000, 1500, 1250))).toMatchObject({ x: 100, y: 0 });
  expect(pointAt(route, flightProgress(1000, 1500, 1375))).toMatchObject({ x: 100, y: 50 });
  expect(pointAt(route, 1)).toMatchObject({ x: 100, y: 100, angle: Math.PI / 2 });
});

test('drawsDotsFromFourFramesAHopAndRibbonsBelowTwo', () => {
  expect(dotStrength(framesPerHop(250, 2000))).toBe(1);
  expect(dotStrength(framesPerHop(250, 1_000_000))).toBe(0);
  const between = dotStrength(framesPerHop(250, regimeBoundary(250)));
  expect(between).toBe(0.5);
});

test.each([
  [972, 500],
  [724, 278],
  [390, 430],
  [390, 240],
])('keepsEveryWayInsideThePicture: %i × %i', (width, height) => {
  const layout = stage(width, height);
  const routes = createRouteMap(layout, brokers);
  const ways = [
    routes.between('broker:2', 'broker:1'),
    routes.between('broker:3', 'broker:1'),
    routes.between('broker:1', 'broker:3'),
    routes.between('producer:pay-api', 'broker:3'),
    routes.between('consumer:ledger-1', 'broker:1'),
    routes.between('broker:2', 'controller:101'),
  ];
  for (const way of ways) {
    expect(way).not.toBeNull();
    expect(way!.length).toBeGreaterThan(10);
    for (const { x, y } of way!.points) {
      // Beside the logs, or below them where a phone has its controllers.
      if (y < layout.area.height) expect(x).toBeGreaterThanOrEqual(layout.area.x1);
      // On a phone clients stand beyond the right edge.
      expect(x).toBeLessThanOrEqual(width + 12);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(height);
    }
  }
  expect(routes.between('broker:2', 'broker:9')).toBeNull();
});

test('givesTheSameWayEachTime', () => {
  const routes = createRouteMap(stage(972, 500), brokers);
  expect(routes.between('broker:2', 'broker:1')).toBe(routes.between('broker:2', 'broker:1'));
});

test('countsClientsThatFindNoRoom', () => {
  const layout = layoutStage({
    size: 'wide',
    width: 972,
    height: 300,
    brokers,
    producers: ['producer:a', 'producer:b', 'producer:c'],
    consumers: ['consumer:d', 'consumer:e'],
    controllers: ['controller:101'],
  });
  expect(layout.roomyClients).toBe(false);
  expect(layout.producers.size + layout.consumers.size + layout.hiddenClients).toBe(5);
  expect(layout.hiddenClients).toBeGreaterThan(0);
});

/** Of a phone: with the panels open, and with the text half up. */
test.each([337, 290, 240])(
  'onAPhoneOf%dPxClientsStandBelowTheLogsAndTheirWaysBeginAtTheirCards',
  (height) => {
    const layout = layoutStage({
      size: 'phone',
      width: 390,
      height,
      brokers,
      producers: ['producer:a'],
      consumers: ['consumer:b', 'consumer:c'],
      controllers: ['controller:101'],
    });
    const cards = [...layout.producers, ...layout.consumers];
    expect(cards.map(([key]) => key)).toEqual(['producer:a', 'consumer:b']);
    expect(layout.hiddenClients).toBe(1);
    const routes = createRouteMap(layout, brokers);
    for (const [key, box] of cards) {
      // As large as a finger, below the logs and inside of the picture.
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      expect(box.y).toBeGreaterThanOrEqual(layout.area.seaBottom);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      const [start] = routes.between(key, 'broker:1')!.points;
      expect(start).toEqual({ x: box.x + box.width / 2, y: box.y });
    }
    // Whom there is no room for is counted, and comes from beyond the edge.
    expect(layout.countAt).not.toBeNull();
    expect(routes.between('consumer:c', 'broker:1')!.points[0]!.x).toBeGreaterThan(390);
  },
);

test('roundsCorners', () => {
  expect(
    roundedPath([
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 20 },
    ]),
  ).toBe('M0 0L12 0Q20 0 20 8L20 20');
});
