import { describe, expect, test } from 'vitest';
import type { IsolationLevel, WritableTxnMarker } from '../../../src/engine/protocol/requests.ts';
import { LATEST_TIMESTAMP } from '../../../src/engine/protocol/requests.ts';
import { PLANTED_FAULTS } from '../plantedFaults.ts';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
} from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const FAST: ClusterOptions = {
  network: ONE_MS_LINKS,
  times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' },
  brokers: 3,
  minIsr: 2,
};
/** The coordinator is not asked; what the partition itself makes of transactions is what counts here. */
const UNVERIFIED = { 'transaction.partition.verification.enable': false };

const committed = (clientId: string) => consumer(clientId, { 'isolation.level': 'read_committed' });

/** Partitions of a cluster in the hands of producers and a coordinator that a test plays itself. */
class Transactions {
  readonly cluster: ClusterTestContext;
  private readonly sequences = new Map<string, number>();

  constructor(options: ClusterOptions = {}) {
    this.cluster = new ClusterTestContext({ ...FAST, configs: UNVERIFIED, ...options }).runUntil(1_000);
  }

  /** A batch of a transaction, or without one; returns its offset, or the error. */
  write(
    producerId: number,
    producerEpoch = 0,
    isTransactional = true,
    broker = this.cluster.leader,
  ): number | string {
    const key = `${producerId}/${producerEpoch}`;
    const baseSequence = this.sequences.get(key) ?? 0;
    const batch = {
      producerId,
      producerEpoch,
      baseSequence,
      ...(isTransactional && ({ isTransactional } as const)),
    };
    const request = { ...produceRequest(-1, batch), transactionalId: `t${producerId}` };
    const [answer] =
      this.cluster.produce(broker, isTransactional ? request : produceRequest(-1, batch)) ?? [];
    if (answer?.error !== 'NONE') return answer?.error ?? 'no answer';
    this.sequences.set(key, baseSequence + 1);
    return answer.baseOffset;
  }

  /** Has a marker written; returns the error. */
  end(
    transactionResult: 'COMMIT' | 'ABORT',
    producerId: number,
    changes: Partial<WritableTxnMarker> = {},
    broker = this.cluster.leader,
  ): string {
    const marker = {
      producerId,
      producerEpoch: 0,
      transactionResult,
      coordinatorEpoch: 0,
      transactionVersion: 1,
      partitions: [PARTITION],
      ...changes,
    };
    const answer = this.cluster.ask(broker, { kind: 'WriteTxnMarkersRequest', markers: [marker] });
    if (answer?.kind !== 'WriteTxnMarkersResponse') return 'no answer';
    expect(answer.markers.map((one) => one.producerId)).toEqual([producerId]);
    return answer.markers[0]?.partitions.map(({ error }) => error).join() ?? '';
  }

  /** Last stable offset, by broker. */
  stable(broker = this.cluster.leader): number {
    return this.cluster.replica(broker).log.lastStableOffset;
  }

  latest(isolationLevel: IsolationLevel): number | undefined {
    const partitions = [{ topicPartition: PARTITION, timestamp: LATEST_TIMESTAMP, currentLeaderEpoch: null }];
    const answer = this.cluster.ask(this.cluster.leader, {
      kind: 'ListOffsetsRequest',
      replicaId: -1,
      isolationLevel,
      partitions,
    });
    return answer?.kind === 'ListOffsetsResponse' ? answer.partitions[0]?.offset : undefined;
  }
}

/** Offsets of what a consumer was handed. */
function seen(cluster: ClusterTestContext, clientId: string): number {
  return cluster.consumer(clientId).deliveredCount;
}

