import { describe, expect, test } from 'vitest';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type { Request, Response } from '../../../protocol/requests.ts';
import { ScriptedCluster } from './ScriptedClusterTestContext.ts';
import type { Answer, ScriptedOptions } from './ScriptedClusterTestContext.ts';

/** Answers requests of one kind with an error, so many times; all others as usual. */
function failing(kind: Request['kind'], error: KafkaError, times = 1): (request: Request) => Answer {
  let left = times;
  return (request) => {
    if (request.kind !== kind || left === 0) return 'usual';
    left -= 1;
    return refusal(request, error);
  };
}

function refusal(request: Request, error: KafkaError): Response {
  if (request.kind === 'ProduceRequest')
    return {
      kind: 'ProduceResponse',
      partitions: request.partitions.map(({ topicPartition }) => ({
        topicPartition,
        error,
        baseOffset: -1,
        currentLeader: null,
      })),
    };
  if (request.kind === 'EndTxnRequest')
    return { kind: 'EndTxnResponse', error, producerId: -1, producerEpoch: -1 };
  if (request.kind === 'InitProducerIdRequest')
    return { kind: 'InitProducerIdResponse', error, producerId: -1, producerEpoch: -1 };
  if (request.kind === 'AddPartitionsToTxnRequest')
    return {
      kind: 'AddPartitionsToTxnResponse',
      error: 'NONE',
      resultsByTransaction: request.transactions.map(({ transactionalId, partitions }) => ({
        transactionalId,
        partitions: partitions.map((topicPartition) => ({ topicPartition, error })),
      })),
    };
  return { kind: 'FindCoordinatorResponse', error, nodeId: -1 };
}

/** A producer that is READY at 103 ms. */
const ready = (options: ScriptedOptions = {}) => new ScriptedCluster(options).until(200);

describe('requests and their times', () => {
  test('[T6] initTransactions() takes retry.backoff.ms and two round trips: its request was put back while the coordinator was looked for', () => {
    const cluster = ready();
    expect(cluster.sent()).toEqual(['1 FindCoordinator to 2', '102 InitProducerId to 2']);
    expect(cluster.calls()).toEqual(['103 initTransactions NONE']);
  });

  test('[T14] the commit sends what lingers at once, and ends the transaction when the last batch is acknowledged', () => {
    const cluster = ready({ configs: { 'linger.ms': 1000 } });
    cluster.begin(1000).send(1000, 3).commit(1010).until(3000);
    // One round trip to connect to the leader of the partition.
    expect(cluster.sent().slice(2)).toEqual(['1011 Produce to 1', '1012 EndTxn to 2']);
    expect(cluster.calls().slice(1)).toEqual(['1000 beginTransaction NONE', '1013 commitTransaction NONE']);
  });

  test('[T16] each transaction has the epoch that the end of the one before gave, and counts from 0', () => {
    const batches: unknown[] = [];
    const cluster = ready();
    cluster.script = (request) => {
      if (request.kind === 'ProduceRequest')
        for (const { batch } of request.partitions)
          batches.push([batch.producerEpoch, batch.baseSequence, batch.isTransactional, request.apiVersion]);
      return 'usual';
    };
    cluster
      .begin(1000)
      .send(1000, 3)
      .commit(1010)
      .begin(2000)
      .send(2000, 2)
      .send(2010, 1)
      .abort(2020)
      .until(3000);
    expect(batches).toEqual([
      [0, 0, true, 12],
      [1, 0, true, 12],
      [1, 2, true, 12],
    ]);
    expect(cluster.producer.sequences.producerEpoch).toBe(2);
  });

  test('[T10] under transaction.version 1 batches wait for AddPartitionsToTxn, and nothing else is sent meanwhile', () => {
    const cluster = ready({ transactionVersion: 1 });
    cluster.begin(1000).send(1000, 3).commit(1010).until(3000);
    expect(cluster.sent().slice(2)).toEqual([
      '1000 AddPartitionsToTxn to 2',
      '1002 Produce to 1',
      '1010 EndTxn to 2',
    ]);
    expect(cluster.producer.sequences.producerEpoch).toBe(0);
  });

  test('[T10] CONCURRENT_TRANSACTIONS of the first AddPartitionsToTxn is waited for 20 ms', () => {
    const cluster = ready({ transactionVersion: 1 });
    cluster.script = failing('AddPartitionsToTxnRequest', 'CONCURRENT_TRANSACTIONS', 2);
    cluster.begin(1000).send(1000, 1).until(2000);
    expect(cluster.sent().slice(2)).toEqual([
      '1000 AddPartitionsToTxn to 2',
      '1021 AddPartitionsToTxn to 2',
      '1042 AddPartitionsToTxn to 2',
      '1044 Produce to 1',
    ]);
  });

  test('[T14] CONCURRENT_TRANSACTIONS of EndTxn is waited for retry.backoff.ms, with no growth', () => {
    const cluster = ready();
    cluster.script = failing('EndTxnRequest', 'CONCURRENT_TRANSACTIONS', 3);
    cluster.begin(1000).send(1000, 1).commit(1010).until(3000);
    expect(cluster.sent().slice(3)).toEqual([
      '1010 EndTxn to 2',
      '1111 EndTxn to 2',
      '1212 EndTxn to 2',
      '1313 EndTxn to 2',
    ]);
    expect(cluster.calls().at(-1)).toBe('1314 commitTransaction NONE');
  });

  test('[T14] a coordinator that cannot be connected to is looked for at the pace of the answers, until another one is named', () => {
    const cluster = ready();
    cluster.begin(1000).send(1000, 1).until(1005);
    cluster.down.add(2);
    cluster.script = (request, broker, nowMs) =>
      request.kind === 'FindCoordinatorRequest' && nowMs > 1500
        ? { kind: 'FindCoordinatorResponse', error: 'NONE', nodeId: 1 }
        : 'usual';
    cluster.commit(1010).until(3000);
    const after = cluster.sent().slice(3);
    expect(after[0]).toBe('1010 EndTxn to 2');
    expect(after.at(-1)).toMatch(/EndTxn to 1$/);
    const lookUps = after.filter((line) => line.endsWith('FindCoordinator to 1'));
    expect(lookUps.length).toBeGreaterThan(100);
    expect(cluster.calls().at(-1)).toMatch(/commitTransaction NONE$/);
  });

  test('[T14] while nobody knows the coordinator it is asked for every retry.backoff.ms', () => {
    const cluster = new ScriptedCluster();
    cluster.script = failing('FindCoordinatorRequest', 'COORDINATOR_NOT_AVAILABLE', 2);
    cluster.until(1000);
    expect(cluster.sent()).toEqual([
      '1 FindCoordinator to 2',
      '102 FindCoordinator to 2',
      '203 FindCoordinator to 2',
      '304 InitProducerId to 2',
    ]);
  });
});

