import { expect, test } from 'vitest';
import type { NodeContext } from '../node/Node.ts';
import type { AddPartitionsToTxnRequest } from '../protocol/requests.ts';
import { AddPartitionsToTxnManager } from './AddPartitionsToTxnManager.ts';
import type { AnsweredQuestion, TransactionQuestion } from './AddPartitionsToTxnManager.ts';

/** A context in which only sending, time and timers are of use. */
function world(): {
  readonly ctx: NodeContext;
  readonly sent: AddPartitionsToTxnRequest[];
  at(us: number): void;
} {
  let nowUs = 0;
  const sent: AddPartitionsToTxnRequest[] = [];
  const ctx = {
    get nowUs() {
      return nowUs;
    },
    directory: { brokers: new Map([[2, 7]]) },
    request: (_target: number, request: AddPartitionsToTxnRequest) => sent.push(request),
    setTimer: () => undefined,
    cancelTimer: () => undefined,
  } as unknown as NodeContext;
  return { ctx, sent, at: (us) => (nowUs = us) };
}

function question(
  transactionalId: string,
  producerEpoch = 0,
  asker = transactionalId,
): TransactionQuestion<string> {
  const partitions = ['orders-0', 'orders-1'];
  return { transactionalId, producerId: 1, producerEpoch, partitions, verifyOnly: false, askedUs: 0, asker };
}

function told(answer: AnsweredQuestion<string> | null | undefined): readonly [string, string] | null {
  return answer ? [answer.question.asker, [...new Set(answer.errors.values())].join()] : null;
}

test('[T11] asks a coordinator one request at a time, with all that came up meanwhile', () => {
  const { ctx, sent } = world();
  const manager = new AddPartitionsToTxnManager<string>();
  expect(manager.isDormant).toBe(true);
  manager.ask(2, question('a'), ctx);
  manager.ask(2, question('b'), ctx);
  manager.ask(2, question('c'), ctx);
  expect(sent.map(({ transactions }) => transactions.map((one) => one.transactionalId))).toEqual([['a']]);
  expect(manager.size).toBe(3);
  const partitions = [
    { topicPartition: 'orders-0', error: 'NONE' },
    { topicPartition: 'orders-1', error: 'CONCURRENT_TRANSACTIONS' },
  ] as const;
  const answered = manager.handleResponse(
    {
      kind: 'AddPartitionsToTxnResponse',
      error: 'NONE',
      resultsByTransaction: [{ transactionalId: 'a', partitions }],
    },
    1,
    ctx,
  );
  expect(answered.map(({ question: { asker }, errors }) => [asker, [...errors]])).toEqual([
    ['a', [['orders-1', 'CONCURRENT_TRANSACTIONS']]],
  ]);
  expect(sent[1]?.transactions.map((one) => one.transactionalId)).toEqual(['b', 'c']);
  const refused = {
    kind: 'AddPartitionsToTxnResponse',
    error: 'NOT_COORDINATOR',
    resultsByTransaction: [],
  } as const;
  expect(manager.handleResponse(refused, 2, ctx).map(told)).toEqual([
    ['b', 'NOT_COORDINATOR'],
    ['c', 'NOT_COORDINATOR'],
  ]);
  expect(manager.size).toBe(0);
});

test('[T11] of two questions about one id that wait, the newer epoch stays', () => {
  const { ctx, sent } = world();
  const manager = new AddPartitionsToTxnManager<string>();
  manager.ask(2, question('first'), ctx);
  expect(manager.ask(2, question('a', 3, 'sent'), ctx)).toBeNull();
  expect(told(manager.ask(2, question('a', 3, 'sent again'), ctx))).toEqual(['sent', 'NETWORK_EXCEPTION']);
  expect(told(manager.ask(2, question('a', 2, 'zombie'), ctx))).toEqual(['zombie', 'INVALID_PRODUCER_EPOCH']);
  expect(told(manager.ask(2, question('a', 4, 'successor'), ctx))).toEqual([
    'sent again',
    'INVALID_PRODUCER_EPOCH',
  ]);
  expect(sent).toHaveLength(1);
});

test('[T11] a coordinator that is gone has answered nothing, and is asked again 50 ms later', () => {
  const { ctx, sent, at } = world();
  const manager = new AddPartitionsToTxnManager<string>();
  manager.ask(2, question('a'), ctx);
  const lost = manager.onDisconnected(2, 'ConnectionClosed', Number.MAX_SAFE_INTEGER, ctx);
  expect(lost.map(told)).toEqual([['a', 'NETWORK_EXCEPTION']]);
  manager.ask(2, question('b'), ctx);
  expect(sent).toHaveLength(1);
  at(50_000);
  expect(manager.onTimer(2, ctx)).toEqual([]);
  expect(sent).toHaveLength(2);
  // The time for the answer is over.
  expect(manager.onTimer(2, ctx).map(told)).toEqual([['b', 'NETWORK_EXCEPTION']]);
});
