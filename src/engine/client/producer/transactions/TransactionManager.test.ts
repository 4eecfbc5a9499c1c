import { describe, expect, test } from 'vitest';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { expectPresent } from '../../../../shared/assert.ts';
import { clientError, ILLEGAL_STATE, kafkaException } from './ClientError.ts';
import { TransactionManager } from './TransactionManager.ts';
import type { Called, NewIdentity } from './TransactionManager.ts';
import { requestOf } from './TransactionalRequest.ts';
import type { TransactionalRequest } from './TransactionalRequest.ts';

const P0 = 'out-0';
const P1 = 'out-1';

/** A producer whose coordinator answers what a test says, at once. */
class Scripted {
  readonly manager: TransactionManager;
  identity = { producerId: -1, producerEpoch: -1 };
  /** What was sent, in order. */
  readonly sent: string[] = [];

  constructor(transactionVersion = 2) {
    this.manager = new TransactionManager({
      transactionalId: 'tx-1',
      transactionTimeoutMs: 60_000,
      retryBackoffMs: 100,
      transactionVersion,
    });
  }

  /** The next request as the sender takes it. */
  next(hasIncompleteBatches = false): TransactionalRequest | null {
    const request = this.manager.nextRequest(hasIncompleteBatches, this.identity);
    if (request) this.sent.push(request.ask.kind);
    return request;
  }

  answer(request: TransactionalRequest, error: KafkaError, identity: Partial<NewIdentity> = {}): void {
    const { ask } = request;
    if (ask.kind === 'AddPartitionsToTxn') {
      this.manager.partitionsAnswered(
        request,
        ask.partitions.map((topicPartition) => ({ topicPartition, error })),
      );
      return;
    }
    if (ask.kind === 'TxnOffsetCommit') {
      const answers = this.manager.offsetsInRequest.map(({ topicPartition }) => ({ topicPartition, error }));
      this.manager.offsetsAnswered(request, answers);
      return;
    }
    const node = ask.kind === 'FindCoordinator' ? { nodeId: 2 } : {};
    const told = this.manager.answered(request, error, { ...identity, ...node });
    if (told) this.identity = { producerId: told.producerId, producerEpoch: told.producerEpoch };
  }

  /** Looked up and connected to, as the sender finds it before anything else. */
  initialized(producerEpoch = 0): this {
    this.manager.initTransactions();
    const init = expectPresent(this.next(), 'InitProducerId');
    this.manager.lookUpAndRetry(init);
    this.answer(expectPresent(this.next(), 'FindCoordinator'), 'NONE');
    this.manager.coordinatorReady();
    this.answer(expectPresent(this.next(), 'InitProducerId'), 'NONE', { producerId: 1000, producerEpoch });
    this.manager.acknowledge(0);
    this.sent.length = 0;
    return this;
  }

  /** An open transaction with a record for one partition. */
  inTransaction(): this {
    expect(this.manager.beginTransaction()).toEqual({ result: null });
    expect(this.manager.addPartition(P0)).toBeNull();
    return this;
  }

  resultOf(called: Called): { readonly isCompleted: boolean; readonly error: unknown } {
    if ('thrown' in called) throw new Error(`threw ${called.thrown.name}`);
    return this.manager.resultOf(expectPresent(called.result, 'a result'));
  }
}