describe('the application waits, and is told', () => {
  test('[T6] initTransactions() that takes longer than max.block.ms is called again, and is the same call', () => {
    const cluster = new ScriptedCluster({ configs: { 'max.block.ms': 300 } });
    cluster.script = failing('InitProducerIdRequest', 'CONCURRENT_TRANSACTIONS', 4);
    cluster.until(2000);
    expect(cluster.calls()).toEqual(['300 initTransactions TimeoutException', '507 initTransactions NONE']);
    expect(cluster.sent().filter((line) => line.includes('InitProducerId'))).toHaveLength(5);
  });

  test('[T14] a commit that timed out can only be called again', () => {
    const cluster = ready({ configs: { 'max.block.ms': 300 } });
    cluster.script = failing('EndTxnRequest', 'CONCURRENT_TRANSACTIONS', 5);
    cluster.begin(1000).send(1000, 1).commit(1010).abort(1400).commit(1450).until(3000);
    expect(cluster.calls().slice(2)).toEqual([
      '1310 commitTransaction TimeoutException',
      '1400 abortTransaction IllegalStateException',
      '1516 commitTransaction NONE',
    ]);
  });

  test('[T21] calls in the wrong order throw, and the application goes on', () => {
    const cluster = ready();
    cluster.commit(1000).abort(1100).begin(1200).begin(1300).commit(1400).until(2000);
    expect(cluster.calls().slice(1)).toEqual([
      '1000 commitTransaction IllegalStateException',
      '1100 abortTransaction IllegalStateException',
      '1200 beginTransaction NONE',
      '1300 beginTransaction IllegalStateException',
      // Nothing was sent: no request.
      '1400 commitTransaction NONE',
    ]);
    expect(cluster.sent().slice(2)).toEqual([]);
  });

  test('[T21] send() outside of a transaction throws, and its record goes out with the next one', () => {
    const cluster = ready();
    cluster.send(1000, 1).until(1500);
    expect(cluster.eventsOf('RecordsFailed')).toMatchObject([{ count: 1, error: 'IllegalStateException' }]);
    expect(cluster.sent().slice(2)).toEqual([]);
    cluster.begin(2000).send(2000, 1).commit(2010).until(3000);
    expect(cluster.eventsOf('RecordsAcknowledged')).toMatchObject([{ count: 2, baseOffset: 0 }]);
  });

  test('[T9] a refused transaction.timeout.ms ends initTransactions(), and nothing can be sent', () => {
    const cluster = new ScriptedCluster();
    cluster.script = failing('InitProducerIdRequest', 'INVALID_TRANSACTION_TIMEOUT', Infinity);
    cluster.begin(1000).send(1000, 1).until(2000);
    expect(cluster.calls()).toEqual([
      '103 initTransactions KafkaException',
      '1000 beginTransaction KafkaException',
    ]);
    expect(cluster.eventsOf('TransactionFailed')).toMatchObject([
      { isFatal: true, error: 'KafkaException', cause: 'INVALID_TRANSACTION_TIMEOUT' },
    ]);
    expect(cluster.eventsOf('RecordsFailed')).toMatchObject([{ error: 'KafkaException' }]);
    expect(cluster.sent().filter((line) => line.includes('Produce to'))).toEqual([]);
  });
});

