import { expect, test } from 'vitest';
import { layoutStage } from './layoutStage.ts';
import { controllerLook, placeControllers, placeControllersAtFoot } from './placeControllers.ts';
import { createRouteMap } from './routes.ts';

const brokers = ['broker:1', 'broker:2', 'broker:3'];
const controllers = (count: number) =>
  Array.from({ length: count }, (_, index) => `controller:${101 + index}`);

function stage(width: number, height: number, count: number) {
  return layoutStage({
    size: width >= 860 ? 'wide' : width >= 600 ? 'medium' : 'phone',
    width,
    height,
    brokers,
    producers: ['producer:pay-api'],
    consumers: ['consumer:ledger-1'],
    controllers: controllers(count),
  });
}

const SIZES = [
  [972, 560],
  [832, 500],
  [724, 279],
  [724, 258],
  [390, 430],
  [390, 240],
] as const;

test.each(SIZES.flatMap(([width, height]) => [1, 3, 5].map((count) => [width, height, count] as const)))(
  'every controller has a place of its own: %i × %i, %i of them',
  (width, height, count) => {
    const layout = stage(width, height, count);
    const shown = count === 1 && height < 300 && width < 600 ? 0 : count;
    expect(layout.controllers.size).toBe(shown);
    const boxes = [
      ...layout.producers.values(),
      ...layout.consumers.values(),
      ...layout.controllers.values(),
    ];
    for (const [index, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(index + 1)) {
        const apart =
          box.x + box.width <= other.x ||
          other.x + other.width <= box.x ||
          box.y + box.height <= other.y ||
          other.y + other.height <= box.y;
        expect(apart).toBe(true);
      }
    }
    // Nobody gives way to them where there is a column.
    if (width >= 600) expect(layout.hiddenClients).toBe(0);
    else expect([...layout.controllers.values()].every(({ y }) => y >= layout.area.height)).toBe(true);
  },
);

test('what is said of a controller depends on its room', () => {
  expect(controllerLook({ x: 0, y: 0, width: 148, height: 40 })).toBe('card');
  expect(controllerLook({ x: 0, y: 0, width: 148, height: 24 })).toBe('row');
  expect(controllerLook({ x: 0, y: 0, width: 46, height: 24 })).toBe('chip');
  expect(placeControllers('chip', 0, 0, 148, controllers(5)).height).toBe(52);
  expect(placeControllersAtFoot(390, 400, []).height).toBe(0);
});

test.each(SIZES)('voters and brokers have a way to whom they ask: %i × %i', (width, height) => {
  const layout = stage(width, height, 3);
  const routes = createRouteMap(layout, brokers);
  for (const [asking, answering] of [
    ['controller:103', 'controller:101'],
    ['controller:102', 'controller:101'],
    ['broker:2', 'controller:102'],
    ['controller:101', 'broker:3'],
  ] as const) {
    const way = routes.between(asking, answering);
    expect(way).not.toBeNull();
    for (const { x, y } of way!.points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(height);
    }
  }
});
