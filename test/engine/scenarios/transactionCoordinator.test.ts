import { describe, expect, test } from 'vitest';
import { metricsNow } from '../../../src/bridge/metrics/readMetrics.ts';
import { javaStringHash } from '../../../src/engine/broker/coordinatorPartition.ts';
import type { TransactionMetadata } from '../../../src/engine/broker/transaction/TransactionMetadata.ts';
import type {
  EndTxnResponse,
  InitProducerIdResponse,
  ListTransactionsRequest,
  ListTransactionsResponse,
  Response,
} from '../../../src/engine/protocol/requests.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS } from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const LOG_PARTITIONS = 2;
const CLUSTER: ClusterOptions = {
  network: ONE_MS_LINKS,
  times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' },
  partitions: 2,
  minIsr: 2,
  configs: {
    'transaction.state.log.num.partitions': LOG_PARTITIONS,
    'transaction.abort.timed.out.transaction.cleanup.interval.ms': 1000,
  },
};
const ID = 'orders-txn';
const LOG = `__transaction_state-${Math.abs(javaStringHash(ID)) % LOG_PARTITIONS}`;

/** A producer whose every request a test sends itself. */
class ScriptedProducer {
  readonly cluster: ClusterTestContext;
  readonly version: 0 | 2;
  producerId = -1;
  producerEpoch = -1;

  constructor(cluster: ClusterTestContext, version: 0 | 2 = 2) {
    this.cluster = cluster;
    this.version = version;
  }

  /** Whoever leads the partition of the log; the topic is created by the first who asks. */
  get coordinator(): number {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const alive = [1, 2, 3].find((id) => this.cluster.broker(id).process !== null) ?? 1;
      const answer = this.cluster.ask(alive, {
        kind: 'FindCoordinatorRequest',
        keyType: 'TRANSACTION',
        key: ID,
      });
      if (answer?.kind === 'FindCoordinatorResponse' && answer.error === 'NONE') return answer.nodeId;
      this.cluster.runFor(100);
    }
    return expect.fail(`no coordinator\n${this.cluster.story()}`);
  }

  init(
    timeoutMs = 60_000,
    expected: { producerId?: number; producerEpoch?: number } = {},
  ): InitProducerIdResponse {
    return this.cluster.ask(this.coordinator, {
      kind: 'InitProducerIdRequest',
      transactionalId: ID,
      transactionTimeoutMs: timeoutMs,
      ...expected,
    }) as InitProducerIdResponse;
  }

  /** Asks until it gets an epoch; returns the errors before. */
  begin(timeoutMs = 60_000): string[] {
    const errors: string[] = [];
    for (;;) {
      const { error, producerId, producerEpoch } = this.init(timeoutMs);
      if (error === 'NONE') {
        Object.assign(this, { producerId, producerEpoch });
        return errors;
      }
      errors.push(error);
      expect(errors.length, this.cluster.story()).toBeLessThan(50);
      this.cluster.runFor(100);
    }
  }

  /** As a client sends it below transaction.version 2, and the leader of a partition from then on. */
  add(partitions: readonly string[], verifyOnly = false, broker = this.coordinator): string[] {
    const { producerId, producerEpoch } = this;
    const transaction = { transactionalId: ID, producerId, producerEpoch, verifyOnly, partitions };
    const apiVersion = this.version === 2 || verifyOnly ? 5 : 3;
    const answer = this.cluster.ask(broker, {
      kind: 'AddPartitionsToTxnRequest',
      apiVersion,
      transactions: [transaction],
    });
    if (answer?.kind !== 'AddPartitionsToTxnResponse') return ['no answer'];
    return answer.resultsByTransaction.flatMap((one) => one.partitions.map(({ error }) => error));
  }

  end(committed: boolean, limitMs?: number, broker = this.coordinator): EndTxnResponse {
    const { producerId, producerEpoch } = this;
    const apiVersion = this.version === 2 ? 5 : 4;
    const request = {
      kind: 'EndTxnRequest',
      apiVersion,
      transactionalId: ID,
      producerId,
      producerEpoch,
      committed,
    } as const;
    const answer = this.cluster.ask(broker, request, limitMs) as EndTxnResponse | null;
    if (answer?.error === 'NONE' && this.version === 2)
      Object.assign(this, { producerId: answer.producerId, producerEpoch: answer.producerEpoch });
    return answer as EndTxnResponse;
  }

  /** As tools see it. */
  state(): string {
    const answer = this.cluster.ask(this.coordinator, {
      kind: 'DescribeTransactionsRequest',
      transactionalIds: [ID],
    }) as Extract<Response, { kind: 'DescribeTransactionsResponse' }>;
    const [one] = answer.transactionStates;
    return one?.error === 'NONE' ? `${one.transactionState} ${one.producerEpoch}` : (one?.error ?? '');
  }
}

