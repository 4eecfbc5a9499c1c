import { describe, expect, it } from 'vitest';
import type { QueueClientView, StoreView } from '../../bridge/frame.ts';
import { layoutStage, type StageLayoutInput } from './layoutStage.ts';
import { createRouteMap } from './routes.ts';
import { standBeside, waysBeside } from './standBeside.ts';

const store: StoreView = {
  kind: 'store',
  key: 'store:ledger-db',
  name: 'ledger-db',
  isDown: false,
  rows: 0,
  transactions: 0,
  failed: 0,
  refused: 0,
  atWork: 0,
  users: ['consumer:a', 'consumer:b'],
};
const queueClient = (key: string, queue: string | null, isConnected = true): QueueClientView => ({
  kind: 'queueClient',
  key,
  clientId: key,
  broker: 'rabbit',
  queue,
  process: 'running',
  pausedSinceUs: null,
  isConnected,
  prefetch: 0,
  autoAck: false,
  published: 0,
  confirmed: 0,
  held: 0,
  done: 0,
});
const model = {
  stores: [store, { ...store, key: 'store:unused', users: [] }],
  queueBrokers: [
    {
      kind: 'queueBroker',
      key: 'queueBroker:rabbit',
      name: 'rabbit',
      process: 'running',
      sinceUs: 0,
      published: 0,
      unroutable: 0,
    },
  ],
  queueClients: [
    queueClient('queueConsumer:worker', 'jobs'),
    queueClient('publisher:shop', null),
    queueClient('queueConsumer:away', null, false),
  ],
} as const;

describe('what is outside of Kafka', () => {
  it('stands beside who uses it, a queue broker between its publishers and its consumers', () => {
    expect(standBeside(model)).toEqual([
      { key: 'store:ledger-db', users: ['consumer:a', 'consumer:b'] },
      { key: 'publisher:shop', users: [] },
      { key: 'queueBroker:rabbit', users: [] },
      { key: 'queueConsumer:worker', users: [] },
      { key: 'queueConsumer:away', users: [] },
    ]);
  });

  it('has a wire to each that speaks to it', () => {
    expect(waysBeside(model)).toEqual([
      ['consumer:a', 'store:ledger-db'],
      ['consumer:b', 'store:ledger-db'],
      ['queueConsumer:worker', 'queueBroker:rabbit'],
      ['publisher:shop', 'queueBroker:rabbit'],
    ]);
  });
});

describe('their place', () => {
  const input: StageLayoutInput = {
    size: 'wide',
    width: 1200,
    height: 620,
    brokers: ['broker:1', 'broker:2', 'broker:3'],
    producers: ['producer:p'],
    consumers: ['consumer:a', 'consumer:b', 'consumer:c'],
    controllers: ['controller:101'],
    beside: standBeside(model),
  };

  it('is in the column, below the last of their users and above who comes next', () => {
    const { beside, consumers, controllers } = layoutStage(input);
    const box = beside.get('store:ledger-db')!;
    expect(box.y).toBeGreaterThan(consumers.get('consumer:b')!.y + consumers.get('consumer:b')!.height);
    expect(box.y + box.height).toBeLessThan(consumers.get('consumer:c')!.y);
    const queue = [...beside.values()].slice(1);
    expect(queue.map(({ y }) => y)).toEqual(queue.map(({ y }) => y).sort((a, b) => a - b));
    expect(queue[0]!.y).toBeGreaterThan(consumers.get('consumer:c')!.y + consumers.get('consumer:c')!.height);
    expect(queue.at(-1)!.y + 28).toBeLessThan(controllers.get('controller:101')!.y);
  });

  it.each([1200, 900])('leaves no two cards on one another at a width of %i', (width) => {
    for (const height of [320, 420, 520, 700]) {
      const { beside, producers, consumers, controllers } = layoutStage({
        ...input,
        size: width > 1000 ? 'wide' : 'medium',
        width,
        height,
      });
      const boxes = [...producers, ...consumers, ...beside, ...controllers].map(([, box]) => box);
      const sorted = boxes.sort((a, b) => a.y - b.y);
      for (const [i, box] of sorted.entries()) {
        const next = sorted[i + 1];
        const isInLine = next !== undefined && next.x < box.x + box.width && box.x < next.x + next.width;
        if (isInLine) expect(box.y + box.height, `height ${height}`).toBeLessThanOrEqual(next.y);
      }
    }
  });

  it('has a way to its user right of the column, and none to who has no card', () => {
    const layout = layoutStage(input);
    const routes = createRouteMap(layout, input.brokers);
    const way = routes.between('consumer:a', 'store:ledger-db');
    expect(way?.points.at(-1)?.y).toBe(layout.beside.get('store:ledger-db')!.y + 14);
    expect(way?.points[1]?.x).toBeLessThan(input.width);
    expect(routes.between('consumer:gone', 'store:ledger-db')).toBe(null);
  });

  it('is nowhere when none of their users has a card', () => {
    const { beside } = layoutStage({
      ...input,
      consumers: [],
      beside: [{ key: 'store:x', users: ['consumer:a'] }],
    });
    expect(beside.size).toBe(0);
  });
});
