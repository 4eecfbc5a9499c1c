import { describe, expect, test } from 'vitest';
import type { CommandBody } from '../../../src/scenario/Scenario.ts';
import type { FileConfigs, FileProducer, FileTransaction } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext, consumer, PARTITION, TOPIC } from '../ClusterTestContext.ts';

interface Made {
  readonly configs?: FileConfigs;
  readonly constant?: string;
  readonly transaction?: FileTransaction;
}

function transactional(clientId: string, { configs = {}, constant, transaction }: Made = {}): FileProducer {
  return {
    'client.id': clientId,
    configs: { 'transactional.id': 'tx-1', 'linger.ms': 0, ...configs },
    workload: {
      topic: TOPIC,
      partition: 0,
      arrivals: constant === undefined ? null : { constant },
      key: null,
      ...(transaction && { transaction }),
    },
  };
}

/** Three brokers, two partitions, a reader of each isolation level, and the producers in the hands of the test. */
class Transactional extends ClusterTestContext {
  constructor(producers: readonly FileProducer[], configs: FileConfigs = {}) {
    super({
      brokers: 3,
      partitions: 2,
      replicas: [1, 2, 3],
      minIsr: 2,
      configs: {
        'transaction.state.log.num.partitions': 1,
        'broker.session.timeout.ms': 3000,
        'broker.heartbeat.interval.ms': 500,
        ...configs,
      },
      producers,
      consumers: [consumer('committed', { 'isolation.level': 'read_committed' }), consumer('all')],
    });
  }

  at(ms: number, ...deeds: readonly CommandBody[]): this {
    this.runUntil(ms);
    for (const deed of deeds) this.do(deed);
    return this;
  }

  /** Offsets that a consumer read of the first partition, in order. */
  read(reader: string): number[] {
    return this.facts('RecordsDelivered', { consumer: reader, partition: PARTITION }).flatMap(({ event }) =>
      Array.from({ length: event.count }, (_, i) => event.baseOffset + i),
    );
  }

  calls(producer: string): string[] {
    return this.facts('TransactionalCallEnded', { producer }).map(
      ({ event }) => `${event.call} ${event.error}`,
    );
  }

  /** The log of a partition at its leader: batches in brackets with their epoch, markers by name. */
  log(topicPartition = PARTITION): string[] {
    const { log } = this.replica(1, topicPartition);
    return Array.from({ length: log.batchCount }, (_, i) => {
      const { baseOffset, count, marker, producerEpoch } = log.batchAt(i);
      return marker
        ? `${baseOffset} ${marker.type} epoch ${producerEpoch}`
        : `${baseOffset}..${baseOffset + count - 1} epoch ${producerEpoch}`;
    });
  }

  coordinator(): number {
    return this.facts('CoordinatorDiscovered').at(-1)?.event.broker ?? -1;
  }
}

const begin = (producer = 'p') => ({ kind: 'BeginTransaction', producer }) as const;
const commit = (producer = 'p') => ({ kind: 'CommitTransaction', producer }) as const;
const abort = (producer = 'p') => ({ kind: 'AbortTransaction', producer }) as const;
const send = (count: number, producer = 'p') => ({ kind: 'SendRecords', producer, count }) as const;

test('[T14] what was committed both readers get, what was aborted only one; markers nobody', () => {
  const cluster = new Transactional([transactional('p')])
    .at(3000, begin(), send(3))
    .at(4000, commit())
    .at(5000, begin(), send(2))
    .at(6000, abort())
    .at(7000, begin(), send(1))
    .at(8000, commit())
    .runUntil(10_000);
  expect(cluster.log()).toEqual([
    '0..2 epoch 0',
    '3 COMMIT epoch 1',
    '4..5 epoch 1',
    '6 ABORT epoch 2',
    '7..7 epoch 2',
    '8 COMMIT epoch 3',
  ]);
  expect(cluster.read('committed')).toEqual([0, 1, 2, 7]);
  expect(cluster.read('all')).toEqual([0, 1, 2, 4, 5, 7]);
  expect(cluster.calls('p')).toEqual([
    'initTransactions NONE',
    'beginTransaction NONE',
    'commitTransaction NONE',
    'beginTransaction NONE',
    'abortTransaction NONE',
    'beginTransaction NONE',
    'commitTransaction NONE',
  ]);
});

test('[T22] a zombie whose transactional.id another has taken: its records are refused, its abort is fatal, and it writes nothing', () => {
  const cluster = new Transactional([transactional('p'), transactional('q')])
    .at(0, { kind: 'CloseClient', client: 'producer:q' })
    .at(3000, begin(), send(2))
    .at(5000, { kind: 'PauseProcess', node: 'producer:p', forUs: null })
    .at(6000, { kind: 'StartClient', client: 'producer:q' })
    .at(8000, begin('q'), send(1, 'q'))
    .at(9000, commit('q'))
    .at(12_000, { kind: 'ResumeProcess', node: 'producer:p' })
    .at(13_000, send(1))
    .at(14_000, commit())
    .at(15_000, abort())
    .runUntil(17_000);
  expect(cluster.log()).toEqual(['0..1 epoch 0', '2 ABORT epoch 1', '3..3 epoch 2', '4 COMMIT epoch 3']);
  expect(cluster.read('committed')).toEqual([3]);
  expect(cluster.read('all')).toEqual([0, 1, 3]);
  expect(cluster.facts('RecordsFailed', { producer: 'p' })).toMatchObject([
    { event: { count: 1, error: 'INVALID_PRODUCER_EPOCH' } },
  ]);
  expect(cluster.calls('p').slice(2)).toEqual([
    'commitTransaction INVALID_PRODUCER_EPOCH',
    'abortTransaction PRODUCER_FENCED',
  ]);
  expect(cluster.facts('ProducerIdAssigned', { producer: 'q' }).at(-1)?.event.producerEpoch).toBe(2);
});

