import { describe, expect, test } from 'vitest';
import { GroupConsumer } from '../../../src/engine/client/consumer/group/GroupConsumer.ts';
import { computePipelines } from '../../../src/engine/cluster/pipelineLedger.ts';
import type { FileConfigs, FileConsumer, FileProducer } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

const SHORT = { 'linger.ms': 0, 'request.timeout.ms': 3000, 'delivery.timeout.ms': 8000 };

function input(): FileProducer {
  return {
    'client.id': 'source',
    configs: SHORT,
    workload: {
      topic: 'in',
      arrivals: { bursts: { records: 20, every: '1s' } },
      key: 'k{n}',
      keys: 20,
      end: '8s',
    },
  };
}

function outputOf(name: string, transactionalId: string | null): FileProducer {
  return {
    'client.id': `${name}-out`,
    configs: {
      ...SHORT,
      ...(transactionalId === null ? {} : { 'transactional.id': transactionalId }),
    },
    workload: { topic: 'out', arrivals: null },
  };
}

function application(name: string, configs: FileConfigs = {}, processing: object = {}): FileConsumer {
  return {
    'client.id': name,
    subscribe: ['in'],
    configs: {
      'group.id': 'g',
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': 'false',
      'isolation.level': 'read_committed',
      'max.poll.records': 10,
      'session.timeout.ms': 6000,
      'heartbeat.interval.ms': 1000,
      ...configs,
    },
    processing: {
      perRecord: '5ms',
      output: { producer: `${name}-out`, restartAfter: '500ms' },
      ...processing,
    },
  };
}

interface Made {
  readonly version?: 0 | 1;
  readonly transactional?: boolean;
  readonly names?: readonly string[];
  readonly processing?: object;
  readonly configs?: FileConfigs;
}

function pipeline({ transactional = true, names = ['app'], processing, configs, version }: Made = {}) {
  return new ClusterTestContext({
    lawInterval: 997,
    file: {
      highwater: 1,
      ...(version === undefined ? {} : { features: { 'transaction.version': version } }),
      brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
      configs: {
        'transaction.state.log.num.partitions': 1,
        'offsets.topic.num.partitions': 1,
        'group.initial.rebalance.delay.ms': 0,
        'broker.session.timeout.ms': 3000,
        'broker.heartbeat.interval.ms': 500,
      },
      topics: ['in', 'out'].map((name) => ({
        name,
        partitions: 2,
        'replication.factor': 3,
        configs: { 'min.insync.replicas': 2 },
      })),
      producers: [input(), ...names.map((name) => outputOf(name, transactional ? `tx-${name}` : null))],
      consumers: names.map((name) => application(name, configs, processing)),
    },
  });
}

function sums(context: ClusterTestContext) {
  const found = { due: 0, sent: 0, twice: 0, missing: 0, ahead: 0 };
  for (const { due, sent, sentTwice, missing, ahead } of computePipelines(context.run.cluster)) {
    found.due += due.size;
    found.sent += sent.size;
    found.twice += sentTwice.size;
    found.missing += missing.size;
    found.ahead += ahead.size;
  }
  return found;
}

const EXACTLY_ONCE = { due: 160, sent: 160, twice: 0, missing: 0, ahead: 0 };
const callsOf = (context: ClusterTestContext, producer = 'app-out') =>
  context
    .facts('TransactionalCallEnded', { producer })
    .map(({ event }) => `${event.call} ${event.error}`)
    .filter((call, i, all) => call !== all[i - 1]);

