import { describe, expect, test } from 'vitest';
import type { Death } from '../protocol/queueRequests.ts';
import { isDeadLetterCycle, withDeath } from './deadLetters.ts';
import { nextConsumer } from './nextConsumer.ts';
import { requeuePlace } from './requeuePlace.ts';
import { routeMessage } from './routeMessage.ts';
import { topicMatches } from './topicMatches.ts';

describe('[queue-routing] a topic pattern', () => {
  test.each([
    ['stock.usd.nyse', 'stock.usd.nyse', true],
    ['stock.usd.nyse', 'stock.usd', false],
    ['*.orange.*', 'quick.orange.rabbit', true],
    ['*.orange.*', 'quick.orange.male.rabbit', false],
    ['*.orange.*', 'orange', false],
    ['lazy.#', 'lazy', true],
    ['lazy.#', 'lazy.brown.fox', true],
    ['lazy.#', 'lazybones', false],
    ['#', '', true],
    ['#', 'a.b.c', true],
    ['*', 'a', true],
    ['*', 'a.b', false],
    ['*', '', true],
    ['#.rabbit', 'rabbit', true],
    ['#.rabbit', 'a.b.rabbit', true],
    ['#.rabbit', 'a.rabbit.b', false],
    ['a.#.b', 'a.b', true],
    ['a.#.b', 'a.x.y.b', true],
    ['a.#.b', 'a.x.y', false],
    ['a.*.#', 'a', false],
    ['a.*.#', 'a.b', true],
    ['#.#', 'a', true],
    ['#.a.#', 'b.a.a.c', true],
    ['stock.*', 'stock.', true],
  ])('%s and the key %s: %s', (pattern, key, fits) => {
    expect(topicMatches(pattern, key)).toBe(fits);
  });
});

describe('[queue-routing] queues of a message', () => {
  const queue = (name: string) => ({
    name,
    durable: true,
    messageTtlUs: null,
    maxLength: null,
    overflow: 'drop-head' as const,
    deadLetterExchange: null,
    deadLetterRoutingKey: null,
  });
  const config = {
    exchanges: [
      { name: 'd', type: 'direct' as const },
      { name: 'f', type: 'fanout' as const },
      { name: 't', type: 'topic' as const },
    ],
    queues: ['one', 'two', 'three'].map(queue),
    bindings: [
      { exchange: 'd', queue: 'two', key: 'red' },
      { exchange: 'd', queue: 'one', key: 'red' },
      { exchange: 'd', queue: 'three', key: '#' },
      { exchange: 'f', queue: 'three', key: 'of no meaning' },
      { exchange: 'f', queue: 'one', key: '' },
      { exchange: 't', queue: 'one', key: 'a.#' },
      { exchange: 't', queue: 'one', key: '*.b' },
      { exchange: 't', queue: 'two', key: 'a' },
    ],
  };
  test.each([
    ['direct: equal keys, and no pattern', 'd', 'red', ['one', 'two']],
    ['direct: no binding', 'd', 'blue', []],
    ['fanout: whatever the key', 'f', 'blue', ['one', 'three']],
    ['topic: two bindings of one queue fit, and it gets one message', 't', 'a.b', ['one']],
    ['topic', 't', 'a', ['one', 'two']],
    ['the default exchange knows queues by their names', '', 'two', ['two']],
    ['the default exchange and no such queue', '', 'a.b', []],
    ['no such exchange', 'x', 'red', []],
  ])('%s', (_name, exchange, key, queues) => {
    expect(routeMessage(config, exchange, key)).toEqual(queues);
  });
});

describe('[queue-dispatch] whose turn it is', () => {
  test.each<[string, number[], number[], number[], number | null, number[], number[]]>([
    ['the first, and it goes behind all others', [1, 2, 3], [], [1, 2, 3], 1, [2, 3, 1], []],
    ['who is full is passed over, and not asked again', [1, 2, 3], [], [2, 3], 2, [3, 2], [1]],
    ['all are full', [1, 2], [3], [], null, [], [3, 1, 2]],
    ['nobody consumes', [], [], [], null, [], []],
    ['who is blocked is not asked, whatever it could take', [2], [1], [1, 2], 2, [2], [1]],
  ])('%s', (_name, active, blocked, free, consumer, activeThen, blockedThen) => {
    const turn = nextConsumer(active, blocked, (node) => free.includes(node));
    expect(turn).toEqual({ consumer, active: activeThen, blocked: blockedThen });
  });
});

test('[queue-acknowledgement] a message goes back to its place, or as near to the head as what is left allows', () => {
  const ready = [3, 5, 9].map((place) => ({ place }));
  for (const [place, at] of [
    [0, 0],
    [4, 1],
    [6, 2],
    [12, 3],
  ] as const)
    expect(requeuePlace(ready, place)).toBe(at);
  expect(requeuePlace([], 7)).toBe(0);
});

describe('[queue-dead-letters] deaths', () => {
  const death = (queue: string, reason: Death['reason'], count = 1): Death => ({ queue, reason, count });

  test('the newest stands first, and one that comes again is counted', () => {
    const once = withDeath([], 'a', 'expired');
    const twice = withDeath(once, 'b', 'rejected');
    expect(twice).toEqual([death('b', 'rejected'), death('a', 'expired')]);
    expect(withDeath(twice, 'a', 'expired')).toEqual([death('a', 'expired', 2), death('b', 'rejected')]);
    expect(withDeath(twice, 'a', 'maxlen')).toEqual([death('a', 'maxlen'), ...twice]);
  });

  test.each([
    ['it was never there', [death('a', 'expired')], 'b', false],
    ['it was there, and came round by itself', [death('a', 'expired')], 'a', true],
    ['somebody rejected it since', [death('b', 'rejected'), death('a', 'expired')], 'a', false],
    ['it was rejected there', [death('b', 'expired'), death('a', 'rejected')], 'a', false],
    ['it was rejected before it was there', [death('a', 'maxlen'), death('b', 'rejected')], 'a', true],
    ['no deaths', [], 'a', false],
  ])('a cycle? %s', (_name, deaths, queue, isCycle) => {
    expect(isDeadLetterCycle(deaths, queue)).toBe(isCycle);
  });
});