describe('errors in a transaction', () => {
  test('[T22] a batch of a zombie is refused, its commit throws without a request, its abort is fatal', () => {
    const cluster = ready();
    cluster.script = failing('ProduceRequest', 'INVALID_PRODUCER_EPOCH');
    cluster.begin(1000).send(1000, 1).commit(1100);
    cluster.script = failing('EndTxnRequest', 'PRODUCER_FENCED', Infinity);
    cluster.abort(1200).abort(1300).until(2000);
    expect(cluster.calls().slice(2)).toEqual([
      '1100 commitTransaction INVALID_PRODUCER_EPOCH',
      '1201 abortTransaction PRODUCER_FENCED',
      '1300 abortTransaction PRODUCER_FENCED',
    ]);
    expect(cluster.eventsOf('TransactionFailed')).toMatchObject([
      { isFatal: false, error: 'INVALID_PRODUCER_EPOCH' },
      { isFatal: true, error: 'PRODUCER_FENCED' },
    ]);
  });

  test('[T21] aborting drops what was not sent yet, and waits for what is on its way', () => {
    const cluster = ready({ configs: { 'max.in.flight.requests.per.connection': 1, 'batch.size': 1 } });
    cluster.begin(1000).send(1000, 1).until(1100).send(1100, 3);
    // The first of the three is on its way.
    cluster.abort(1100.2).until(2000);
    expect(cluster.eventsOf('RecordsFailed').map(({ atMs, count, error }) => [atMs, count, error])).toEqual([
      [1100.2, 1, 'TransactionAbortedException'],
      [1100.2, 1, 'TransactionAbortedException'],
    ]);
    expect(cluster.sent().slice(2)).toEqual(['1001 Produce to 1', '1100 Produce to 1', '1101 EndTxn to 2']);
  });

  test('[T21] an abortable error fails what waits in the accumulator with the same error', () => {
    const cluster = ready({ configs: { 'linger.ms': 500 } });
    cluster.script = failing('ProduceRequest', 'INVALID_TXN_STATE');
    cluster.begin(1000).send(1000, 1).until(1501.5).send(1501.5, 2).until(2000);
    expect(cluster.eventsOf('RecordsFailed').map(({ error }) => error)).toEqual([
      'INVALID_TXN_STATE',
      'TRANSACTION_ABORTABLE',
    ]);
    cluster.abort(2000).until(3000);
    expect(cluster.calls().at(-1)).toBe('2001 abortTransaction NONE');
    expect(cluster.producer.transactions?.manager.state).toBe('READY');
  });

  test('[ID10] a batch that expires after a retry leaves the transaction to be aborted; the next one counts from 0', () => {
    const sequences: (readonly [number, number])[] = [];
    const cluster = ready({ configs: { 'delivery.timeout.ms': 1000, 'request.timeout.ms': 400 } });
    cluster.script = (request) => {
      if (request.kind !== 'ProduceRequest') return 'usual';
      for (const { batch } of request.partitions) sequences.push([batch.producerEpoch, batch.baseSequence]);
      return cluster.nowMs < 2500 ? refusal(request, 'NOT_ENOUGH_REPLICAS') : 'usual';
    };
    cluster.begin(1000).send(1000, 2).until(2500);
    expect(cluster.eventsOf('RecordsFailed')).toMatchObject([{ count: 2, error: 'TimeoutException' }]);
    expect(cluster.producer.transactions?.manager.state).toBe('ABORTABLE_ERROR');
    cluster.abort(2600).begin(2700).send(2700, 1).commit(2800).until(4000);
    expect(cluster.calls().slice(2)).toEqual([
      '2601 abortTransaction NONE',
      '2700 beginTransaction NONE',
      '2801 commitTransaction NONE',
    ]);
    expect(sequences.at(-1)).toEqual([1, 0]);
  });
});

