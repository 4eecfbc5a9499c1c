import { describe, expect, test } from 'vitest';
import { computeBooks } from '../../../src/engine/cluster/business/computeBooks.ts';
import type { BusinessBooks } from '../../../src/shared/BusinessBooks.ts';
import type { FileConsumer, FileProducer, FileWorkload } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

const ACCOUNTS = ['alice', 'bob', 'carol'];
const OPENING = 1000;

function bank(
  producer: Omit<Partial<FileProducer>, 'workload'> & { readonly workload?: Partial<FileWorkload> },
  consumers: readonly FileConsumer[],
  replicas = 1,
) {
  return new ClusterTestContext({
    lawInterval: 997,
    file: {
      highwater: 1,
      brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
      configs: {
        'transaction.state.log.num.partitions': 1,
        'offsets.topic.num.partitions': 1,
        'group.initial.rebalance.delay.ms': 0,
      },
      topics: [{ name: 'ledger', partitions: 2, 'replication.factor': replicas }],
      producers: [
        {
          'client.id': 'bank',
          ...producer,
          configs: { 'linger.ms': 0, ...producer.configs },
          workload: {
            topic: 'ledger',
            keyList: ACCOUNTS,
            arrivals: { constant: '20/s' },
            end: '3s',
            ...producer.workload,
            transfers: { amount: 100, opening: OPENING, ...producer.workload?.transfers },
          },
        },
      ],
      consumers,
    },
  });
}

function reader(name: string, configs: FileConsumer['configs'] = {}): FileConsumer {
  return {
    'client.id': name,
    configs: { 'auto.offset.reset': 'earliest', ...configs },
    assign: ['ledger-0', 'ledger-1'],
  };
}

function booksOf(context: ClusterTestContext): BusinessBooks {
  context.run.settle();
  return computeBooks(context.run.cluster, { currency: 'EUR', opening: OPENING });
}

/** The parts add up to what was handed over, and money is made or lost only by halves. */
function checkSums({ transfers, totals, accounts, readers }: BusinessBooks): void {
  const parts = ['expected', 'open', 'aborted', 'neverHappened', 'happenedUntold'] as const;
  for (const field of ['transfers', 'amount'] as const)
    expect(parts.reduce((sum, part) => sum + transfers[part][field], 0)).toBe(transfers.handedOver[field]);
  expect(totals.expected).toBe(OPENING * accounts.length);
  for (const column of ['expected', 'log'] as const)
    expect(accounts.reduce((sum, account) => sum + account[column], 0)).toBe(totals[column]);
  readers.forEach((_, i) => {
    expect(accounts.reduce((sum, account) => sum + (account.readers[i] ?? 0), 0)).toBe(totals.readers[i]);
  });
}