describe('initTransactions()', () => {
  test('[T6] finds the coordinator first, sleeps before it asks again, and then has an identity', () => {
    const { manager, ...scripted } = new Scripted();
    const producer = Object.assign(new Scripted(), { manager, ...scripted });
    const called = manager.initTransactions();
    const init = expectPresent(producer.next(), 'a request');
    expect(init).toMatchObject({ ask: { kind: 'InitProducerId' }, isRetry: false });
    expect(manager.coordinatorOf(init)).toBeNull();
    manager.lookUpAndRetry(init);
    const find = expectPresent(producer.next(), 'a request');
    expect(find).toMatchObject({ ask: { kind: 'FindCoordinator', key: 'tx-1' }, isRetry: false });
    producer.answer(find, 'NONE');
    const again = expectPresent(producer.next(), 'a request');
    expect(again).toMatchObject({ ask: { kind: 'InitProducerId' }, isRetry: true });
    expect(manager.coordinatorOf(again)).toBe(2);
    expect(manager.backoffMsOf(again)).toBe(100);
    producer.answer(again, 'NONE', { producerId: 1000, producerEpoch: 6 });
    expect(producer.resultOf(called)).toEqual({ isCompleted: true, error: null });
    expect(manager.state).toBe('READY');
    expect(producer.identity).toEqual({ producerId: 1000, producerEpoch: 6 });
  });

  test.each<KafkaError>(['CONCURRENT_TRANSACTIONS', 'COORDINATOR_LOAD_IN_PROGRESS', 'NOT_COORDINATOR'])(
    '[T6] %s is asked again for as long as the application waits',
    (error) => {
      const producer = new Scripted();
      const called = producer.manager.initTransactions();
      producer.answer(expectPresent(producer.next(), 'a request'), error);
      expect(producer.resultOf(called).isCompleted).toBe(false);
      expect(producer.manager.state).toBe('INITIALIZING');
      expect(producer.next()?.ask.kind).toBe(
        error === 'NOT_COORDINATOR' ? 'FindCoordinator' : 'InitProducerId',
      );
    },
  );

  test('[T9] a timeout that the broker refuses is fatal, and no call succeeds any more', () => {
    const producer = new Scripted();
    const { manager } = producer;
    const called = manager.initTransactions();
    producer.answer(expectPresent(producer.next(), 'a request'), 'INVALID_TRANSACTION_TIMEOUT');
    expect(producer.resultOf(called)).toEqual({
      isCompleted: true,
      error: kafkaException('INVALID_TRANSACTION_TIMEOUT'),
    });
    manager.acknowledge(0);
    expect(manager.hasFatalError).toBe(true);
    expect(manager.beginTransaction()).toEqual({ thrown: kafkaException('KafkaException') });
    expect(manager.abortTransaction(producer.identity)).toEqual({ thrown: kafkaException('KafkaException') });
  });

  test('[T6] a call that timed out goes on; the same again waits for it, another is illegal', () => {
    const { manager } = new Scripted();
    const first = manager.initTransactions();
    expect(manager.initTransactions()).toEqual(first);
    expect(manager.beginTransaction()).toEqual({ thrown: ILLEGAL_STATE });
    expect(manager.pendingCount).toBe(1);
  });
});

describe('calls at the wrong time', () => {
  test('[T21] throw IllegalStateException, and leave everything as it was', () => {
    const producer = new Scripted();
    const { manager } = producer;
    expect(manager.beginTransaction()).toEqual({ thrown: ILLEGAL_STATE });
    producer.initialized();
    expect(manager.commitTransaction(producer.identity)).toEqual({ thrown: ILLEGAL_STATE });
    expect(manager.abortTransaction(producer.identity)).toEqual({ thrown: ILLEGAL_STATE });
    expect(manager.addPartition(P0)).toEqual(ILLEGAL_STATE);
    expect(manager.initTransactions()).toEqual({ thrown: ILLEGAL_STATE });
    producer.inTransaction();
    expect(manager.beginTransaction()).toEqual({ thrown: ILLEGAL_STATE });
    expect(manager.state).toBe('IN_TRANSACTION');
  });
});

