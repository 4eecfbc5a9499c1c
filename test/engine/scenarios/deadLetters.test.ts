import { describe, expect, test } from 'vitest';
import { computeStoreLedgers } from '../../../src/engine/cluster/storeLedger.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import type { FileConsumer, FileProducer } from '../../../src/scenario/ScenarioFile.ts';
import type { FileErrors, FileSink, FileStore } from '../../../src/scenario/outside/OutsideFile.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

const RECORDS = 40;

function application(name: string, topic: string, processing: object): FileConsumer {
  return {
    'client.id': name,
    subscribe: [topic],
    configs: {
      'group.id': name,
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': 'false',
      'max.poll.records': 10,
      'session.timeout.ms': 6000,
    },
    processing: { perRecord: '10ms', commit: 'commitSync', ...processing },
  };
}

const sender = (name: string, topic: string): FileProducer => ({
  'client.id': name,
  configs: { 'linger.ms': 0 },
  workload: { topic, arrivals: null },
});

interface Made {
  readonly errors?: FileErrors;
  readonly sink?: FileSink;
  readonly later?: boolean;
  readonly store?: Partial<FileStore>;
  readonly rules?: Partial<Rules>;
  /** Broker that leads the dead-letter topic, if not the one that leads all. */
  readonly deadLettersOn?: number;
}

/** Payments, their application, and where asked for the applications of two retry topics. */
function ladder({ errors = {}, sink, later = false, store, rules, deadLettersOn = 1 }: Made) {
  const use = { store: { name: 'db', unique: 'id' } };
  const to = (retryTopic: string) => ({ ...errors, poison: [], retryTopic, deadLetterTopic: 'payments-dlt' });
  return new ClusterTestContext({
    // A planted fault is to be seen by its effects here; that the law sees it too, the swarm shows.
    lawInterval: rules ? Infinity : 499,
    ...(rules && { rules }),
    file: {
      highwater: 1,
      brokers: (deadLettersOn === 1 ? [1] : [1, deadLettersOn]).map((id) => ({ 'node.id': id })),
      configs: {
        'offsets.topic.num.partitions': 1,
        'offsets.topic.replication.factor': 1,
        'group.initial.rebalance.delay.ms': 0,
      },
      topics: ['payments', 'retry-5s', 'retry-1m', 'payments-dlt'].map((name) => ({
        name,
        replicas: { 0: [name === 'payments-dlt' ? deadLettersOn : 1] },
      })),
      producers: [
        {
          'client.id': 'pay',
          workload: {
            topic: 'payments',
            arrivals: { bursts: { records: RECORDS, every: '1h' } },
            start: '1s',
          },
        },
        sender('pay-retry', 'retry-5s'),
        ...(later ? [sender('retry-5s-retry', 'retry-1m'), sender('retry-1m-retry', 'payments-dlt')] : []),
      ],
      consumers: [
        application('app', 'payments', {
          ...use,
          errors: { ...errors, producer: 'pay-retry' },
          ...(sink && { sink }),
        }),
        ...(later
          ? [
              application('later-5s', 'retry-5s', {
                ...use,
                delay: '5s',
                errors: { ...to('retry-1m'), producer: 'retry-5s-retry' },
              }),
              application('later-1m', 'retry-1m', {
                ...use,
                delay: '1min',
                errors: {
                  ...errors,
                  poison: [],
                  retriable: 0,
                  deadLetterTopic: 'payments-dlt',
                  producer: 'retry-1m-retry',
                },
              }),
            ]
          : []),
      ],
      stores: [{ name: 'db', ...store }],
    },
  });
}

function ledgersOf(context: ClusterTestContext) {
  return computeStoreLedgers(context.run.cluster).map(
    ({ group, due, applied, appliedTwice, forwarded, skipped, lost }) => ({
      group,
      due: due.size,
      applied: applied.size,
      twice: appliedTwice.size,
      forwarded: forwarded.size,
      skipped: skipped.size,
      lost: lost.size,
    }),
  );
}

const NONE = { twice: 0, forwarded: 0, skipped: 0, lost: 0 };
const endOf = (context: ClusterTestContext, topic: string) => context.ends(1, `${topic}-0`).leo;
const poison = [{ partition: 'payments-0', offset: 7 }];

