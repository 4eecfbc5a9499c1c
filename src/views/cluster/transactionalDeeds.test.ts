import { expect, test } from 'vitest';
import type { ProducerView, TransactionView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { selectCluster } from '../clusterModel.ts';
import { entityFacts } from '../inspector/entityFacts.ts';
import { entityActions } from './entityActions.ts';

const key = 'producer:pay';

function producer(transaction?: TransactionView): ProducerView {
  return {
    kind: 'producer',
    key,
    clientId: 'pay',
    rack: null,
    running: true,
    process: 'running',
    paused: false,
    acks: 'all',
    idempotent: true,
    producerId: 1000,
    producerEpoch: 4,
    maxInFlight: 5,
    inFlight: [],
    accumulatedRecords: 0,
    retryAtUs: null,
    retryAttempt: 0,
    lastError: null,
    deliveryEndsUs: null,
    acked: 0,
    failed: 0,
    configs: {},
    pausedSinceUs: null,
    clockOffsetMs: 0,
    ...(transaction && { transaction }),
  };
}

const inState = (state: TransactionView['state'], more: Partial<TransactionView> = {}): ProducerView =>
  producer({
    transactionalId: 'transfer',
    state,
    waitsIn: null,
    coordinator: 2,
    partitions: [],
    error: null,
    ...more,
  });

function callsOf(view: ProducerView): string[] {
  const cluster = selectCluster(new Map([[view.key, view]]));
  return entityActions(en.stage, cluster, key).flatMap(({ body }) =>
    body.kind.endsWith('Transaction') ? [body.kind] : [],
  );
}

test('a producer can be told the transactional calls that are in order as it stands', () => {
  expect(callsOf(producer())).toEqual([]);
  expect(callsOf(inState('INITIALIZING'))).toEqual([]);
  expect(callsOf(inState('READY'))).toEqual(['BeginTransaction']);
  expect(callsOf(inState('IN_TRANSACTION'))).toEqual(['CommitTransaction', 'AbortTransaction']);
  expect(callsOf(inState('COMMITTING_TRANSACTION'))).toEqual([]);
  expect(callsOf(inState('ABORTABLE_ERROR'))).toEqual(['AbortTransaction']);
  expect(callsOf(inState('FATAL_ERROR'))).toEqual([]);
});

test('the inspector says where it stands in its transaction, by Kafka’s names', () => {
  const factsOf = (view: ProducerView) => {
    const cluster = selectCluster(new Map([[view.key, view]]));
    const facts = entityFacts(en.stage, cluster, view, null, [])?.facts ?? [];
    return facts.map(({ name, value }) => `${name}: ${value}`);
  };
  const open = inState('COMMITTING_TRANSACTION', {
    waitsIn: 'commitTransaction',
    partitions: ['out-0', 'out-1'],
    error: 'TRANSACTION_ABORTABLE',
  });
  expect(factsOf(open)).toEqual(
    expect.arrayContaining([
      'transactional.id: transfer',
      'Transaction: COMMITTING_TRANSACTION',
      'Waits in: commitTransaction()',
      'Partitions in it: out-0, out-1',
      'Coordinator: Broker 2',
      'Its error: TRANSACTION_ABORTABLE',
    ]),
  );
  expect(factsOf(producer()).join()).not.toContain('transactional.id');
});
