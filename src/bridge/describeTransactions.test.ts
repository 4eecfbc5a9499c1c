import { describe, expect, test } from 'vitest';
import { ClusterTestContext, PROBE } from '../../test/engine/ClusterTestContext.ts';
import { describeTransactions } from './describeTransactions.ts';

/**
 * A batch waits at a link that is cut until its producer has given up and aborted; then it arrives. Under transaction.version 1 it
 * has the epoch of the abort.
 */
function lateBatch(isVerified: boolean): ClusterTestContext {
  const context = new ClusterTestContext({
    file: {
      highwater: 1,
      features: { 'transaction.version': 1 },
      configs: { 'transaction.partition.verification.enable': isVerified },
      brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
      topics: [
        { name: 'orders', replicas: { '0': [1, 2, 3] } },
        {
          name: '__transaction_state',
          replicas: { '0': [2, 3, 1] },
          configs: { 'cleanup.policy': 'compact' },
        },
      ],
      producers: [
        {
          'client.id': 'p',
          configs: {
            'transactional.id': 'tx-1',
            'linger.ms': 0,
            'request.timeout.ms': 2000,
            'delivery.timeout.ms': 2500,
          },
          workload: { topic: 'orders', partition: 0, arrivals: null },
        },
        { 'client.id': PROBE },
      ],
    },
    lawInterval: Infinity,
  }).runUntil(1000);
  const one = { producer: 'p' };
  context.do({ kind: 'BeginTransaction', ...one });
  context.send('p', 2).runFor(500);
  context.do({ kind: 'CommitTransaction', ...one });
  context.runFor(500).do({ kind: 'BeginTransaction', ...one });
  context.send('p', 3);
  context.untilTrue(() => context.facts('TransactionStateChanged', { to: 'Ongoing' }).length > 1);
  context.cutLink('producer:p', 'broker:1').runFor(3500);
  context.do({ kind: 'AbortTransaction', ...one });
  context.runFor(1500).mendLink('producer:p', 'broker:1');
  return context.runFor(1000);
}

describe('kafka-transactions.sh', () => {
  test('[describe-producers] [T12] [T23] finds a transaction hanging that a late batch has opened, where nobody verified it', () => {
    const context = lateBatch(false);
    const [open] = describeTransactions(context.run.cluster)?.producers ?? [];
    expect(open).toMatchObject({ topicPartition: 'orders-0', currentTxnStartOffset: 4 });
    expect(describeTransactions(context.run.cluster)?.hanging).toEqual([]);
    expect(describeTransactions(context.run.cluster, 900)?.hanging).toEqual([open]);
    expect(describeTransactions(context.run.cluster)?.transactions).toMatchObject([
      { transactionalId: 'tx-1', coordinator: 2, partitions: [], transactionState: 'Empty' },
    ]);
    const response = context.ask(1, { kind: 'DescribeProducersRequest', partitions: ['orders-0', 'none-0'] });
    expect(response).toMatchObject({
      partitions: [
        { topicPartition: 'orders-0', error: 'NONE', activeProducers: [{ currentTxnStartOffset: 4 }] },
        { topicPartition: 'none-0', error: 'UNKNOWN_TOPIC_OR_PARTITION', activeProducers: [] },
      ],
    });
  });

  test('[T12] with verification the coordinator knows of no such partition, and the batch is refused', () => {
    const context = lateBatch(true);
    const described = describeTransactions(context.run.cluster, 900);
    expect(described?.producers.map((producer) => producer.currentTxnStartOffset)).toEqual([-1]);
    expect(described?.hanging).toEqual([]);
  });

  test('a cluster without transactions has none to tell of', () => {
    expect(describeTransactions(new ClusterTestContext({}).runUntil(100).run.cluster)).toBeNull();
  });
});