describe('what readers get', () => {
  test('[T24] [T27] two transactions side by side: one is aborted, one committed', () => {
    const t = new Transactions({ consumers: [committed('rc'), consumer('ru')] });
    const { cluster } = t;
    const positions = (): readonly number[] => ['rc', 'ru'].map((clientId) => cluster.position(clientId));
    expect([t.write(1), t.write(2), t.write(1)]).toEqual([0, 1, 2]);
    cluster.runFor(600);
    expect(positions()).toEqual([0, 3]);
    expect(t.end('ABORT', 1)).toBe('NONE');
    cluster.runFor(600);
    expect(t.stable()).toBe(1);
    expect(t.write(2)).toBe(4);
    expect(t.end('COMMIT', 2)).toBe('NONE');
    cluster.runFor(600);
    expect(positions()).toEqual([6, 6]);
    expect(['rc', 'ru'].map((clientId) => seen(cluster, clientId))).toEqual([2, 4]);
    expect(cluster.facts('TxnMarkerAppended').map(({ event }) => [event.offset, event.marker])).toEqual([
      [3, 'ABORT'],
      [5, 'COMMIT'],
    ]);
    expect(
      cluster
        .facts('LastStableOffsetAdvanced')
        .map(({ event }) => event.to)
        .at(-1),
    ).toBe(6);
  });

  test('[T25] [T28] one open transaction holds everybody back, and where the log ends for whom', () => {
    const t = new Transactions({ consumers: [committed('rc')] });
    t.write(1);
    t.write(2, 0, false);
    t.cluster.runFor(600);
    expect(seen(t.cluster, 'rc')).toBe(0);
    expect(t.latest('READ_COMMITTED')).toBe(0);
    expect(t.latest('READ_UNCOMMITTED')).toBe(2);
    t.end('COMMIT', 1);
    t.cluster.runFor(600);
    expect(seen(t.cluster, 'rc')).toBe(2);
    expect(t.latest('READ_COMMITTED')).toBe(3);
  });

  test('[T24] a marker counts once it is replicated, and only then is the coordinator answered', () => {
    const t = new Transactions({
      consumers: [committed('rc')],
      minIsr: 1,
      brokers: 2,
      configs: { ...UNVERIFIED, 'replica.lag.time.max.ms': 10_000 },
    });
    const { cluster } = t;
    t.write(1);
    cluster.runFor(600).cutLink('broker:1', 'broker:2');
    const sentMs = cluster.nowMs;
    expect(t.end('COMMIT', 1)).toBe('NONE');
    // The follower has to be dropped from the ISR first.
    expect(cluster.nowMs - sentMs).toBeGreaterThan(8_000);
    expect(t.stable()).toBe(2);
    cluster.runFor(600);
    expect(seen(cluster, 'rc')).toBe(1);
  });
});

describe('markers', () => {
  test('[T15] [T18] are refused by epoch, by coordinator, and where nobody leads', () => {
    const t = new Transactions();
    const [follower] = [1, 2, 3].filter((broker) => broker !== t.cluster.leader);
    t.write(1, 5);
    expect(t.end('ABORT', 1, { producerEpoch: 4 })).toBe('INVALID_PRODUCER_EPOCH');
    expect(t.end('ABORT', 1, { producerEpoch: 5, transactionVersion: 2 })).toBe('INVALID_PRODUCER_EPOCH');
    expect(t.end('ABORT', 1, { producerEpoch: 5 }, follower)).toBe('NOT_LEADER_OR_FOLLOWER');
    expect(t.end('ABORT', 1, { partitions: ['gone-0'] })).toBe('UNKNOWN_TOPIC_OR_PARTITION');
    expect(t.end('ABORT', 1, { producerEpoch: 6, transactionVersion: 2, coordinatorEpoch: 3 })).toBe('NONE');
    expect(t.end('ABORT', 1, { producerEpoch: 6, transactionVersion: 2, coordinatorEpoch: 3 })).toBe('NONE');
    expect(t.end('ABORT', 1, { producerEpoch: 7, coordinatorEpoch: 2 })).toBe(
      'TRANSACTION_COORDINATOR_FENCED',
    );
    expect(t.write(1, 5)).toBe('INVALID_PRODUCER_EPOCH');
    expect(t.write(1, 6)).toBe(3);
  });

  test('[T15] are refused where too few replicas are in sync, and answered after 30 s if they are not replicated', () => {
    const t = new Transactions({ configs: { ...UNVERIFIED, 'replica.lag.time.max.ms': 60_000 } });
    const { cluster } = t;
    const others = [1, 2, 3].filter((broker) => broker !== cluster.leader);
    t.write(1);
    for (const other of others) cluster.cutLink(`broker:${cluster.leader}`, `broker:${other}`);
    const sentMs = cluster.nowMs;
    expect(t.end('ABORT', 1)).toBe('REQUEST_TIMED_OUT');
    expect(cluster.nowMs - sentMs).toBe(30_001);
    const few = new Transactions({ brokers: 2 });
    few.write(1);
    few.cluster.stop(few.cluster.leader === 1 ? 2 : 1).runFor(5_000);
    expect(few.end('ABORT', 1)).toBe('NOT_ENOUGH_REPLICAS');
  });
});

