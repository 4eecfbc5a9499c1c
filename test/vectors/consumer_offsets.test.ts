import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GroupConsumer } from '../../src/engine/client/consumer/group/GroupConsumer.ts';
import { ClusterTestContext } from '../engine/ClusterTestContext.ts';
import { MemberTestContext } from '../engine/MemberTestContext.ts';

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
  readonly groups: {
    readonly autoCommit: readonly AutoCommitCase[];
    readonly deliverySequences: readonly DeliveryCase[];
    readonly offsetReset: readonly ResetCase[];
  };
};

interface AutoCommitCase {
  readonly id: string;
  readonly autoCommitIntervalMs: number;
  readonly processingMsPerPoll: number;
  readonly recordsPerPoll: number;
  readonly assignmentCompleteAtMs: number;
  readonly startPosition: number;
  readonly polls: readonly {
    readonly poll: number;
    readonly atMs: number;
    readonly autoCommit: number | null;
    readonly returns: readonly [number, number];
    readonly positionAfter: number;
  }[];
  readonly end: {
    readonly kind: 'crash' | 'close';
    readonly atMs: number;
    readonly committed: number | null;
    readonly restartFrom: number | string;
    readonly redelivered: number;
  };
}

interface DeliveryCase {
  readonly id: string;
  readonly restartFrom: number;
  readonly processedTwice: readonly number[];
  readonly neverProcessed?: readonly number[];
  readonly outputVisibleReadCommitted?: readonly number[];
  readonly outputVisibleReadUncommitted?: string;
  readonly effectiveOutputDuplicates?: number;
}

interface ResetCase {
  readonly id: string;
  readonly strategy: string;
  readonly logStartOffset: number;
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly isolation: string;
  readonly committed: number | null;
  readonly records?: readonly (readonly [number, number])[];
  readonly nowMs?: number;
  readonly expect: number | string;
}

/** What each poll() returned, and which auto-commit it sent before. */
function pollsOf(context: MemberTestContext): { atMs: number; returns: number[]; autoCommit: number | null }[] {
  const commits = context.sent('OffsetCommitRequest');
  return context.traced('RecordsDelivered').map(({ atMs, event }) => ({
    atMs,
    returns: [event.baseOffset, event.baseOffset + event.count - 1],
    autoCommit: commits.find((one) => one.atMs === atMs)?.request.partitions[0]?.committedOffset ?? null,
  }));
}

describe('vectors-2.json autoCommit', () => {
  test('all six cases run', () => expect(groups.autoCommit).toHaveLength(6));

  for (const vector of groups.autoCommit) {
    const { id, polls, end, recordsPerPoll, processingMsPerPoll } = vector;
    test(`[consumer-auto-commit] ${id}`, () => {
      const context = new MemberTestContext({
        configs: {
          'auto.commit.interval.ms': String(vector.autoCommitIntervalMs),
          'max.poll.records': String(recordsPerPoll),
        },
        perRecordMs: processingMsPerPoll / recordsPerPoll,
        log: { start: vector.startPosition, highWatermark: 1_000_000 },
      }).start();
      context.runBefore(end.atMs);
      if (end.kind === 'close') context.consumer.close(context.ctx);
      context.runTo(end.atMs);
      expect(context.traced('PartitionsAssigned')[0]?.atMs).toBe(vector.assignmentCompleteAtMs);
      const closing = end.kind === 'close' ? { kind: 'close' } : { kind: 'crash' };
      expect(closing.kind).toBe(end.kind);
      const seen = pollsOf(context).slice(0, polls.length);
      expect(seen).toEqual(
        polls.map(({ atMs, returns, autoCommit }) => ({ atMs, returns: [...returns], autoCommit })),
      );
      expect(seen.map(({ returns }) => (returns[1] ?? 0) + 1)).toEqual(
        polls.map(({ positionAfter }) => positionAfter),
      );
      expect(pollsOf(context)).toHaveLength(polls.length);

      const committed = context.committed.get('t-0') ?? null;
      expect(committed).toBe(end.committed);
      if (end.kind === 'crash') context.consumer.die('killed', context.ctx);
      const delivered = polls.length * recordsPerPoll;
      const before = context.traced('RecordsDelivered').length;
      context.consumer.startProcess(context.ctx);
      context.runTo(end.atMs + 1);
      const again = context.traced('RecordsDelivered')[before]?.event.baseOffset ?? -1;
      const expected = end.restartFrom === 'auto.offset.reset' ? vector.startPosition : end.restartFrom;
      expect(again).toBe(expected);
      expect(delivered - again).toBe(end.redelivered);
    });
  }
});