describe('records that cannot be worked on', () => {
  test('[outside-errors] one that never passes stops who does not catch it; what was not committed comes again, and stops it again', () => {
    const context = ladder({ errors: { poison } }).runUntil(4000);
    expect(context.facts('ConsumerFailed').map(({ event }) => event.error)).toEqual(['DataException']);
    expect(context.facts('OffsetCommitAcknowledged')).toEqual([]);
    expect(ledgersOf(context)).toEqual([{ group: 'app', ...NONE, due: 0, applied: 7 }]);
    context.do({ kind: 'StartClient', client: 'consumer:app' }).runUntil(9000);
    expect(context.facts('ConsumerFailed')).toHaveLength(2);
    const skipping = ladder({ errors: { poison, then: 'skip' } }).runUntil(4000);
    expect(ledgersOf(skipping)).toEqual([{ group: 'app', ...NONE, due: RECORDS, applied: 39, skipped: 1 }]);
  });

  test('[outside-dead-letters] to a dead-letter topic goes what never passes, and what did not in so many tries; with where it comes from', () => {
    const errors = { poison, retriable: 20, attempts: 2, backoff: '100ms', deadLetterTopic: 'payments-dlt' };
    const context = ladder({ errors }).runUntil(8000);
    const sent = context.facts('RecordForwarded').map(({ event }) => event);
    expect(sent.find(({ offset }) => offset === 7)).toMatchObject({ attempts: 1, error: 'DataException' });
    const tried = sent.filter(({ offset }) => offset !== 7);
    expect(tried.length).toBeGreaterThan(2);
    for (const one of tried) expect(one).toMatchObject({ attempts: 2, error: 'RetriableException' });
    expect(endOf(context, 'payments-dlt')).toBe(sent.length);
    expect(ledgersOf(context)).toEqual([
      { group: 'app', ...NONE, due: RECORDS, applied: RECORDS - sent.length, forwarded: sent.length },
    ]);
    // Its headers: no record of the topic that it came from is as large.
    const size = (topic: string): number => context.replica(1, `${topic}-0`).log.batchAt(0).sizeBytes;
    expect(size('payments-dlt')).toBeGreaterThan(1200);
  });

  test('[outside-retry-topics] each retry topic waits for its time without blocking the one before, and order is lost', () => {
    const errors = {
      poison,
      retriable: 30,
      attempts: 1,
      retryTopic: 'retry-5s',
      deadLetterTopic: 'payments-dlt',
    };
    const context = ladder({ errors, later: true }).runUntil(80_000);
    const first = endOf(context, 'retry-5s');
    const second = endOf(context, 'retry-1m');
    expect(first).toBeGreaterThan(3);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(first);
    expect(endOf(context, 'payments-dlt')).toBe(1);
    expect(ledgersOf(context)).toEqual([
      { group: 'app', ...NONE, due: RECORDS, applied: RECORDS - 1 - first, forwarded: first + 1 },
      { group: 'later-5s', ...NONE, due: first, applied: first - second, forwarded: second },
      { group: 'later-1m', ...NONE, due: second, applied: second },
    ]);
    const done = context.facts('StoreTransactionCommitted');
    const main = done.filter(({ event }) => event.writer === 'app').at(-1)?.timeUs ?? 0;
    // All that never failed was done before the first retry was.
    expect(main).toBeLessThan(done.find(({ event }) => event.writer === 'later-5s')?.timeUs ?? 0);
    const forwards = context.facts('RecordForwarded');
    const delays = (consumer: string, topic: string): number[] =>
      context
        .facts('RecordsDelivered', { consumer })
        .flatMap(({ timeUs, event }) =>
          Array.from({ length: event.count }, (_, i) => [timeUs, event.baseOffset + i] as const),
        )
        .map(([timeUs, offset]) => {
          const sent = forwards.filter(({ event }) => event.topic === topic)[offset];
          return Math.round((timeUs - (sent?.timeUs ?? 0)) / 100_000) / 10;
        });
    expect(Math.min(...delays('later-5s', 'retry-5s'))).toBeGreaterThanOrEqual(5);
    expect(Math.max(...delays('later-5s', 'retry-5s'))).toBeLessThan(5.6);
    expect(Math.min(...delays('later-1m', 'retry-1m'))).toBeGreaterThanOrEqual(60);
    // Nobody lost its place in the group while it waited.
    expect(context.facts('PollIntervalExceeded')).toEqual([]);
  });

  test('[outside-errors] a database that is down blocks who tries again in place, and moves on who has a retry topic', () => {
    const down = [{ from: '1s', to: '4s' }];
    const blocking = ladder({ errors: { attempts: 100, backoff: '500ms' }, store: { down } }).runUntil(3900);
    expect(ledgersOf(blocking)).toEqual([{ group: 'app', ...NONE, due: 0, applied: 0 }]);
    expect(ledgersOf(blocking.runUntil(8000))).toEqual([
      { group: 'app', ...NONE, due: RECORDS, applied: RECORDS },
    ]);
    const errors = { attempts: 1, retryTopic: 'retry-5s' };
    const moving = ladder({ errors, later: true, store: { down } }).runUntil(20_000);
    expect(ledgersOf(moving)).toEqual([
      { group: 'app', ...NONE, due: RECORDS, applied: 0, forwarded: RECORDS },
      { group: 'later-5s', ...NONE, due: RECORDS, applied: RECORDS },
    ]);
  });

  test('[outside-dead-letters] a planted fault is noticed: a commit that does not wait for what was sent on loses it in a crash', () => {
    const errors = { poison: [{ partition: 'payments-0', offset: 9 }], deadLetterTopic: 'payments-dlt' };
    const afterCrash = (rules?: Partial<Rules>) => {
      // Nobody leads the dead-letter topic any more.
      const context = ladder({ errors, deadLettersOn: 2, ...(rules && { rules }) })
        .runUntil(500)
        .kill(2);
      context.until('RecordForwarded');
      context.runFor(2000).do({ kind: 'KillClient', client: 'consumer:app' }).runFor(1000);
      return ledgersOf(context)[0];
    };
    expect(afterCrash()).toMatchObject({ due: 0, lost: 0 });
    expect(afterCrash({ awaitsForward: () => false })).toMatchObject({ lost: 1 });
  });
});