describe('other replicas', () => {
  test('[T29] know the same: the next leader goes on where the last one stood', () => {
    const t = new Transactions({ consumers: [committed('rc')] });
    const { cluster } = t;
    t.write(1);
    t.write(2);
    t.end('ABORT', 1, { coordinatorEpoch: 4 });
    cluster.runFor(1_000);
    const before = cluster.leader;
    const states = [1, 2, 3].map((broker) => {
      const { producers } = cluster.replica(broker).log;
      const { ongoing, aborted } = producers.transactions ?? { ongoing: [], aborted: [] };
      return {
        ongoing,
        aborted,
        epochs: [...producers.producers.values()].map((one) => one.coordinatorEpoch),
      };
    });
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
    expect(states[0]).toMatchObject({
      ongoing: [{ producerId: 2, firstOffset: 1 }],
      aborted: [{ producerId: 1, firstOffset: 0, lastOffset: 2, lastStableOffset: 1 }],
    });
    cluster.kill(before).untilTrue(() => cluster.leader !== before && cluster.leader > 0);
    cluster.runFor(1_000);
    expect(t.end('ABORT', 1, { coordinatorEpoch: 3 })).toBe('TRANSACTION_COORDINATOR_FENCED');
    expect(t.end('COMMIT', 2)).toBe('NONE');
    cluster.runFor(2_000);
    expect(seen(cluster, 'rc')).toBe(1);
    // The old leader comes back, and learns of the end.
    cluster.startBroker(before).runFor(10_000);
    expect(cluster.replica(before).log.producers.transactions?.ongoing).toEqual([]);
    expect(t.stable(before)).toBe(4);
  });

  test('[T29] what is cut off takes its transactions along', () => {
    const t = new Transactions();
    t.write(1);
    t.end('ABORT', 1);
    t.write(2);
    t.end('ABORT', 2);
    const { log } = t.cluster.replica(t.cluster.leader);
    const copy = log.shareOrClone();
    copy.truncateTo(3, 0);
    expect(copy.producers.transactions).toMatchObject({
      ongoing: [{ producerId: 2, firstOffset: 2 }],
      unreplicated: [],
    });
    expect(copy.abortedTransactionsIn(0, 9).map(({ producerId }) => producerId)).toEqual([1]);
    expect(copy.lastStableOffset).toBe(2);
    expect(log.abortedTransactionsIn(0, 9).map(({ producerId }) => producerId)).toEqual([1, 2]);
    copy.truncateTo(1, 0);
    expect(copy.abortedTransactionsIn(0, 9)).toEqual([]);
    expect(copy.lastStableOffset).toBe(0);
    copy.truncateFullyAndStartAt(7, 0);
    expect(copy.lastStableOffset).toBe(7);
  });
});

/** A producer that a test plays itself, with a coordinator that is really there. */
class Played {
  readonly cluster = new ClusterTestContext({ ...FAST, consumers: [committed('rc')] }).runUntil(1_000);
  readonly transactionalId = 'pay';
  producerId = -1;
  producerEpoch = -1;
  private readonly apiVersion: 11 | 12;
  private sequence = 0;