function started(options: ClusterOptions = {}, version: 0 | 2 = 2): ScriptedProducer {
  const cluster = new ClusterTestContext({
    ...CLUSTER,
    ...options,
    configs: { ...CLUSTER.configs, ...options.configs },
  });
  const producer = new ScriptedProducer(cluster.runUntil(1000), version);
  producer.begin();
  return producer;
}

/** States that the coordinators of the id passed through, with the epoch in each. */
function states({ cluster }: ScriptedProducer): string[] {
  return cluster
    .facts('TransactionStateChanged')
    .map(({ event: { to, producerEpoch } }) => `${to} ${producerEpoch}`);
}

function markersIn({ cluster }: ScriptedProducer, topicPartition: string, broker = 1): string[] {
  return cluster
    .batchesIn(broker, topicPartition)
    .flatMap(({ marker, producerEpoch }) =>
      marker ? [`${marker.type} ${producerEpoch} ${marker.coordinatorEpoch}`] : [],
    );
}

/** The entry of the id in the cache of its coordinator. */
function cached(producer: ScriptedProducer): TransactionMetadata {
  const runtime = producer.cluster.broker(producer.coordinator).process?.coordinators.transactions.runtime;
  return runtime?.shards.get(LOG)?.state.transactions.get(ID) ?? expect.fail('the id is unknown');
}