describe('a sink of Kafka Connect', () => {
  test('[outside-sink] errors.tolerance none: the task fails, though the record is reported; all: it goes on', () => {
    const dlq = {
      'errors.deadletterqueue.topic.name': 'payments-dlt',
      'errors.deadletterqueue.context.headers.enable': 'true',
    } as const;
    const errors = { poison };
    const failing = ladder({ errors, sink: dlq }).runUntil(4000);
    expect(failing.facts('ConsumerFailed').map(({ event }) => event.error)).toEqual(['DataException']);
    expect(endOf(failing, 'payments-dlt')).toBe(1);
    const tolerant = ladder({ errors, sink: { 'errors.tolerance': 'all', ...dlq } }).runUntil(4000);
    expect(ledgersOf(tolerant)).toEqual([{ group: 'app', ...NONE, due: RECORDS, applied: 39, forwarded: 1 }]);
    const silent = ladder({ errors, sink: { 'errors.tolerance': 'all' } }).runUntil(4000);
    expect(ledgersOf(silent)).toEqual([{ group: 'app', ...NONE, due: RECORDS, applied: 39, skipped: 1 }]);
  });

  test('[outside-sink] an error that may pass is tried for errors.retry.timeout and then left out, whatever is tolerated', () => {
    const sink = { 'errors.retry.timeout': 2000, 'errors.retry.delay.max.ms': 60_000 };
    const context = ladder({ errors: { retriable: 10 }, sink }).runUntil(20_000);
    const failed = context.facts('RecordWorkFailed');
    const offset = failed[0]?.event.offset ?? -1;
    const waits = failed
      .filter(({ event }) => event.offset === offset)
      .map(({ event }) => Math.round(event.retryInMs));
    expect(waits.slice(0, 3)).toEqual([300, 600, expect.any(Number)]);
    expect(waits.at(-1)).toBe(-1);
    expect(context.facts('ConsumerFailed')).toEqual([]);
    expect(ledgersOf(context)[0]).toMatchObject({
      due: RECORDS,
      lost: 0,
      skipped: context.facts('RecordSkipped').length,
    });
    expect(context.facts('RecordSkipped').length).toBeGreaterThan(1);
  });

  test('[outside-sink] the database is no record’s error: the batch is handed over again until it is back', () => {
    const store = { down: [{ from: '1s', to: '6s' }] };
    const context = ladder({ sink: { 'errors.tolerance': 'all' }, store }).runUntil(12_000);
    expect(ledgersOf(context)).toEqual([{ group: 'app', ...NONE, due: RECORDS, applied: RECORDS }]);
    expect(context.facts('RecordSkipped')).toEqual([]);
  });
});