  constructor(apiVersion: 11 | 12) {
    this.apiVersion = apiVersion;
    this.init();
  }

  get coordinator(): number {
    for (let tries = 0; tries < 100; tries++) {
      const request = {
        kind: 'FindCoordinatorRequest',
        keyType: 'TRANSACTION',
        key: this.transactionalId,
      } as const;
      const answer = this.cluster.ask(1, request);
      if (answer?.kind === 'FindCoordinatorResponse' && answer.error === 'NONE') return answer.nodeId;
      this.cluster.runFor(100);
    }
    return -1;
  }

  init(): void {
    for (let tries = 0; tries < 100; tries++) {
      const { transactionalId } = this;
      const request = {
        kind: 'InitProducerIdRequest',
        transactionalId,
        transactionTimeoutMs: 60_000,
      } as const;
      const answer = this.cluster.ask(this.coordinator, request);
      if (answer?.kind === 'InitProducerIdResponse' && answer.error === 'NONE') {
        this.renew(answer.producerId, answer.producerEpoch);
        return;
      }
      this.cluster.runFor(100);
    }
  }

  /** Puts the partition into the transaction, as clients do before version 12. */
  add(): string {
    const { transactionalId, producerId, producerEpoch } = this;
    const transaction = {
      transactionalId,
      producerId,
      producerEpoch,
      verifyOnly: false,
      partitions: [PARTITION],
    };
    const request = {
      kind: 'AddPartitionsToTxnRequest',
      apiVersion: 3,
      transactions: [transaction],
    } as const;
    const answer = this.cluster.ask(this.coordinator, request);
    if (answer?.kind !== 'AddPartitionsToTxnResponse') return 'no answer';
    return answer.resultsByTransaction[0]?.partitions[0]?.error ?? '';
  }

  send(changes: { readonly producerEpoch?: number; readonly baseSequence?: number } = {}): string {
    const { producerId, producerEpoch, sequence: baseSequence, transactionalId, apiVersion } = this;
    const batch = { producerId, producerEpoch, baseSequence, isTransactional: true as const, ...changes };
    const request = { ...produceRequest(-1, batch), transactionalId, apiVersion };
    const error = this.cluster.produce(this.cluster.leader, request)?.[0]?.error ?? 'no answer';
    if (error === 'NONE') this.sequence += 1;
    return error;
  }

  end(isCommit: boolean): string {
    const { transactionalId, producerId, producerEpoch } = this;
    const apiVersion = this.apiVersion === 12 ? 5 : 4;
    const request = {
      kind: 'EndTxnRequest',
      apiVersion,
      transactionalId,
      producerId,
      producerEpoch,
    } as const;
    const answer = this.cluster.ask(this.coordinator, { ...request, committed: isCommit });
    if (answer?.kind !== 'EndTxnResponse') return 'no answer';
    if (apiVersion === 5 && answer.error === 'NONE') this.renew(answer.producerId, answer.producerEpoch);
    return answer.error;
  }

  /** Whether the partition has a transaction open. */
  get isOpen(): boolean {
    return (this.cluster.replica(this.cluster.leader).log.producers.transactions?.ongoing.length ?? 0) > 0;
  }

  private renew(producerId: number, producerEpoch: number): void {
    if (producerId !== this.producerId || producerEpoch !== this.producerEpoch) this.sequence = 0;
    this.producerId = producerId;
    this.producerEpoch = producerEpoch;
  }
}