describe('the books', () => {
  test('[business-books] all is well: every reader has the balances that are expected, and nothing is made or lost', () => {
    const context = bank(
      { workload: { keyPick: { kind: 'uniform' }, transfers: { amount: 5, amountMost: 90 } } },
      [reader('balances')],
    ).runUntil(8000);
    const books = booksOf(context);
    checkSums(books);
    expect(books.transfers).toMatchObject({
      handedOver: { transfers: 60 },
      expected: { transfers: 60 },
      storedTwice: { transfers: 0, amount: 0 },
    });
    const { amount } = books.transfers.expected;
    expect(amount).toBeGreaterThan(60 * 5);
    expect(amount).toBeLessThan(60 * 90);
    expect(books.readers[0]).toMatchObject({ counted: { transfers: 60, amount }, notYet: { transfers: 0 } });
    for (const { expected, log, readers } of books.accounts)
      expect([log, ...readers]).toEqual([expected, expected]);
    expect(new Set(books.accounts.map(({ expected }) => expected)).size).toBe(3);
    // The same seed, the same amounts and accounts.
    expect(booksOf(context)).toEqual(books);
  });

  test('[business-books] an answer is lost and idempotence is off: what is sent again is counted twice', () => {
    const configs = { 'enable.idempotence': false, acks: 1, 'request.timeout.ms': 1000 };
    const books = (context: ClusterTestContext) => {
      context.runUntil(1500);
      context.untilTrue(() => context.producer('bank').sent.size > 0);
      for (const kind of ['CutLink', 'MendLink'] as const) {
        for (const broker of [1, 2, 3])
          context.do({ kind, between: [`broker:${broker}`, 'producer:bank'], direction: 'forward' });
        context.runFor(2500);
      }
      return booksOf(context.runUntil(12_000));
    };
    const twice = books(bank({ configs }, [reader('balances')]));
    checkSums(twice);
    const { storedTwice, expected } = twice.transfers;
    expect(storedTwice.transfers).toBeGreaterThan(0);
    expect(storedTwice.amount).toBe(100 * storedTwice.transfers);
    expect(expected.transfers).toBe(60);
    expect(twice.readers[0]?.countedTwice).toEqual(storedTwice);
    expect(twice.accounts.some(({ expected: due, readers }) => readers[0] !== due)).toBe(true);
    const once = books(bank({ configs: { 'request.timeout.ms': 1000 } }, [reader('balances')]));
    expect(once.transfers.storedTwice.transfers).toBe(0);
    for (const { expected: due, readers } of once.accounts) expect(readers).toEqual([due]);
  });

  test('[business-books] acks=1 and the leader dies: the customer was told, and the money is nowhere', () => {
    const context = bank(
      { configs: { 'enable.idempotence': false, acks: 1 }, workload: { partition: 0 } },
      [reader('balances')],
      2,
    ).runUntil(1500);
    const { leader, isr } = context.registration('ledger-0');
    const follower = isr.find((broker) => broker !== leader) ?? -1;
    context
      .do({ kind: 'CutLink', between: [`broker:${leader}`, `broker:${follower}`] })
      .runFor(300)
      .kill(leader);
    context.do({ kind: 'MendLink', between: [`broker:${leader}`, `broker:${follower}`] }).runUntil(20_000);
    const books = booksOf(context);
    checkSums(books);
    const { lost, expected } = books.transfers;
    expect(lost.transfers).toBeGreaterThan(0);
    expect(lost.amount).toBe(100 * lost.transfers);
    expect(expected.transfers).toBeGreaterThanOrEqual(lost.transfers);
    expect(books.readers[0]?.neverToCome).toEqual(lost);
    expect(books.accounts.some(({ expected: due, log }) => log !== due)).toBe(true);
  });

  test('[business-books] a transfer of two records in one transaction: read_uncommitted sees half of it, and what is aborted', () => {
    const context = bank(
      {
        configs: { 'transactional.id': 'transfers' },
        workload: {
          arrivals: { constant: '10/s' },
          transaction: { records: 2, abortEvery: 5 },
          transfers: { amount: 100, records: 2 },
        },
      },
      [reader('balances', { 'isolation.level': 'read_committed' }), reader('monitor')],
    );
    const seen = { half: 0, early: 0, halfCommitted: 0 };
    for (let i = 0; i < 60; i++) {
      context.runFor(35);
      const [committed, uncommitted] = booksOf(context).readers;
      seen.half += uncommitted?.half.transfers ?? 0;
      seen.early += uncommitted?.countedEarly.transfers ?? 0;
      seen.halfCommitted += committed?.countedEarly.transfers ?? 0;
    }
    expect(seen.half).toBeGreaterThan(0);
    expect(seen.early).toBeGreaterThan(0);
    expect(seen.halfCommitted).toBe(0);
    const books = booksOf(context.runUntil(10_000));
    checkSums(books);
    expect(books.transfers).toMatchObject({ aborted: { transfers: 3 }, half: { transfers: 0 } });
    const [committed, uncommitted] = books.readers;
    expect(committed).toMatchObject({ isolation: 'read_committed', countedWrongly: { amount: 0 } });
    expect(uncommitted).toMatchObject({ isolation: 'read_uncommitted', countedWrongly: { amount: 300 } });
    for (const { expected, log, readers } of books.accounts)
      expect([log, readers[0]]).toEqual([expected, expected]);
    // An abort drops the second record where it had not left: the monitor has taken from the payer, and given to nobody.
    expect(uncommitted?.half).toEqual({ transfers: 3, amount: 300 });
    expect(books.totals.readers).toEqual([OPENING * 3, OPENING * 3 - 300]);
  });

  test('[business-books] a group whose member dies between work and commit does it once more', () => {
    const context = bank({ workload: { arrivals: { bursts: { records: 50, every: '1s' } } } }, [
      {
        'client.id': 'app',
        subscribe: ['ledger'],
        configs: {
          'group.id': 'bookkeeping',
          'auto.offset.reset': 'earliest',
          'enable.auto.commit': false,
          'session.timeout.ms': 6000,
        },
        processing: { perRecord: '5ms', commit: 'commitSync' },
      },
    ]).runUntil(2000);
    // Some of what it polled is done, and nothing of that is committed.
    const remaining = () => context.consumer('app').processing.remaining(context.run.cluster.nowUs);
    context.untilTrue(() => remaining() > 20).runFor(60);
    expect(remaining()).toBeGreaterThan(0);
    context.do({ kind: 'KillClient', client: 'consumer:app' }).runFor(500);
    context.do({ kind: 'StartClient', client: 'consumer:app' }).runUntil(16_000);
    const books = booksOf(context);
    checkSums(books);
    const [group] = books.readers;
    expect(group).toMatchObject({ reader: 'bookkeeping', isGroup: true, notYet: { transfers: 0 } });
    expect(group?.countedTwice.transfers).toBeGreaterThan(0);
    expect(group?.countedTwice.amount).toBe(100 * (group?.countedTwice.transfers ?? 0));
    expect(books.transfers.storedTwice.transfers).toBe(0);
  });
});