describe('transaction.version 2', () => {
  test('[T11] a partition needs no request of the client: it is in with the first record', () => {
    const producer = new Scripted().initialized().inTransaction();
    expect(producer.next()).toBeNull();
    expect(producer.manager.isSendAllowed(P0)).toBe(true);
    expect(producer.manager.isSendAllowed(P1)).toBe(false);
  });

  test('[T14] the end waits for the last batch, and carries the identity of the transaction', () => {
    const producer = new Scripted().initialized(4).inTransaction();
    const called = producer.manager.commitTransaction(producer.identity);
    expect(producer.next(true)).toBeNull();
    const end = expectPresent(producer.next(false), 'EndTxn');
    expect(
      requestOf(end.ask, { transactionalId: 'tx-1', transactionTimeoutMs: 60_000, isV2: true }, []),
    ).toEqual({
      kind: 'EndTxnRequest',
      apiVersion: 5,
      transactionalId: 'tx-1',
      producerId: 1000,
      producerEpoch: 4,
      committed: true,
    });
    expect(producer.resultOf(called).isCompleted).toBe(false);
    producer.answer(end, 'NONE', { producerId: 1000, producerEpoch: 5 });
    expect(producer.resultOf(called)).toEqual({ isCompleted: true, error: null });
    expect(producer.manager.state).toBe('READY');
  });

  test('[T16] every end raises the epoch, and sequences begin anew', () => {
    const producer = new Scripted().initialized(4).inTransaction();
    const { manager } = producer;
    manager.abortTransaction(producer.identity);
    const end = expectPresent(producer.next(), 'EndTxn');
    expect(manager.answered(end, 'NONE', { producerId: 1000, producerEpoch: 5 })).toEqual({
      producerId: 1000,
      producerEpoch: 5,
      resetsSequences: true,
    });
    expect(manager.isSendAllowed(P0)).toBe(false);
  });

  test('[T17] a transaction in which nothing was sent ends without a request', () => {
    const producer = new Scripted().initialized();
    producer.manager.beginTransaction();
    const called = producer.manager.commitTransaction(producer.identity);
    expect(producer.next()).toBeNull();
    expect(producer.resultOf(called)).toEqual({ isCompleted: true, error: null });
    expect(producer.manager.state).toBe('READY');
    expect(producer.sent).toEqual([]);
  });

  test('[T14] a coordinator that is gone is looked for, and the end is asked of the next', () => {
    const producer = new Scripted().initialized().inTransaction();
    producer.manager.commitTransaction(producer.identity);
    producer.manager.disconnected(expectPresent(producer.next(), 'EndTxn'));
    expect(producer.manager.coordinator).toBeNull();
    producer.answer(expectPresent(producer.next(), 'FindCoordinator'), 'NONE');
    const again = expectPresent(producer.next(), 'EndTxn');
    expect(again).toMatchObject({ ask: { kind: 'EndTxn' }, isRetry: true });
    producer.answer(again, 'NOT_COORDINATOR');
    expect(producer.next()?.ask.kind).toBe('FindCoordinator');
    expect(producer.sent).toEqual(['EndTxn', 'FindCoordinator', 'EndTxn', 'FindCoordinator']);
  });

  test('[T19] offsets go straight to the group coordinator, and only what failed for a while goes again', () => {
    const producer = new Scripted().initialized();
    const { manager } = producer;
    manager.beginTransaction();
    const offset = (topicPartition: string) => ({
      topicPartition,
      committedOffset: 5,
      committedLeaderEpoch: 0,
      committedMetadata: '',
    });
    const group = { groupId: 'g', generationId: 3, memberId: 'm', groupInstanceId: null };
    const called = manager.sendOffsetsToTransaction(
      [offset('in-0'), offset('in-1')],
      group,
      producer.identity,
    );
    const commit = expectPresent(producer.next(), 'TxnOffsetCommit');
    expect(manager.coordinatorOf(commit)).toBeNull();
    manager.lookUpAndRetry(commit);
    const find = expectPresent(producer.next(), 'FindCoordinator');
    expect(find.ask).toMatchObject({ keyType: 'GROUP', key: 'g' });
    producer.answer(find, 'NONE');
    const again = expectPresent(producer.next(), 'TxnOffsetCommit');
    expect(manager.coordinatorOf(again)).toBe(2);
    manager.offsetsAnswered(again, [
      { topicPartition: 'in-0', error: 'NONE' },
      { topicPartition: 'in-1', error: 'COORDINATOR_LOAD_IN_PROGRESS' },
    ]);
    expect(producer.resultOf(called).isCompleted).toBe(false);
    const rest = expectPresent(producer.next(), 'TxnOffsetCommit');
    expect(manager.offsetsInRequest.map(({ topicPartition }) => topicPartition)).toEqual(['in-1']);
    producer.answer(rest, 'NONE');
    expect(producer.resultOf(called)).toEqual({ isCompleted: true, error: null });
    // Nothing else was sent, and still there is something to commit.
    manager.acknowledge(1);
    manager.commitTransaction(producer.identity);
    expect(producer.next()?.ask.kind).toBe('EndTxn');
  });
});

