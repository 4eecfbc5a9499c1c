import { describe, expect, test } from 'vitest';
import type { IsolationLevel, WritableTxnMarker } from '../../../src/engine/protocol/requests.ts';
import { LATEST_TIMESTAMP } from '../../../src/engine/protocol/requests.ts';
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
