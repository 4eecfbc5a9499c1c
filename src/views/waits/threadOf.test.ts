import { expect, test } from 'vitest';
import type { WaitView } from '../../bridge/frame.ts';
import { threadOf } from './waitRows.ts';

const wait = (what: WaitView['what'], who: string, broker: number | null): WaitView => ({
  key: 'k',
  who,
  what,
  partition: 'payments-0',
  broker,
  correlationId: null,
  requiredOffset: null,
  currentOffset: null,
  attempt: null,
  error: null,
  sinceUs: 0,
  endsUs: null,
});

test.each([
  ['ProducerForResponse', 'producer:p', 2, ['producer:p', 'broker:2']],
  ['ProducerRetry', 'producer:p', null, ['producer:p', 'broker:1']],
  ['FollowerFetch', 'broker:3', 1, ['broker:3', 'broker:1']],
  // The wait says who is asked for it only by the partition, when the broker it names is the waiter itself.
  ['FollowerBackoff', 'broker:3', 3, ['broker:3', 'broker:1']],
  ['FollowerBackoff', 'broker:1', 1, null],
  ['FencingOfBroker', 'broker:3', 3, ['controller:101', 'broker:3']],
  ['IsrChange', 'broker:1', 1, ['broker:1', 'controller:101']],
  ['ProduceForHighWatermark', 'broker:1', 1, null],
] as const)('%s of %s', (what, who, broker, thread) => {
  expect(threadOf(wait(what, who, broker), () => 1, 'controller:101')).toEqual(thread);
});

test('withoutALeaderOrAnActiveControllerThereIsNobodyToDrawItTo', () => {
  expect(threadOf(wait('ProducerRetry', 'producer:p', null), () => -1, null)).toBeNull();
  expect(threadOf(wait('IsrChange', 'broker:1', 1), () => 1, null)).toBeNull();
});