describe('[T20] a transaction that takes longer than transaction.timeout.ms', () => {
  const slow = () =>
    new Transactional([transactional('p', { configs: { 'transaction.timeout.ms': 3000 } })], {
      'transaction.abort.timed.out.transaction.cleanup.interval.ms': 1000,
    })
      .at(3000, begin(), send(2))
      .runUntil(9000);

  test('is aborted by its coordinator at the next look after its time', () => {
    const cluster = slow();
    expect(cluster.log()).toEqual(['0..1 epoch 0', '2 ABORT epoch 1']);
    const [marker] = cluster.facts('TxnMarkerAppended');
    expect(marker?.timeUs).toBeGreaterThan(6_000_000);
    expect(marker?.timeUs).toBeLessThan(7_100_000);
    expect(cluster.calls('p')).toEqual(['initTransactions NONE', 'beginTransaction NONE']);
  });

  test('its next record is refused; its abort succeeds, and it goes on with the epoch that it is given', () => {
    const cluster = slow()
      .at(9000, send(1))
      .at(10_000, abort())
      .at(11_000, begin(), send(1))
      .at(12_000, commit())
      .runUntil(14_000);
    expect(cluster.facts('RecordsFailed')).toMatchObject([{ event: { error: 'INVALID_PRODUCER_EPOCH' } }]);
    expect(cluster.calls('p').slice(2)).toEqual([
      'abortTransaction NONE',
      'beginTransaction NONE',
      'commitTransaction NONE',
    ]);
    expect(cluster.log().slice(2)).toEqual(['3..3 epoch 1', '4 COMMIT epoch 2']);
    expect(cluster.read('committed')).toEqual([3]);
  });

  test('its commit is the end of the producer', () => {
    const cluster = slow().at(9000, commit()).at(10_000, abort()).runUntil(11_000);
    expect(cluster.calls('p').slice(2)).toEqual([
      'commitTransaction INVALID_TXN_STATE',
      'abortTransaction KafkaException',
    ]);
    expect(cluster.read('committed')).toEqual([]);
  });
});

describe('[T14] the coordinator is killed', () => {
  test('with a transaction open: the next one has it in its log, and commits it', () => {
    const cluster = new Transactional([transactional('p')]).at(3000, begin(), send(3)).runUntil(4000);
    cluster.kill(cluster.coordinator()).at(9000, commit()).runUntil(15_000);
    expect(cluster.calls('p').at(-1)).toBe('commitTransaction NONE');
    expect(cluster.ledger()).toMatchObject({ committed: 3, lost: 0, duplicated: 0 });
    expect(cluster.read('committed')).toEqual([0, 1, 2]);
  });

  test('as it is asked to commit: the client asks the next one, and the records come once', () => {
    const cluster = new Transactional([transactional('p')]).at(3000, begin(), send(3)).at(4000, commit());
    const first = cluster.coordinator();
    cluster.runUntil(4000.3).kill(first).runUntil(15_000);
    expect(cluster.calls('p').at(-1)).toBe('commitTransaction NONE');
    expect(cluster.coordinator()).not.toBe(first);
    expect(cluster.read('committed')).toEqual([0, 1, 2]);
  });

  test('after it has answered and before the markers are there: the next one sends them', () => {
    const cluster = new Transactional([transactional('p')]).at(3000, begin(), send(3)).at(4000, commit());
    cluster.until('TransactionStateChanged', { to: 'PrepareCommit' });
    cluster.kill(cluster.coordinator()).runUntil(15_000);
    expect(cluster.calls('p').at(-1)).toBe('commitTransaction NONE');
    expect(cluster.read('committed')).toEqual([0, 1, 2]);
  });
});

test('[T9] a transaction.timeout.ms above transaction.max.timeout.ms is refused as the producer starts', () => {
  const cluster = new Transactional([
    transactional('p', {
      configs: { 'transaction.timeout.ms': 900_001 },
      constant: '10/s',
      transaction: { records: 5 },
    }),
  ]).runUntil(5000);
  expect(cluster.calls('p')).toEqual(['initTransactions KafkaException']);
  expect(cluster.facts('TransactionFailed')).toMatchObject([
    { event: { isFatal: true, cause: 'INVALID_TRANSACTION_TIMEOUT' } },
  ]);
  expect(cluster.replica(1).log.logEndOffset).toBe(0);
});

test('a loop of transactions over a leader that is killed loses and doubles nothing', () => {
  const cluster = new Transactional([
    transactional('p', { constant: '20/s', transaction: { records: 10, abortEvery: 4 } }),
  ]).runUntil(5000);
  cluster.kill(1).runUntil(15_000);
  cluster.do({ kind: 'PauseWorkload', producer: 'p' }).runUntil(17_000);
  expect(cluster.ledger()).toMatchObject({ lost: 0, duplicated: 0 });
  const reads = cluster.read('committed');
  expect(reads.length).toBeGreaterThan(100);
  expect(new Set(reads).size).toBe(reads.length);
  // Three of four transactions, of ten records each, and nothing of one that was not ended.
  expect(reads.length % 10).toBe(0);
});