describe('consume–process–produce', () => {
  test('[consume-process-produce] [T19] each poll() is a transaction of its outputs and its offsets; every input has one output', () => {
    const context = pipeline().runUntil(15_000);
    expect(callsOf(context).slice(0, 5)).toEqual([
      'initTransactions NONE',
      'beginTransaction NONE',
      'sendOffsetsToTransaction NONE',
      'commitTransaction NONE',
      'beginTransaction NONE',
    ]);
    const first = context.facts('RecordsDelivered', { consumer: 'app' })[0]?.timeUs ?? 0;
    const initialized =
      context.facts('TransactionalCallEnded', { producer: 'app-out' })[0]?.timeUs ?? Infinity;
    expect(first).toBeGreaterThan(initialized);
    expect(sums(context)).toEqual(EXACTLY_ONCE);
    expect(context.facts('OffsetCommitAcknowledged')).toEqual([]);
  });

  test('[T10] [T16] [T19] under transaction.version 1 the coordinator is asked to add the group, and the epoch stays', () => {
    const context = pipeline({ version: 1 }).runUntil(6000);
    const changes = context.facts('TransactionStateChanged').map(({ event }) => event);
    expect(changes.filter(({ to }) => to === 'CompleteCommit').length).toBeGreaterThan(3);
    expect(new Set(changes.map(({ producerEpoch }) => producerEpoch))).toEqual(new Set([0]));
    expect(sums(context)).toMatchObject({ twice: 0, missing: 0, ahead: 0 });
  });

  test('[T19] a killed application leaves an open transaction; its successor aborts it, and reads from what was committed', () => {
    const context = pipeline().runUntil(4000);
    context.untilTrue(() => context.producer('app-out').outputs?.turn?.stage === 'commitsOffsets');
    context.do({ kind: 'KillClient', client: 'consumer:app' }).runFor(1000);
    expect(context.producer('app-out').state).toBe('killed');
    context.do({ kind: 'StartClient', client: 'producer:app-out' }).runUntil(25_000);
    expect(context.consumer('app').state).toBe('running');
    expect(context.facts('TransactionStateChanged').map(({ event }) => event.to)).toContain('PrepareAbort');
    expect(sums(context)).toEqual(EXACTLY_ONCE);
  });

  test('[T19] the offsets of a generation that is over are refused: the application aborts, and the next member does the work', () => {
    const context = pipeline({
      names: ['app', 'other'],
    }).runUntil(3000);
    // It stands still for longer than its session lasts, between its poll() and its commit, and goes on with what it had.
    context.untilTrue(() => isWorking(context));
    context.do({ kind: 'PauseProcess', node: 'consumer:app', forUs: 7_000_000 }).runUntil(30_000);
    expect(callsOf(context)).toContain('sendOffsetsToTransaction CommitFailedException');
    expect(callsOf(context)).toContain('abortTransaction NONE');
    expect(sums(context)).toEqual(EXACTLY_ONCE);
  });

  test('[T21] with the same transactional.id the second application fences the first, which closes and starts anew', () => {
    const context = pipeline({ names: ['app', 'other'] });
    context.runUntil(3000);
    context.do({
      kind: 'RestartProducer',
      producer: 'other-out',
      configs: { 'transactional.id': 'tx-app' },
    });
    context.runUntil(4500);
    expect(context.facts('ConsumerFailed', { consumer: 'app' }).length).toBeGreaterThan(0);
    context.do({ kind: 'CloseClient', client: 'producer:other-out' }).runUntil(30_000);
    expect(context.consumer('other').state).toBe('closed');
    expect(context.producer('other-out').state).toBe('closed');
    expect(sums(context)).toEqual(EXACTLY_ONCE);
  });

  test('without transactions a kill between flush() and commit has outputs twice; a commit before the work has some missing', () => {
    const after = pipeline({ transactional: false, processing: { commit: 'commitSync' } }).runUntil(4000);
    after.untilTrue(() => after.producer('app-out').outputs?.turn?.stage === 'flushes').runFor(1);
    after.do({ kind: 'KillClient', client: 'consumer:app' }).runFor(1000);
    after.do({ kind: 'StartClient', client: 'consumer:app' }).runUntil(25_000);
    const atLeastOnce = sums(after);
    expect(atLeastOnce).toMatchObject({ due: 160, sent: 160, missing: 0, ahead: 0 });
    expect(atLeastOnce.twice).toBeGreaterThan(0);

    const before = pipeline({
      transactional: false,
      processing: { commit: 'commitSync', commitWhen: 'before' },
    }).runUntil(4000);
    before.untilTrue(() => isWorking(before));
    before.do({ kind: 'KillClient', client: 'consumer:app' }).runFor(1000);
    before.do({ kind: 'StartClient', client: 'consumer:app' }).runUntil(25_000);
    const atMostOnce = sums(before);
    expect(atMostOnce.twice).toBe(0);
    expect(atMostOnce.missing).toBeGreaterThan(0);
  });
});

function isWorking(context: ClusterTestContext): boolean {
  const app = context.consumer('app');
  return app instanceof GroupConsumer && app.processing.isBusy(context.run.cluster.nowUs);
}