describe('a loop of transactions', () => {
  test('has so many records in each, aborts every n-th, and sends nothing between', () => {
    const cluster = new ScriptedCluster({
      plan: { records: 3, abortEvery: 3 },
      recordsPerSecond: 10,
    }).until(1850);
    // Records are due at 0, 100, 200 ms and so on; the first two waited for initTransactions().
    expect(cluster.calls()).toEqual([
      '103 initTransactions NONE',
      '103 beginTransaction NONE',
      '202 commitTransaction NONE',
      '300 beginTransaction NONE',
      '502 commitTransaction NONE',
      '600 beginTransaction NONE',
      '801 abortTransaction NONE',
      '900 beginTransaction NONE',
      '1102 commitTransaction NONE',
      '1200 beginTransaction NONE',
      '1402 commitTransaction NONE',
      '1500 beginTransaction NONE',
      '1701 abortTransaction NONE',
      '1800 beginTransaction NONE',
    ]);
    const { produced, acked, failed } = {
      produced: cluster.producer.recordCount,
      acked: cluster.producer.outcomes.ackedCount,
      failed: cluster.producer.outcomes.failedCount,
    };
    // The last record of an aborted transaction was never sent.
    expect({ produced, acked, failed }).toEqual({ produced: 19, acked: 17, failed: 2 });
  });

  test('ends a transaction when its time is up, with what came in it', () => {
    const cluster = new ScriptedCluster({ plan: { lastsUs: 250_000 }, recordsPerSecond: 10 }).until(1000);
    expect(cluster.calls()).toEqual([
      '103 initTransactions NONE',
      '103 beginTransaction NONE',
      '354 commitTransaction NONE',
      '400 beginTransaction NONE',
      '651 commitTransaction NONE',
      '700 beginTransaction NONE',
      '951 commitTransaction NONE',
      '1000 beginTransaction NONE',
    ]);
    expect(cluster.eventsOf('RecordsAcknowledged').map(({ count }) => count)).toEqual([
      2, 1, 1, 1, 1, 1, 1, 1, 1,
    ]);
  });

  test('[T21] a fenced one closes its producer, and a new process starts after its time', () => {
    const cluster = new ScriptedCluster({
      plan: { records: 1, lastsUs: 100_000, restartAfterUs: 1_000_000 },
      recordsPerSecond: 10,
    });
    cluster.script = failing('EndTxnRequest', 'PRODUCER_FENCED');
    cluster.until(1600);
    expect(cluster.calls()).toEqual([
      '103 initTransactions NONE',
      '103 beginTransaction NONE',
      '204 commitTransaction PRODUCER_FENCED',
      '1307 initTransactions NONE',
      '1307 beginTransaction NONE',
      '1408 commitTransaction NONE',
      '1408 beginTransaction NONE',
      '1509 commitTransaction NONE',
      '1509 beginTransaction NONE',
    ]);
    expect(cluster.eventsOf('ProducerClosed').map(({ atMs }) => atMs)).toEqual([204]);
  });

  test('[T21] one whose transaction failed aborts it, and goes on with the next', () => {
    const cluster = new ScriptedCluster({ plan: { records: 2 }, recordsPerSecond: 10 });
    cluster.script = failing('ProduceRequest', 'INVALID_TXN_STATE');
    cluster.until(450);
    expect(cluster.calls()).toEqual([
      '103 initTransactions NONE',
      '103 beginTransaction NONE',
      '105 commitTransaction TRANSACTION_ABORTABLE',
      '106 abortTransaction NONE',
      '200 beginTransaction NONE',
      '302 commitTransaction NONE',
      '400 beginTransaction NONE',
    ]);
  });
});

describe('close()', () => {
  test('[T22] sends what it holds, and aborts the transaction that is open', () => {
    const cluster = ready({ configs: { 'linger.ms': 1000 } });
    cluster.begin(1000).send(1000, 2);
    cluster.at(1100, (producer, ctx) => {
      producer.close(ctx);
    });
    cluster.until(2000);
    expect(cluster.sent().slice(2)).toEqual(['1101 Produce to 1', '1102 EndTxn to 2']);
    expect(cluster.eventsOf('ProducerClosed').map(({ atMs }) => atMs)).toEqual([1103]);
    expect(cluster.producer.state).toBe('closed');
  });

  test('[T21] closes at once where an error is fatal', () => {
    const cluster = ready();
    cluster.script = failing('EndTxnRequest', 'PRODUCER_FENCED');
    cluster.begin(1000).send(1000, 1).commit(1010).until(1100);
    cluster.at(1200, (producer, ctx) => {
      producer.close(ctx);
    });
    expect(cluster.producer.state).toBe('closed');
  });
});