describe('transaction.version 0 and 1', () => {
  test('[T10] partitions are added by one request before any batch of theirs leaves', () => {
    const producer = new Scripted(1).initialized().inTransaction();
    const { manager } = producer;
    manager.addPartition(P1);
    manager.addPartition(P1);
    expect(manager.isSendAllowed(P0)).toBe(false);
    const add = expectPresent(producer.next(), 'AddPartitionsToTxn');
    expect(add.ask).toMatchObject({ partitions: [P0, P1] });
    expect(manager.isSendAllowed(P0)).toBe(false);
    producer.answer(add, 'NONE');
    expect([P0, P1].map((partition) => manager.isSendAllowed(partition))).toEqual([true, true]);
    manager.addPartition(P0);
    expect(producer.next()).toBeNull();
  });

  test('[T10] the first one waits 20 ms while the transaction before is being completed, a later one the usual time', () => {
    const producer = new Scripted(1).initialized().inTransaction();
    const { manager } = producer;
    producer.answer(expectPresent(producer.next(), 'AddPartitionsToTxn'), 'CONCURRENT_TRANSACTIONS');
    const again = expectPresent(producer.next(), 'AddPartitionsToTxn');
    expect(manager.backoffMsOf(again)).toBe(20);
    producer.answer(again, 'NONE');
    manager.addPartition(P1);
    producer.answer(expectPresent(producer.next(), 'AddPartitionsToTxn'), 'CONCURRENT_TRANSACTIONS');
    expect(manager.backoffMsOf(expectPresent(producer.next(), 'AddPartitionsToTxn'))).toBe(100);
  });

  test('[T10] offsets are added to the transaction before they are told to the group', () => {
    const producer = new Scripted(1).initialized();
    producer.manager.beginTransaction();
    const offsets = [
      { topicPartition: 'in-0', committedOffset: 5, committedLeaderEpoch: 0, committedMetadata: '' },
    ];
    const group = { groupId: 'g', generationId: -1, memberId: '', groupInstanceId: null };
    const called = producer.manager.sendOffsetsToTransaction(offsets, group, producer.identity);
    producer.answer(expectPresent(producer.next(), 'AddOffsetsToTxn'), 'NONE');
    expect(producer.resultOf(called).isCompleted).toBe(false);
    producer.answer(expectPresent(producer.next(), 'TxnOffsetCommit'), 'NONE');
    expect(producer.resultOf(called)).toEqual({ isCompleted: true, error: null });
  });

  test('[T17] no end is sent where no partition came to be added', () => {
    const producer = new Scripted(1).initialized().inTransaction();
    producer.manager.abortTransaction(producer.identity);
    expect(producer.next()).toBeNull();
    expect(producer.sent).toEqual([]);
    expect(producer.manager.state).toBe('READY');
  });

  test('[T16] the epoch stays the same from one transaction to the next', () => {
    const producer = new Scripted(1).initialized(4).inTransaction();
    producer.answer(expectPresent(producer.next(), 'AddPartitionsToTxn'), 'NONE');
    producer.manager.commitTransaction(producer.identity);
    producer.answer(expectPresent(producer.next(), 'EndTxn'), 'NONE', { producerId: -1, producerEpoch: -1 });
    expect(producer.identity).toEqual({ producerId: 1000, producerEpoch: 4 });
  });

  test('[T21] after an abortable error the abort is followed by an InitProducerId that raises the epoch', () => {
    const producer = new Scripted(1).initialized(4).inTransaction();
    const { manager } = producer;
    producer.answer(expectPresent(producer.next(), 'AddPartitionsToTxn'), 'NONE');
    manager.sendFailed('OUT_OF_ORDER_SEQUENCE_NUMBER');
    const called = manager.abortTransaction(producer.identity);
    producer.answer(expectPresent(producer.next(), 'EndTxn'), 'NONE', { producerId: -1, producerEpoch: -1 });
    expect(manager.state).toBe('INITIALIZING');
    const bump = expectPresent(producer.next(), 'InitProducerId');
    expect(bump.ask).toMatchObject({ isEpochBump: true, producerId: 1000, producerEpoch: 4 });
    producer.answer(bump, 'NONE', { producerId: 1000, producerEpoch: 5 });
    expect(producer.resultOf(called)).toEqual({ isCompleted: true, error: null });
    expect(manager.state).toBe('READY');
  });
});

