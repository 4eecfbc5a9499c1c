import { describe, expect, test } from 'vitest';
import { layoutStage, placeOtherBrokers } from './layoutStage.ts';
import { createRouteMap } from './routes.ts';

const keys = (count: number) => Array.from({ length: count }, (_, i) => `broker:${i + 1}`);

describe('brokers without a replica', () => {
  test('takeNoRoomWhenThereAreNone', () => {
    expect(placeOtherBrokers(1000, 500, [])).toEqual({ boxes: new Map(), height: 0, hidden: 0 });
  });

  test.each([
    ['wide', 900, 500, 3],
    ['wide', 900, 500, 12],
    ['wide', 900, 500, 24],
    ['phone', 390, 420, 5],
    ['phone', 390, 420, 9],
    ['phone, low', 390, 240, 5],
  ] as const)(
    'stand inside the stage and never on each other: %s, %i by %i, %i of them',
    (_, w, h, count) => {
      const { boxes, height, hidden } = placeOtherBrokers(w, h, keys(count));
      expect(hidden).toBe(0);
      const placed = [...boxes.values()];
      expect(placed).toHaveLength(count);
      for (const [i, box] of placed.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(w);
        expect(box.y).toBeGreaterThanOrEqual(h - height);
        expect(box.y + box.height).toBeLessThanOrEqual(h);
        expect(box.width).toBeGreaterThanOrEqual(60);
        for (const other of placed.slice(i + 1)) {
          const apart = box.x + box.width <= other.x || other.x + other.width <= box.x || box.y !== other.y;
          expect(apart).toBe(true);
        }
      }
    },
  );

  test('areCountedWhereTheyHaveNoRoom', () => {
    const { boxes, hidden } = placeOtherBrokers(390, 240, keys(20));
    expect(boxes.size + hidden).toBe(20);
    expect(hidden).toBeGreaterThan(0);
  });

  test('leaveTheLogsAboveThem', () => {
    const layout = layoutStage({
      size: 'wide',
      width: 1000,
      height: 520,
      brokers: keys(3),
      others: ['broker:4', 'broker:5'],
      producers: ['producer:p'],
      consumers: [],
      controllers: ['controller:101'],
    });
    const top = Math.min(...[...layout.others.values()].map(({ y }) => y));
    expect(layout.area.height).toBeLessThanOrEqual(top);
    for (const box of [...layout.brokers.values(), ...layout.producers.values()])
      expect(box.y + box.height).toBeLessThanOrEqual(top);
    // Their RPCs have a way to the controller, the leaders and the clients.
    const routes = createRouteMap(layout, keys(3));
    for (const peer of ['controller:101', 'broker:1'])
      expect(routes.between('broker:4', peer)?.points).toHaveLength(2);
    expect(routes.between('producer:p', 'broker:5')?.points).toHaveLength(2);
  });
});

test('ofACrowdOnlyTheOneThatIsPickedHasWays', () => {
  const layout = layoutStage({
    size: 'wide',
    width: 1000,
    height: 520,
    brokers: keys(3),
    others: keys(20).slice(3),
    producers: [],
    consumers: [],
    controllers: ['controller:101'],
  });
  const ways = (picked: string | null) => createRouteMap(layout, keys(3), picked);
  expect(ways(null).between('broker:9', 'controller:101')).toBeNull();
  expect(ways('broker:9').between('broker:9', 'controller:101')).not.toBeNull();
  expect(ways('broker:9').between('broker:9', 'broker:10')).not.toBeNull();
  expect(ways('broker:9').between('broker:10', 'broker:1')).toBeNull();
  expect(ways(null).between('broker:2', 'broker:1')).not.toBeNull();
});

test('clientsThatAreMeantHaveRoomBeforeOthers', () => {
  const consumers = Array.from({ length: 30 }, (_, i) => `consumer:team-${i + 1}`);
  const layout = (pointedAt: readonly string[]) =>
    layoutStage({
      size: 'wide',
      width: 1000,
      height: 400,
      brokers: keys(3),
      producers: ['producer:p'],
      consumers,
      controllers: ['controller:101'],
      pointedAt,
    });
  const usual = layout([]);
  const meant = layout(['consumer:team-30']);
  expect(usual.consumers.has('consumer:team-30')).toBe(false);
  expect(meant.consumers.has('consumer:team-30')).toBe(true);
  expect([meant.consumers.size, meant.hiddenClients]).toEqual([usual.consumers.size, usual.hiddenClients]);
  expect(meant.producers.has('producer:p')).toBe(true);
});