describe('with a coordinator', () => {
  test('[T11] [T16] under transaction.version 2 the leader adds the partition, and markers carry the raised epoch', () => {
    const p = new Played(12);
    const { cluster } = p;
    const { producerEpoch } = p;
    expect([p.send(), p.send()]).toEqual(['NONE', 'NONE']);
    expect(p.end(true)).toBe('NONE');
    expect(p.producerEpoch).toBe(producerEpoch + 1);
    // The next one begins while the first is being completed: the leader asks again until it is.
    expect(p.send()).toBe('NONE');
    expect(p.end(false)).toBe('NONE');
    cluster.runFor(1_000);
    expect(
      cluster
        .facts('TxnMarkerAppended')
        .map(({ event }) => [event.producerEpoch - producerEpoch, event.marker]),
    ).toEqual([
      [1, 'COMMIT'],
      [2, 'ABORT'],
    ]);
    expect(cluster.position('rc')).toBe(5);
    expect(seen(cluster, 'rc')).toBe(2);
  });

  test('[T10] [T11] under transaction.version 1 the leader only asks, and the epoch stays', () => {
    const p = new Played(11);
    expect(p.send()).toBe('TRANSACTION_ABORTABLE');
    expect(p.add()).toBe('NONE');
    expect(p.send()).toBe('NONE');
    const { producerEpoch } = p;
    expect(p.end(true)).toBe('NONE');
    p.cluster.runFor(1_000);
    expect(p.producerEpoch).toBe(producerEpoch);
    expect(seen(p.cluster, 'rc')).toBe(1);
    // The transaction is over, and the partition is in no other.
    expect(p.send()).toBe('TRANSACTION_ABORTABLE');
    expect(p.isOpen).toBe(false);
  });

  test('[T12] [T22] a producer that was replaced writes nothing, not even where its successor never was', () => {
    const p = new Played(12);
    const { producerEpoch } = p;
    p.send();
    p.init();
    expect(p.producerEpoch).toBe(producerEpoch + 2);
    p.cluster.runFor(1_000);
    expect(p.isOpen).toBe(false);
    expect(p.send({ producerEpoch, baseSequence: 1 })).toBe('INVALID_PRODUCER_EPOCH');
    expect(p.send({ producerEpoch: producerEpoch + 1, baseSequence: 0 })).toBe('INVALID_PRODUCER_EPOCH');
    expect(seen(p.cluster, 'rc')).toBe(0);
    expect(p.cluster.position('rc')).toBe(2);
  });
});

describe('verification', () => {
  test('[T11] [T12] no record of a transaction is written of which the coordinator could not be asked', () => {
    const t = new Transactions({ configs: {} });
    expect(t.write(1)).toBe('NOT_ENOUGH_REPLICAS');
    const request = produceRequest(-1, {
      producerId: 1,
      producerEpoch: 0,
      baseSequence: 0,
      isTransactional: true,
    });
    // Not even where the request names no transactional.id.
    expect(t.cluster.produce(t.cluster.leader, request)?.[0]?.error).toBe('INVALID_TXN_STATE');
    expect(t.write(2, 0, false)).toBe(0);
    expect(t.cluster.ends(t.cluster.leader).leo).toBe(1);
  });

  test('[T11] a partition that is led elsewhere is refused as such', () => {
    const t = new Transactions({ configs: {} });
    const other = t.cluster.leader === 1 ? 2 : 1;
    expect(t.write(1, 0, true, other)).toBe('NOT_LEADER_OR_FOLLOWER');
  });
});

describe('laws', () => {
  const plays = (rules: ClusterOptions['rules']) => () => {
    const t = new Transactions({ consumers: [committed('rc')], ...(rules && { rules }) });
    t.write(1);
    t.cluster.runFor(600);
    t.end('ABORT', 1);
    t.write(2);
    t.end('COMMIT', 2);
    t.cluster.runFor(600);
  };

  test('[T27] allow what Kafka does', () => {
    expect(plays(undefined)).not.toThrow();
  });

  test.each([
    ['stableIsReplicated', 'ReadersSeeWhatTheirIsolationAllows'],
    ['stableBeforeReplicated', 'LastStableOffsetsAreOrdered'],
    ['abortedRecordsDelivered', 'ReadersSeeWhatTheirIsolationAllows'],
    ['markersDelivered', 'ReadersSeeWhatTheirIsolationAllows'],
  ])('[T24] [T27] %s breaks one', (name, law) => {
    const planted = PLANTED_FAULTS.find((fault) => fault.name === name);
    expect(plays(planted?.rules)).toThrow(law);
  });
});