describe('errors', () => {
  test('[T21] a record that failed makes every send and the commit throw, until abortTransaction()', () => {
    const producer = new Scripted().initialized().inTransaction();
    const { manager } = producer;
    manager.sendFailed('TimeoutException');
    expect(manager.state).toBe('ABORTABLE_ERROR');
    const thrown = kafkaException('TRANSACTION_ABORTABLE');
    expect(manager.sendError).toEqual(thrown);
    expect(manager.commitTransaction(producer.identity)).toEqual({ thrown });
    const called = manager.abortTransaction(producer.identity);
    producer.answer(expectPresent(producer.next(), 'EndTxn'), 'NONE', { producerId: 1000, producerEpoch: 1 });
    expect(producer.resultOf(called)).toEqual({ isCompleted: true, error: null });
    expect(manager.state).toBe('READY');
    expect(manager.sendError).toBeNull();
  });

  test('[T22] a batch of an old epoch that fails while the commit waits for it is what the commit throws', () => {
    const producer = new Scripted().initialized().inTransaction();
    const { manager } = producer;
    const called = manager.commitTransaction(producer.identity);
    manager.sendFailed('INVALID_PRODUCER_EPOCH');
    expect(producer.next()).toBeNull();
    expect(producer.sent).toEqual([]);
    expect(producer.resultOf(called)).toEqual({
      isCompleted: true,
      error: clientError('INVALID_PRODUCER_EPOCH'),
    });
  });

  test('[T21] a fenced producer is told so by the coordinator, and can only be closed', () => {
    const producer = new Scripted().initialized().inTransaction();
    const { manager } = producer;
    const called = manager.commitTransaction(producer.identity);
    producer.answer(expectPresent(producer.next(), 'EndTxn'), 'PRODUCER_FENCED');
    expect(producer.resultOf(called).error).toEqual(clientError('PRODUCER_FENCED'));
    manager.acknowledge(1);
    const thrown = clientError('PRODUCER_FENCED');
    expect(manager.abortTransaction(producer.identity)).toEqual({ thrown });
    expect(manager.sendError).toEqual(thrown);
    expect(manager.isSendAllowed(P0)).toBe(false);
  });

  test('[T21] an error while the transaction is being aborted changes nothing', () => {
    const producer = new Scripted().initialized().inTransaction();
    producer.manager.abortTransaction(producer.identity);
    producer.manager.sendFailed('NOT_ENOUGH_REPLICAS');
    expect(producer.manager.state).toBe('ABORTING_TRANSACTION');
  });

  test('[ID10] records of unknown fate: the transaction is to be aborted', () => {
    const producer = new Scripted().initialized().inTransaction();
    producer.manager.sequencesUnresolved();
    expect(producer.manager.state).toBe('ABORTABLE_ERROR');
  });

  test('[T10] one partition that cannot be added loses the transaction', () => {
    const producer = new Scripted(1).initialized().inTransaction();
    const { manager } = producer;
    manager.addPartition(P1);
    manager.partitionsAnswered(expectPresent(producer.next(), 'AddPartitionsToTxn'), [
      { topicPartition: P0, error: 'OPERATION_NOT_ATTEMPTED' },
      { topicPartition: P1, error: 'INVALID_REQUEST' },
    ]);
    expect(manager.state).toBe('ABORTABLE_ERROR');
    expect(manager.isSendAllowed(P0)).toBe(false);
  });
});
