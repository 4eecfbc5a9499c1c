import { describe, expect, test } from 'vitest';
import type { Box } from '../cluster/layoutStage.ts';
import { heightOfMap, layoutMap, type MapInput } from './layoutMap.ts';
import { createMapRoutes } from './mapRoutes.ts';

function input(over: Partial<MapInput> = {}): MapInput {
  return {
    width: 980,
    height: 560,
    brokers: [1, 2, 3, 4].map((id) => ({ key: `broker:${id}`, barCount: 7 })),
    producers: ['producer:pay-api', 'producer:card-feed'],
    controllers: ['controller:101'],
    groups: [{ key: 'group:ledger', members: ['consumer:a', 'consumer:b'] }],
    consumers: ['consumer:alone'],
    ...over,
  };
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const SIZES = [
  [1180, 620],
  [980, 560],
  [760, 480],
  [390, 520],
] as const;

describe('the map of a cluster', () => {
  test('shows four brokers in one line with all their replicas where there is room', () => {
    const { brokers } = layoutMap(input());
    expect(new Set([...brokers.values()].map(({ y }) => y)).size).toBe(1);
    expect([...brokers.values()].map(({ lines }) => lines)).toEqual([7, 7, 7, 7]);
  });

  test.each(SIZES)('at %i × %i lets nothing lie on anything else, nor outside', (width, height) => {
    for (const count of [1, 2, 3, 5, 9]) {
      const brokers = Array.from({ length: count }, (_, i) => ({ key: `broker:${i + 1}`, barCount: 6 }));
      if (heightOfMap(width, height, count) !== height) continue;
      const layout = layoutMap(input({ width, height, brokers }));
      const cards = [
        ...layout.brokers.values(),
        ...layout.producers.values(),
        ...layout.controllers.values(),
        ...layout.groups.values(),
        ...(layout.consumers.has('consumer:alone') ? [layout.consumers.get('consumer:alone')!] : []),
      ];
      cards.forEach((card, i) => {
        expect(card.x).toBeGreaterThanOrEqual(0);
        expect(card.x + card.width).toBeLessThanOrEqual(width);
        expect(card.y + card.height).toBeLessThanOrEqual(height);
        for (const other of cards.slice(i + 1)) expect(overlaps(card, other)).toBe(false);
      });
    }
  });

  test('counts whom it has no room for', () => {
    const producers = Array.from({ length: 20 }, (_, i) => `producer:${i}`);
    const { producers: shown, hiddenProducers } = layoutMap(input({ producers }));
    expect(shown.size + hiddenProducers).toBe(20);
    expect(hiddenProducers).toBeGreaterThan(0);
  });

  test('keeps members inside the card of their group', () => {
    const members = Array.from({ length: 12 }, (_, i) => `consumer:${i}`);
    const { groups, consumers } = layoutMap(input({ groups: [{ key: 'group:g', members }], consumers: [] }));
    const card = groups.get('group:g')!;
    expect(consumers.size).toBeGreaterThan(1);
    for (const box of consumers.values()) {
      expect(box.x).toBeGreaterThanOrEqual(card.x);
      expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width);
    }
  });

  test('has lines for a finger: fewer of them, and each broker one at least', () => {
    const { brokers } = layoutMap(input({ lineHeight: 44 }));
    for (const { lines, height } of brokers.values()) {
      expect(lines).toBeGreaterThanOrEqual(1);
      expect(lines).toBeLessThan(7);
      expect(height - lines * 44).toBe(layoutMap(input()).brokers.get('broker:1')!.height - 7 * 22);
    }
    expect(heightOfMap(390, 240, 3, 44)).toBe(334 + 2 * 22);
  });

  test('gives way to the heat map when there are too many brokers', () => {
    expect(heightOfMap(980, 560, 4)).toBe(560);
    expect(heightOfMap(390, 240, 3)).toBe(334);
    expect(heightOfMap(320, 240, 3)).toBe(334);
    expect(heightOfMap(980, 560, 200)).toBeNull();
  });
});

describe('ways on the map', () => {
  const layout = layoutMap(input());
  const routes = createMapRoutes(layout);

  test('lead from who asks to who answers', () => {
    const way = routes.between('producer:pay-api', 'broker:2')!;
    const producer = layout.producers.get('producer:pay-api')!;
    const broker = layout.brokers.get('broker:2')!;
    expect(way.points[0]!.y).toBe(producer.y + producer.height);
    expect(way.points.at(-1)!.y).toBe(broker.y);
  });

  test('of replication hang below the brokers, and those there and back are two', () => {
    const there = routes.between('broker:1', 'broker:3')!;
    const back = routes.between('broker:3', 'broker:1')!;
    const { y, height } = layout.brokers.get('broker:1')!;
    expect(Math.max(...there.points.map((point) => point.y))).toBeGreaterThan(y + height + 10);
    expect(there.points[0]).not.toEqual(back.points.at(-1));
  });

  test('end beside each other, in the order of where they come from', () => {
    const ends = (pairs: readonly (readonly [string, string])[]) =>
      pairs.map(([asking, answering]) => routes.between(asking, answering)!.points.at(-1)!.x);
    const all = [
      ends(['producer:pay-api', 'producer:card-feed'].map((key) => [key, 'broker:3'])),
      ends([1, 2, 4].map((id) => [`broker:${id}`, 'broker:3'])),
      ends(['consumer:a', 'consumer:b', 'consumer:alone'].map((key) => [key, 'broker:3'])),
    ];
    for (const xs of all) {
      expect(xs).toEqual([...xs].sort((a, b) => a - b));
      expect(new Set(xs).size).toBe(xs.length);
    }
  });

  test('hang the lower the farther they go', () => {
    const lowest = (to: string) => Math.max(...routes.between('broker:1', to)!.points.map(({ y }) => y));
    expect(lowest('broker:3')).toBeGreaterThan(lowest('broker:2') + 3);
    expect(lowest('broker:4')).toBeGreaterThan(lowest('broker:3') + 3);
  });

  test('reach every member, and nobody who is not there', () => {
    expect(routes.between('consumer:b', 'broker:1')).not.toBeNull();
    expect(routes.between('consumer:nobody', 'broker:1')).toBeNull();
  });
});