describe('[T14] [T16] a transaction', () => {
  test('the topic is created as Kafka has it, and a new id begins with epoch 0', () => {
    const producer = started();
    const { cluster } = producer;
    expect(producer.producerEpoch).toBe(0);
    expect(cluster.registration(LOG).replicas.length).toBe(3);
    expect(
      cluster.batchesIn(producer.coordinator, LOG).map((batch) => batch.coordinatorRecords?.[0]),
    ).toMatchObject([
      {
        kind: 'TransactionLog',
        key: { transactionalId: ID },
        value: { transactionStatus: 'Empty', producerEpoch: 0 },
      },
    ]);
  });

  test('commits: the client is answered when the outcome is replicated, before the markers are written', () => {
    const producer = started();
    const { cluster } = producer;
    expect(producer.add(['orders-0', 'orders-1'])).toEqual(['NONE', 'NONE']);
    expect(producer.state()).toBe('Ongoing 0');
    const before = cluster.facts('TransactionStateChanged').length;
    expect(producer.end(true)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
    expect(
      cluster
        .facts('TransactionStateChanged')
        .slice(before)
        .map(({ event }) => event.to),
    ).toEqual(['PrepareCommit']);
    cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    expect(states(producer)).toEqual(['Empty 0', 'Ongoing 0', 'PrepareCommit 1', 'CompleteCommit 1']);
    cluster.runFor(100);
    for (const topicPartition of ['orders-0', 'orders-1'])
      for (const broker of [1, 2, 3])
        expect(markersIn(producer, topicPartition, broker)).toEqual(['COMMIT 1 0']);
  });

  test('aborts, and goes on with the next epoch', () => {
    const producer = started();
    producer.add(['orders-0']);
    producer.end(false);
    producer.cluster.until('TransactionStateChanged', { to: 'CompleteAbort' });
    expect(producer.add(['orders-1'])).toEqual(['NONE']);
    expect(producer.end(true).error).toBe('NONE');
    producer.cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    producer.cluster.runFor(50);
    expect(markersIn(producer, 'orders-0')).toEqual(['ABORT 1 0']);
    expect(markersIn(producer, 'orders-1')).toEqual(['COMMIT 2 0']);
  });

  test('[T17] an abort of nothing writes no marker and raises the epoch; a request that came twice is answered again', () => {
    const producer = started();
    expect(producer.end(false)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
    producer.cluster.until('TransactionStateChanged', { to: 'CompleteAbort' });
    producer.producerEpoch = 0;
    expect(producer.end(false)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
    expect(producer.cluster.facts('TxnMarkersSent')).toEqual([]);
    expect(producer.end(true).error).toBe('INVALID_TXN_STATE');
  });

  test('[T16] below transaction.version 2 the epoch stays', () => {
    const producer = started({}, 0);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(producer.add(['orders-0'])).toEqual(['NONE']);
      expect(producer.end(true)).toMatchObject({ error: 'NONE', producerId: -1, producerEpoch: -1 });
      producer.cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    }
    producer.cluster.runFor(50);
    expect(markersIn(producer, 'orders-0')).toEqual(['COMMIT 0 0', 'COMMIT 0 0']);
  });
});

describe('what comes at the wrong time', () => {
  test('[T2] while the outcome is not replicated, and until all markers are written, others have to wait', () => {
    const producer = started();
    const { cluster } = producer;
    producer.add(['orders-0']);
    const { coordinator } = producer;
    expect(producer.end(true).error).toBe('NONE');
    expect(producer.add(['orders-1'], false, coordinator)).toEqual(['CONCURRENT_TRANSACTIONS']);
    cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    expect(producer.add(['orders-1'])).toEqual(['NONE']);
  });

  test('[T10] an unknown partition fails its transaction; one that is not in it is TRANSACTION_ABORTABLE', () => {
    const producer = started();
    expect(producer.add(['orders-0', 'nowhere-0'])).toEqual([
      'OPERATION_NOT_ATTEMPTED',
      'UNKNOWN_TOPIC_OR_PARTITION',
    ]);
    expect(producer.state()).toBe('Empty 0');
    producer.add(['orders-0']);
    expect(producer.add(['orders-0', 'orders-1'], true)).toEqual(['NONE', 'TRANSACTION_ABORTABLE']);
  });

  test('[T1] only the leader of the partition coordinates', () => {
    const producer = started();
    const other = [1, 2, 3].find((id) => id !== producer.coordinator) ?? 0;
    expect(producer.add(['orders-0'], false, other)).toEqual(['NOT_COORDINATOR']);
    expect(producer.end(true, undefined, other).error).toBe('NOT_COORDINATOR');
  });

  test('[T9] a timeout beyond transaction.max.timeout.ms is refused', () => {
    const producer = started();
    expect(producer.init(900_001).error).toBe('INVALID_TRANSACTION_TIMEOUT');
  });

  test('[T3] too few replicas: COORDINATOR_NOT_AVAILABLE, and nothing has changed', () => {
    const producer = started();
    const { cluster } = producer;
    const { coordinator } = producer;
    for (const other of [1, 2, 3]) if (other !== coordinator) cluster.stop(other);
    cluster.runFor(3000);
    expect(producer.add(['orders-0'], false, coordinator)).toEqual(['COORDINATOR_NOT_AVAILABLE']);
    expect(cached(producer)).toMatchObject({ state: 'Empty', pendingState: null });
  });
});

describe('fencing', () => {
  test('[T6] [T22] a new instance has the open transaction aborted, and gets the epoch after; the old one is fenced', () => {
    const zombie = started();
    zombie.add(['orders-0']);
    const other = new ScriptedProducer(zombie.cluster);
    expect(other.init().error).toBe('CONCURRENT_TRANSACTIONS');
    other.begin();
    expect([zombie.producerEpoch, other.producerEpoch]).toEqual([0, 2]);
    expect(other.producerId).toBe(zombie.producerId);
    expect(states(zombie)).toEqual(['Empty 0', 'Ongoing 0', 'PrepareAbort 1', 'CompleteAbort 1', 'Empty 2']);
    expect(zombie.end(true).error).toBe('PRODUCER_FENCED');
    expect(zombie.add(['orders-1'])).toEqual(['PRODUCER_FENCED']);
    expect(other.add(['orders-1'])).toEqual(['NONE']);
    expect(zombie.cluster.facts('ProducerFenced')).toMatchObject([
      { event: { producerEpoch: 0, cause: 'InitProducerId' } },
    ]);
    expect(markersIn(zombie, 'orders-0')).toEqual(['ABORT 1 0']);
  });

  test('[T7] a producer that recovers raises its own epoch, and hears the same again if it missed the answer', () => {
    const producer = started();
    const own = { producerId: producer.producerId, producerEpoch: 0 };
    expect(producer.init(60_000, own)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
    expect(producer.init(60_000, own)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
    producer.begin();
    expect(producer.init(60_000, own).error).toBe('PRODUCER_FENCED');
  });

  test('[T8] the last epoch: the marker has it, and the producer goes on with another id at epoch 0', () => {
    const producer = started();
    const { producerId } = producer;
    producer.add(['orders-0']);
    const metadata = cached(producer);
    metadata.current = Object.freeze({ ...metadata.current, producerEpoch: 32_766 });
    producer.producerEpoch = 32_766;
    expect(producer.end(true)).toMatchObject({ error: 'NONE', producerId: producerId + 1, producerEpoch: 0 });
    producer.cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    producer.cluster.runFor(50);
    expect(markersIn(producer, 'orders-0')).toEqual(['COMMIT 32767 0']);
    expect(producer.state()).toBe('CompleteCommit 0');
    Object.assign(producer, { producerId, producerEpoch: 32_766 });
    expect(producer.end(true)).toMatchObject({ error: 'NONE', producerId: producerId + 1, producerEpoch: 0 });
  });
});

describe('[T20] timeouts', () => {
  test.each([
    [2, 'NONE', 'INVALID_TXN_STATE'],
    [0, 'PRODUCER_FENCED', 'PRODUCER_FENCED'],
  ] as const)(
    'a transaction that is open for too long is aborted under a higher epoch (version %i)',
    (version, onAbort, onCommit) => {
      const producer = new ScriptedProducer(new ClusterTestContext(CLUSTER).runUntil(1000), version);
      const { cluster } = producer;
      producer.begin(5000);
      producer.add(['orders-0']);
      const beganMs = (cluster.facts('TransactionStateChanged', { to: 'Ongoing' })[0]?.timeUs ?? 0) / 1000;
      const fencedMs = cluster.until('ProducerFenced', { cause: 'transaction.timeout.ms' }).timeUs / 1000;
      expect(fencedMs - beganMs).toBeGreaterThan(4998);
      expect(fencedMs - beganMs).toBeLessThan(6001);
      cluster.until('TransactionStateChanged', { to: 'CompleteAbort', producerEpoch: 1 });
      expect(producer.add(['orders-0'])).toEqual(['PRODUCER_FENCED']);
      expect(producer.end(true).error).toBe(onCommit);
      expect(producer.end(false).error).toBe(onAbort);
      expect(markersIn(producer, 'orders-0')).toEqual(['ABORT 1 0']);
    },
  );

  test('nothing is looked at while nothing is open', () => {
    const producer = started();
    const { coordinator, cluster } = producer;
    const node = cluster.broker(coordinator);
    expect(node.timers.atUs('coordinator/transaction/abort')).toBe(null);
    producer.add(['orders-0']);
    expect(node.timers.atUs('coordinator/transaction/abort')).not.toBe(null);
    producer.end(true);
    cluster.runFor(3000);
    expect(node.timers.atUs('coordinator/transaction/abort')).toBe(null);
  });

  test('[T5] an id that nobody has used for long is forgotten, with a tombstone', () => {
    const producer = started({
      configs: {
        'transactional.id.expiration.ms': 4000,
        'transaction.remove.expired.transaction.cleanup.interval.ms': 2000,
      },
    });
    producer.cluster.until('TransactionalIdExpired');
    expect(producer.state()).toBe('TRANSACTIONAL_ID_NOT_FOUND');
    expect(producer.add(['orders-0'])).toEqual(['INVALID_PRODUCER_ID_MAPPING']);
    const last = producer.cluster.batchesIn(producer.coordinator, LOG).at(-1);
    expect(last?.coordinatorRecords).toMatchObject([{ key: { transactionalId: ID }, value: null }]);
    producer.begin();
    expect(producer.producerEpoch).toBe(0);
  });
});

describe('[T4] the coordinator dies', () => {
  /** Kills it, and waits for the next one. */
  function failOver(producer: ScriptedProducer): void {
    const { cluster, coordinator } = producer;
    cluster.kill(coordinator);
    cluster.until('CoordinatorLoaded', { partition: LOG });
  }

  test('with nothing open: the id and its epoch are known', () => {
    const producer = started();
    failOver(producer);
    expect(producer.state()).toBe('Empty 0');
    expect(producer.add(['orders-0'])).toEqual(['NONE']);
  });

  test('with an open transaction: it goes on, and its time runs on', () => {
    const producer = started();
    producer.add(['orders-0']);
    failOver(producer);
    expect(producer.state()).toBe('Ongoing 0');
    expect(producer.add(['orders-1'])).toEqual(['NONE']);
    expect(producer.end(true)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
    producer.cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
  });

  test('before the outcome is replicated: nobody was answered, and the transaction is still open', () => {
    const producer = started();
    const { cluster, coordinator } = producer;
    producer.add(['orders-0']);
    for (const other of [1, 2, 3])
      if (other !== coordinator) cluster.cutLink(`broker:${coordinator}`, `broker:${other}`);
    expect(producer.end(true, 500, coordinator)).toBe(null);
    expect(cluster.facts('TransactionStateChanged', { to: 'PrepareCommit' })).toEqual([]);
    failOver(producer);
    expect(producer.state()).toBe('Ongoing 0');
    expect(producer.end(false)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
    cluster.until('TransactionStateChanged', { to: 'CompleteAbort' });
  });

  test.each([true, false])(
    'D18: after the outcome is replicated and answered, its successor sends the markers (committed: %s)',
    (committed) => {
      const producer = started();
      const { cluster } = producer;
      producer.add(['orders-0', 'orders-1']);
      const { coordinator } = producer;
      expect(producer.end(committed).error).toBe('NONE');
      expect(cluster.facts('TransactionStateChanged').at(-1)?.event.to).toMatch(/^Prepare/);
      cluster.kill(coordinator);
      cluster.until('CoordinatorLoaded', { partition: LOG });
      const done = cluster.until('TransactionStateChanged', {
        to: committed ? 'CompleteCommit' : 'CompleteAbort',
      });
      expect(done.event).toMatchObject({ producerEpoch: 1 });
      expect(done.event.broker).not.toBe(coordinator);
      cluster.runFor(100);
      const alive = [1, 2, 3].find((id) => id !== coordinator) ?? 0;
      for (const topicPartition of ['orders-0', 'orders-1'])
        expect(
          new Set(markersIn(producer, topicPartition, alive).map((marker) => marker.slice(0, -2))),
        ).toEqual(new Set([`${committed ? 'COMMIT' : 'ABORT'} 1`]));
    },
  );

  test('after all is complete: what the client missed is answered again', () => {
    const producer = started();
    producer.add(['orders-0']);
    producer.end(true);
    producer.cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    producer.cluster.runFor(10);
    failOver(producer);
    producer.producerEpoch = 0;
    expect(producer.end(true)).toMatchObject({ error: 'NONE', producerEpoch: 1 });
  });

  test('[T7] its successor does not know the epoch before: a recovering producer that missed its answer is fenced', () => {
    const producer = started();
    const own = { producerId: producer.producerId, producerEpoch: 0 };
    expect(producer.init(60_000, own).producerEpoch).toBe(1);
    failOver(producer);
    expect(producer.init(60_000, own).error).toBe('PRODUCER_FENCED');
  });
});

test('[list-transactions] tools see what is open, by state, by producer and by how long', () => {
  const producer = started();
  const { cluster, coordinator } = producer;
  producer.add(['orders-0']);
  const list = (change: Partial<ListTransactionsRequest>): string[] => {
    const request = {
      kind: 'ListTransactionsRequest',
      stateFilters: [],
      producerIdFilters: [],
      durationFilter: -1,
      ...change,
    } as const;
    const answer = cluster.ask(coordinator, request) as ListTransactionsResponse;
    return [
      ...answer.transactionStates.map((one) => `${one.transactionalId} ${one.transactionState}`),
      ...answer.unknownStateFilters,
    ];
  };
  expect(list({})).toEqual([`${ID} Ongoing`]);
  expect(list({ stateFilters: ['Ongoing', 'Nonsense'] })).toEqual([`${ID} Ongoing`, 'Nonsense']);
  expect(list({ stateFilters: ['Empty'] })).toEqual([]);
  expect(list({ producerIdFilters: [producer.producerId + 1] })).toEqual([]);
  expect(list({ durationFilter: 2000 })).toEqual([]);
  cluster.runFor(3000);
  expect(list({ durationFilter: 2000 })).toEqual([`${ID} Ongoing`]);
});

describe('[T15] markers', () => {
  test('wait for a partition that has too few replicas, are sent again, and keep the next transaction waiting', () => {
    const producer = started({ replicas: [1, 2, 3] });
    const { cluster } = producer;
    cluster.alterTopic({ 'min.insync.replicas': '3' }).runFor(500);
    producer.add(['orders-0']);
    const bystander = [1, 2, 3].find(
      (id) => id !== producer.coordinator && id !== cluster.registration('orders-0').leader,
    );
    if (bystander === undefined) return expect.fail('no bystander');
    cluster.stop(bystander).runFor(3000);
    expect(producer.end(true).error).toBe('NONE');
    cluster.runFor(300);
    expect(cluster.facts('TxnMarkerRefused', { error: 'NOT_ENOUGH_REPLICAS' }).length).toBe(1);
    expect(producer.add(['orders-0'])).toEqual(['CONCURRENT_TRANSACTIONS']);
    expect(producer.init().error).toBe('CONCURRENT_TRANSACTIONS');
    cluster.alterTopic({ 'min.insync.replicas': '1' });
    cluster.until('TransactionStateChanged', { to: 'CompleteCommit' }, 2000);
  });

  test('go to the leader that takes over when the first one is gone', () => {
    const first = started({ replicas: [1, 2, 3] });
    const producer = first.coordinator === 1 ? started({ replicas: [2, 3, 1] }) : first;
    const { cluster, coordinator } = producer;
    const { leader } = cluster.registration('orders-0');
    expect(leader).not.toBe(coordinator);
    producer.add(['orders-0']);
    cluster.kill(leader);
    expect(producer.end(true, undefined, coordinator).error).toBe('NONE');
    cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    const successor = cluster.registration('orders-0').leader;
    expect(successor).not.toBe(leader);
    expect(markersIn(producer, 'orders-0', successor)).toEqual(['COMMIT 1 0']);
  });

  test('[transaction-metrics] wait for a leader where there is none, and go out when there is one again', () => {
    const first = started({ replicas: [1] });
    const producer = first.coordinator === 1 ? started({ replicas: [2] }) : first;
    const { cluster, coordinator } = producer;
    const { leader } = cluster.registration('orders-0');
    producer.add(['orders-0']);
    cluster.kill(leader).runFor(12_000);
    expect(cluster.registration('orders-0').leader).toBe(-1);
    expect(producer.end(true, undefined, coordinator).error).toBe('NONE');
    cluster.runFor(1000);
    const bean =
      'kafka.coordinator.transaction:type=TransactionMarkerChannelManager,name=UnknownDestinationQueueSize';
    const waiting = () => metricsNow(cluster.run.cluster)[bean];
    expect(waiting()).toBe(1);
    cluster.startBroker(leader).until('TransactionStateChanged', { to: 'CompleteCommit' });
    expect(waiting()).toBe(0);
  });

  test('are not missed in a partition that was deleted', () => {
    const producer = started();
    const { cluster } = producer;
    producer.add(['orders-0', 'orders-1']);
    cluster.do({ kind: 'DeleteTopic', topic: 'orders' }).runFor(2000);
    expect(producer.end(true).error).toBe('NONE');
    cluster.until('TransactionStateChanged', { to: 'CompleteCommit' });
    expect(cluster.facts('TxnMarkersSent')).toEqual([]);
  });
});

test('[T14] a coordinator that does not wait for its replicas breaks a law', () => {
  expect(() => started({ rules: { awaitedOffset: () => 0 } })).toThrow(/TransactionsGoByWhatIsReplicated/);
});