describe('vectors-2.json deliverySequences', () => {
  const plans = {
    'at-most-once': { commit: 'sync', commitsBefore: true, crashMs: 50 },
    'at-least-once': { commit: 'sync', commitsBefore: false, crashMs: 50 },
    'at-least-once-commit-after': { commit: 'sync', commitsBefore: false, crashMs: 100 },
  } as const;

  /** Below, in runs of their own. */
  const others = ['auto-commit-async-workers-loss', 'exactly-once-txn'];

  test('every case is run', () => {
    expect(groups.deliverySequences.map(({ id }) => id).sort()).toEqual(
      [...Object.keys(plans), ...others].sort(),
    );
  });

  for (const vector of groups.deliverySequences) {
    if (!(vector.id in plans)) continue;
    const plan = plans[vector.id as keyof typeof plans];
    test(`[consumer-commit-order] ${vector.id}`, () => {
      const context = new MemberTestContext({
        configs: { 'enable.auto.commit': 'false', 'max.poll.records': '10' },
        perRecordMs: 10,
        commit: plan.commit,
        commitsBefore: plan.commitsBefore,
        log: { start: 0, highWatermark: 10 },
      }).start();
      // "process 0..9, CRASH before commitSync(10)": the coordinator never hears of it.
      if (plan.crashMs === 100)
        context.answers = (request) => (request.kind === 'OffsetCommitRequest' ? null : undefined);
      context.runTo(plan.crashMs);
      context.consumer.die('killed', context.ctx);
      const first = processed(context);
      context.answers = () => undefined;
      context.consumer.startProcess(context.ctx);
      context.runTo(10_000);
      const restarted = context.traced('RecordsDelivered')[1]?.event.baseOffset ?? context.committed.get('t-0');
      expect(restarted).toBe(vector.restartFrom);
      const seen = processed(context);
      expect([...Array(10).keys()].filter((offset) => !seen.includes(offset))).toEqual(vector.neverProcessed);
      expect(first.filter((offset) => offset >= vector.restartFrom)).toEqual(vector.processedTwice);
      expect(context.consumer.reprocessedCount).toBe(vector.processedTwice.length);
    });
  }
});

test(`[consumer-workers] [consumer-auto-commit] auto-commit-async-workers-loss`, () => {
  const vector = groups.deliverySequences.find(({ id }) => id === 'auto-commit-async-workers-loss');
  const context = new MemberTestContext({
    configs: { 'auto.commit.interval.ms': '5000', 'max.poll.records': '10' },
    perRecordMs: 1000,
    workers: 1,
    log: { start: 0, highWatermark: 10 },
  }).start();
  // "next poll >= 5 s later auto-commits 10; workers finished 0..5 only; CRASH".
  context.runTo(4999);
  expect(context.committed.get('t-0')).toBeUndefined();
  context.runTo(6500);
  expect(context.committed.get('t-0')).toBe(10);
  context.consumer.die('killed', context.ctx);
  expect(processed(context)).toEqual([0, 1, 2, 3, 4, 5]);
  context.consumer.startProcess(context.ctx);
  context.runTo(30_000);
  expect(context.traced('CommittedOffsetFetched').at(-1)?.event.offset).toBe(vector?.restartFrom);
  const seen = processed(context);
  expect([...Array(10).keys()].filter((offset) => !seen.includes(offset))).toEqual(vector?.neverProcessed);
  expect(context.consumer.reprocessedCount).toBe(vector?.processedTwice.length);
});

test('[T19] [T24] exactly-once-txn', () => {
  const vector = groups.deliverySequences.find(({ id }) => id === 'exactly-once-txn');
  const reader = (name: string, isolation: string) => ({
    'client.id': name,
    configs: { 'auto.offset.reset': 'earliest', 'isolation.level': isolation },
    assign: ['out-0'],
  });
  const cluster = new ClusterTestContext({
    lawInterval: Infinity,
    file: {
      highwater: 1,
      brokers: [{ 'node.id': 1 }],
      configs: {
        'offsets.topic.num.partitions': 1,
        'offsets.topic.replication.factor': 1,
        'transaction.state.log.num.partitions': 1,
        'transaction.state.log.replication.factor': 1,
        'transaction.state.log.min.isr': 1,
        'group.initial.rebalance.delay.ms': 0,
      },
      topics: [{ name: 'in' }, { name: 'out' }],
      producers: [
        { 'client.id': 'source', configs: { 'linger.ms': 50 }, workload: { topic: 'in' } },
        {
          'client.id': 'app-out',
          configs: { 'transactional.id': 'app', 'linger.ms': 0 },
          workload: { topic: 'out', arrivals: null },
        },
      ],
      consumers: [
        {
          'client.id': 'app',
          subscribe: ['in'],
          configs: {
            'group.id': 'g',
            'auto.offset.reset': 'earliest',
            'enable.auto.commit': false,
            'session.timeout.ms': 6000,
            'heartbeat.interval.ms': 1000,
          },
          processing: { perRecord: '5ms', output: { producer: 'app-out' } },
        },
        reader('committed', 'read_committed'),
        reader('uncommitted', 'read_uncommitted'),
      ],
      commands: [{ at: '8s', kind: 'SendRecords', producer: 'source', count: 10 }],
    },
  });
  const seen = (consumer: string): number =>
    cluster.facts('RecordsDelivered', { consumer }).reduce((sum, { event }) => sum + event.count, 0);
  // "sendOffsetsToTransaction(10), CRASH before commitTransaction": the answer is on its way, so nothing was committed yet.
  cluster.untilTrue(() => cluster.onTheWire('TxnOffsetCommitResponse').length > 0);
  cluster.do({ kind: 'KillClient', client: 'consumer:app' });
  cluster.do({ kind: 'KillClient', client: 'producer:app-out' });
  cluster.runFor(3000);
  const { outputVisibleReadCommitted, outputVisibleReadUncommitted } = vector ?? {};
  expect(seen('committed')).toBe(outputVisibleReadCommitted?.length);
  expect(`all ${seen('uncommitted')} (aborted)`).toBe(outputVisibleReadUncommitted);
  const before = cluster.facts('RecordsDelivered', { consumer: 'app' }).length;
  cluster.do({ kind: 'StartClient', client: 'producer:app-out' });
  cluster.do({ kind: 'StartClient', client: 'consumer:app' });
  cluster.runFor(30_000);
  const [again] = cluster.facts('RecordsDelivered', { consumer: 'app' }).slice(before);
  expect(again?.event.baseOffset).toBe(vector?.restartFrom);
  const app = cluster.consumer('app');
  expect(app instanceof GroupConsumer && app.reprocessedCount).toBe(vector?.processedTwice.length);
  expect(seen('committed') - 10).toBe(vector?.effectiveOutputDuplicates);
});

function processed({ consumer }: MemberTestContext): number[] {
  const ranges = consumer.processed.get('t-0')?.get(2)?.flat ?? [];
  const offsets: number[] = [];
  for (let i = 0; i < ranges.length; i += 2)
    for (let offset = ranges[i] ?? 0; offset < (ranges[i + 1] ?? 0); offset++) offsets.push(offset);
  return offsets;
}

describe('vectors-2.json offsetReset', () => {
  test('all twelve cases run', () => expect(groups.offsetReset).toHaveLength(12));

  for (const vector of groups.offsetReset) {
    test(`[consumer-offset-reset] ${vector.id}`, () => {
      const { strategy, logStartOffset, highWatermark, committed, records, nowMs } = vector;
      const context = new MemberTestContext({
        configs: {
          'auto.offset.reset': strategy,
          'enable.auto.commit': 'false',
          'isolation.level': vector.isolation,
        },
        log: {
          start: logStartOffset,
          highWatermark,
          lastStableOffset: vector.lastStableOffset,
          ...(records ? { times: new Map(records) } : {}) },
        clockMs: nowMs ?? 0,
      });
      if (committed !== null) context.committed.set('t-0', committed);
      let stopped: number | null = null;
      context.answers = (request) => {
        // Where the first fetch that is in range begins is the position.
        if (request.kind !== 'FetchRequest') return undefined;
        const asked = request.partitions[0]?.fetchOffset ?? -1;
        if (asked < logStartOffset || asked > highWatermark) return undefined;
        stopped = asked;
        return null;
      };
      context.start().runTo(1000);
      const failed = context.traced('ConsumerFailed')[0]?.event.error ?? null;
      if (typeof vector.expect === 'number') expect(stopped).toBe(vector.expect);
      else if (vector.expect.endsWith('Exception')) expect(failed).toBe(vector.expect);
      else {
        expect(vector.expect).toBe(
          'no position; ListOffsets answers -1 and the client asks again after request.timeout.ms (30000)',
        );
        expect(stopped).toBeNull();
        expect(context.sent('ListOffsetsRequest')).toHaveLength(1);
        context.runTo(29_999);
        expect(context.sent('ListOffsetsRequest')).toHaveLength(1);
        context.runTo(31_000);
        expect(context.sent('ListOffsetsRequest')).toHaveLength(2);
      }
    });
  }
});
