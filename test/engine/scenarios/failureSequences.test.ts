import { describe, expect, test } from 'vitest';
import type { ClusterOptions } from '../ClusterTestContext.ts';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
/** Fencing of a broker that was killed, and a little more. */
const FENCED_MS = 11_000;

interface Standing {
  readonly leader?: number;
  readonly isr?: readonly number[];
  readonly elr?: readonly number[];
  readonly lastKnownElr?: readonly number[];
  readonly leaderEpoch?: number;
  readonly partitionEpoch?: number;
  readonly recovery?: string;
}

function standing(
  leader: number,
  isr: number[],
  elr: number[],
  lastKnownElr: number[],
  epochs: string,
): Standing {
  const [leaderEpoch, partitionEpoch] = epochs.split('/').map(Number);
  return {
    leader,
    isr,
    elr,
    lastKnownElr,
    leaderEpoch: leaderEpoch ?? -1,
    partitionEpoch: partitionEpoch ?? -1,
  };
}

function withClient(acks: string, options: ClusterOptions = {}): ClusterTestContext {
  return new ClusterTestContext({
    ...FAST,
    producers: [producer('p', { acks, 'linger.ms': 0 })],
    consumers: [consumer('c')],
    ...options,
  }).runUntil(2000);
}

describe('eligible leader replicas', () => {
  test('[R1] [R2] [R4] [R5] [L2] [I10] the full walk, by kills and stops: fence 3, 2, 1, unfence 3, unfence 2', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 }).runUntil(1000);
    expect(cluster.registration()).toMatchObject(standing(1, [1, 2, 3], [], [], '0/0'));
    cluster.kill(3).until('BrokerFenced', { broker: 3 });
    expect(cluster.registration()).toMatchObject(standing(1, [1, 2], [], [], '0/1'));
    cluster.stop(2).until('BrokerFenced', { broker: 2 });
    expect(cluster.registration()).toMatchObject(standing(1, [1], [2], [], '0/2'));
    cluster.runFor(1000).kill(1).until('BrokerFenced', { broker: 1 });
    expect(cluster.registration()).toMatchObject(standing(-1, [], [1, 2], [1], '1/3'));
    cluster.startBroker(3).until('BrokerUnfenced', { broker: 3 });
    cluster.runFor(1000);
    expect(cluster.registration()).toMatchObject(standing(-1, [], [1, 2], [1], '1/3'));
    cluster.startBroker(2).until('BrokerUnfenced', { broker: 2 });
    expect(cluster.registration()).toMatchObject(standing(2, [2], [1], [], '2/4'));
    cluster.until('IsrExpanded');
    expect(cluster.registration()).toMatchObject(standing(2, [2, 3], [], [], '2/5'));
  });

  test('[R3] [R5] the same with ELR off: the last member stays in the ISR, and only it can bring the partition back', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 2, elr: false }).runUntil(1000);
    cluster.kill(3).until('BrokerFenced', { broker: 3 });
    cluster.stop(2).until('BrokerFenced', { broker: 2 });
    cluster.runFor(1000).kill(1).until('BrokerFenced', { broker: 1 });
    expect(cluster.registration()).toMatchObject(standing(-1, [1], [], [], '1/3'));
    cluster.startBroker(3).startBroker(2).runFor(10_000);
    expect(cluster.brokerRegistration(2).fenced).toBe(false);
    expect(cluster.registration()).toMatchObject(standing(-1, [1], [], [], '1/3'));
    cluster.startBroker(1).until('LeaderElected');
    expect(cluster.registration()).toMatchObject(standing(1, [1], [], [], '2/4'));
  });

  test('[R5] [L6] [B7] the walk with unclean stops: the ELR empties, and the last-known leader leads, RECOVERING', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 }).runUntil(1000);
    cluster.kill(3).until('BrokerFenced', { broker: 3 });
    cluster.kill(2).until('BrokerFenced', { broker: 2 });
    cluster.kill(1).until('BrokerFenced', { broker: 1 });
    expect(cluster.registration()).toMatchObject(standing(-1, [], [1, 2], [1], '1/3'));
    cluster.startBroker(2).until('BrokerRegistered', { broker: 2 });
    expect(cluster.registration()).toMatchObject(standing(-1, [], [1], [1], '1/4'));
    cluster.until('BrokerUnfenced', { broker: 2 });
    expect(cluster.registration()).toMatchObject(standing(-1, [], [1], [1], '1/4'));
    cluster.startBroker(1).until('BrokerRegistered', { broker: 1 });
    expect(cluster.registration()).toMatchObject(standing(-1, [], [], [1], '1/5'));
    const { event } = cluster.until('LeaderElected');
    expect(event).toMatchObject({ leader: 1, clean: false });
    expect(cluster.registration()).toMatchObject({
      ...standing(1, [1], [], [], '2/6'),
      recovery: 'RECOVERING',
    });
    // It counts itself recovered, and says so when it first asks for a change of the ISR (L5).
    cluster.until('IsrExpanded', { added: [2] });
    expect(cluster.registration()).toMatchObject({ isr: [1, 2], recovery: 'RECOVERED' });
  });

  test('[R7] changing min.insync.replicas of the topic clears its ELR', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 }).runUntil(1000);
    cluster.stop(3).until('BrokerStopped');
    cluster.stop(2).until('BrokerStopped', { broker: 2 });
    expect(cluster.registration()).toMatchObject(standing(1, [1], [2], [], '0/2'));
    // What changes nothing is not written.
    cluster.alterTopic({ 'min.insync.replicas': '2' });
    expect(cluster.registration()).toMatchObject(standing(1, [1], [2], [], '0/2'));
    cluster.alterTopic({ 'min.insync.replicas': '3' });
    expect(cluster.registration()).toMatchObject(standing(1, [1], [], [], '0/3'));
    cluster.runFor(100);
    expect(cluster.replica(1).leader?.partitionEpoch).toBe(3);
  });
});

describe('elections', () => {
  test('[L3] the first valid replica in assignment order leads, whoever has the longest log', () => {
    const cluster = withClient('1', {
      replicas: [1, 3, 2],
      network: {
        ...ONE_MS_LINKS,
        links: [{ between: ['broker:1', 'broker:3'], latency: '30ms' }],
      },
    });
    // Broker 2 has the record, broker 3 not yet; both are in sync.
    cluster.send('p').runFor(40).send('p').until('RecordsAcknowledged', { baseOffset: 1 });
    cluster.runFor(2).kill(1);
    cluster.until('BecameLeader');
    expect(cluster.registration()).toMatchObject({ leader: 3, isr: [3, 2] });
    expect([cluster.ends(3).leo, cluster.ends(2).leo]).toEqual([1, 2]);
    cluster.runFor(3000);
    expect(cluster.facts('LogTruncated')).toMatchObject([{ event: { broker: 2, from: 2, to: 1 } }]);
  });

  test('[L5] [E6] [E8] D6: with unclean elections a replica that lags by 50 leads at once, the 50 are lost, and the old leader cuts them off', () => {
    const cluster = withClient('1', {
      topicConfigs: { 'unclean.leader.election.enable': true },
      configs: { 'replica.lag.time.max.ms': 3000 },
    });
    cluster.send('p', 10).runFor(1000).kill(3).runFor(FENCED_MS).cutLink('broker:1', 'broker:2');
    cluster.send('p').until('IsrShrunk', { isr: [1] });
    cluster.send('p', 49).runFor(8000);
    expect([cluster.ends(1), cluster.ends(2).leo]).toEqual([{ leo: 60, hw: 60 }, 10]);
    cluster.kill(1);
    const fenced = cluster.until('BrokerFenced', { broker: 1 });
    const [elected] = cluster.facts('LeaderElected');
    expect(elected).toMatchObject({ seq: fenced.seq, event: { leader: 2, clean: false } });
    expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2], elr: [], recovery: 'RECOVERING' });
    cluster.until('BecameLeader', { broker: 2 });
    cluster.mendLink('broker:1', 'broker:2').runFor(2000).startBroker(1);
    cluster.until('LogTruncated', { broker: 1 });
    expect(cluster.facts('LogTruncated')).toMatchObject([
      { event: { from: 60, to: 10, reason: 'DivergingEpoch' } },
    ]);
    expect(cluster.ends(1).hw).toBeLessThanOrEqual(10);
    cluster.until('IsrExpanded', { added: [1] });
    expect(cluster.ledger()).toMatchObject({ acked: 60, lostAfterAck: 50, read: 60, readThenLost: 50 });
    // The reader was ahead of all that is left, and goes on where the logs part.
    expect(cluster.facts('OffsetReset')).toHaveLength(1);
    expect(cluster.facts('LogTruncationDetected')).toMatchObject([{ event: { from: 60, to: 10 } }]);
    expect(cluster.send('p', 5).runFor(1000).position('c')).toBe(15);
  });

  test('[R8] [L5] an unclean election takes the first live replica, though another has more of the log', () => {
    const cluster = withClient('1', {
      topicConfigs: { 'unclean.leader.election.enable': true },
      configs: { 'replica.lag.time.max.ms': 3000 },
    });
    cluster.send('p', 10).runFor(1000).cutLink('broker:1', 'broker:2');
    cluster.send('p').until('IsrShrunk', { isr: [1, 3] });
    cluster.send('p', 9).runFor(500).cutLink('broker:1', 'broker:3');
    cluster.send('p').until('IsrShrunk', { isr: [1] });
    expect([1, 2, 3].map((id) => cluster.ends(id).leo)).toEqual([21, 10, 20]);
    cluster.kill(1).until('LeaderElected', { leader: 2 });
    expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2], recovery: 'RECOVERING' });
    cluster.runFor(2000);
    expect(cluster.facts('LogTruncated')).toMatchObject([{ event: { broker: 3, from: 20, to: 10 } }]);
  });

  test('[consumer-truncation] who has no auto.offset.reset is told by an exception that what it read is gone', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
      consumers: [consumer('c', { 'auto.offset.reset': 'none' })],
      topicConfigs: { 'unclean.leader.election.enable': true },
      configs: { 'replica.lag.time.max.ms': 3000 },
      lawInterval: Infinity,
    });
    // Before its first poll() it knows no place.
    cluster.do({ kind: 'Seek', consumer: 'c', partitions: null, to: 'offset', value: 0 }).runUntil(2000);
    cluster.send('p', 10).runFor(1000).kill(3).runFor(FENCED_MS).cutLink('broker:1', 'broker:2');
    cluster.send('p').until('IsrShrunk', { isr: [1] });
    expect(cluster.send('p', 9).runFor(1000).position('c')).toBe(20);
    cluster.kill(1).until('BecameLeader', { broker: 2 });
    cluster.runFor(3000);
    expect(cluster.facts('LogTruncationDetected')).toMatchObject([{ event: { from: 20, to: 10 } }]);
    expect(cluster.facts('ConsumerFailed')).toMatchObject([{ event: { error: 'LogTruncationException' } }]);
  });
});

describe('consumers after an election', () => {
  test('[E8] a consumer asks each new leader once where the epoch of its last record ended, and goes on when it has that record', () => {
    const cluster = withClient('all').send('p', 10).runFor(1000);
    const { position } = cluster.consumer('c').partitions[0] ?? {};
    cluster.kill(1).until('BecameLeader');
    cluster.runFor(1000).send('p', 5).runFor(2000);
    expect(position).toBe(10);
    expect(cluster.position('c')).toBe(15);
    expect(cluster.facts('LogTruncationDetected')).toEqual([]);
    expect(cluster.consumer('c').partitions[0]).toMatchObject({ awaitsValidation: false, offsetEpoch: 1 });
  });
});

describe('canonical failure sequences', () => {
  test('[A6] [A2] D1: acks=0, the broker dies before the record arrives: lost, and the callback said success', () => {
    const cluster = withClient('0').send('p').kill(1).runFor(FENCED_MS);
    expect(cluster.facts('RecordsAcknowledged')).toMatchObject([{ event: { baseOffset: -1 } }]);
    expect(cluster.ledger()).toMatchObject({ produced: 1, acked: 1, lostAfterAck: 1, read: 0 });
  });

  test('[R6] [A3] D3: min 1, the last replica keeps taking acks=all alone, dies, and an unclean election loses it all', () => {
    const cluster = withClient('all', { topicConfigs: { 'unclean.leader.election.enable': true } });
    cluster.kill(2).kill(3).runFor(FENCED_MS).send('p', 7).runFor(1000);
    expect(cluster.ledger()).toMatchObject({ acked: 7, committed: 7, read: 7 });
    cluster.cutPower(1).runFor(FENCED_MS).startBroker(2).until('LeaderElected', { leader: 2, clean: false });
    expect(cluster.runFor(3000).ledger()).toMatchObject({ acked: 7, lostAfterAck: 7, readThenLost: 7 });
  });

  test('[R3] D4: without unclean elections and ELR the partition waits for the last member, and nothing is lost', () => {
    const cluster = withClient('all', { elr: false });
    cluster.kill(2).kill(3).runFor(FENCED_MS).send('p', 7).runFor(1000).kill(1).runFor(FENCED_MS);
    cluster.startBroker(2).startBroker(3).runFor(10_000);
    expect(cluster.registration()).toMatchObject({ leader: -1, isr: [1] });
    cluster.startBroker(1).until('LeaderElected', { leader: 1, clean: true });
    expect(cluster.runFor(5000).ledger()).toMatchObject({
      acked: 7,
      committed: 7,
      lostAfterAck: 0,
      readThenLost: 0,
    });
  });

  test('[R1] [R6] [H2] D5: min 2 with ELR: an eligible replica leads; what was written above the HW may vanish, what was acked not', () => {
    const cluster = withClient('all', {
      minIsr: 2,
      producers: [producer('p', { acks: 'all' }), producer('q', { acks: '1' })],
    });
    cluster.send('p', 5).runFor(1000).stop(3).until('BrokerStopped');
    cluster.stop(2).until('BrokerStopped', { broker: 2 });
    cluster.send('p').until('ProduceRefused', { error: 'NOT_ENOUGH_REPLICAS' });
    cluster.send('q', 2).runFor(1000);
    expect(cluster.ends(1)).toEqual({ leo: 7, hw: 5 });
    cluster
      .runFor(9000)
      .kill(1)
      .runFor(FENCED_MS)
      .startBroker(2)
      .until('LeaderElected', { leader: 2, clean: true });
    cluster.runFor(500);
    expect(cluster.ends(2)).toEqual({ leo: 5, hw: 5 });
    cluster
      .startBroker(3)
      .runFor(20_000)
      .startBroker(1)
      .until('IsrExpanded', { added: [1] });
    const fates = cluster.runFor(2000).ledger();
    expect(fates).toMatchObject({ produced: 8, committed: 6, lostAfterAck: 2, readThenLost: 0, inFlight: 0 });
  });

  test('[A7] [R6] [L6] D7: power fails on all three before the flush: the acked tail is gone, and the last-known leader leads', () => {
    const cluster = withClient('all', { minIsr: 2, initial: { records: 100 } });
    cluster.send('p', 4).until('RecordsAcknowledged');
    cluster.runFor(600).cutPower(1).cutPower(2).cutPower(3);
    for (const id of [1, 2, 3]) expect(cluster.ends(id).leo).toBe(100);
    cluster.runFor(20_000);
    expect(cluster.registration().isr).toEqual([]);
    for (const id of [3, 2, 1]) cluster.startBroker(id);
    expect(cluster.until('LeaderElected').event).toMatchObject({ clean: false });
    cluster.until('IsrExpanded');
    const [last] = cluster.facts('PartitionOffline');
    expect(cluster.leader).toBe(last?.event.previousLeader);
    expect(cluster.runFor(3000).ledger()).toMatchObject({ acked: 4, lostAfterAck: 4 });
  });

  test('[A7] [R3] D7 without ELR: the last ISR member leads with a shorter log, and calls it clean', () => {
    const cluster = withClient('all', { minIsr: 2, elr: false, initial: { records: 100 } });
    cluster.send('p', 4).until('RecordsAcknowledged');
    cluster.runFor(600).cutPower(1).cutPower(2).cutPower(3).runFor(20_000);
    const [lastMember] = cluster.registration().isr;
    expect(cluster.registration()).toMatchObject({ leader: -1, isr: [lastMember] });
    for (const id of [1, 2, 3]) cluster.startBroker(id);
    expect(cluster.until('LeaderElected').event).toMatchObject({ leader: lastMember, clean: true });
    expect(cluster.runFor(5000).ledger()).toMatchObject({ acked: 4, lostAfterAck: 4 });
  });

  test('[R6] [B7] D8: two of the ISR lose power together while the third is behind: both are out of ELR, the last-known leader path is left', () => {
    const cluster = withClient('all', { minIsr: 2, initial: { records: 50 } });
    cluster.kill(3).runFor(FENCED_MS).send('p', 6).until('RecordsAcknowledged');
    cluster.runFor(1000).cutPower(1).cutPower(2).runFor(20_000);
    expect(cluster.registration()).toMatchObject({ leader: -1, isr: [], elr: [1, 2] });
    cluster.startBroker(3).runFor(5000);
    expect(cluster.registration().leader).toBe(-1);
    const [lastKnown = -1] = cluster.registration().lastKnownElr;
    cluster.startBroker(1).startBroker(2);
    expect(cluster.until('LeaderElected').event).toMatchObject({ leader: lastKnown, clean: false });
    // What is left is what the last-known leader kept: nothing of the tail.
    expect(cluster.runFor(15_000).ledger()).toMatchObject({ acked: 6, lostAfterAck: 6 });
    expect(cluster.ends(lastKnown).leo).toBe(50);
  });

  test('[R6] [B4] [B7] D9: one lossy restart of an ISR member loses nothing: it left the ISR, and fetches again', () => {
    const cluster = withClient('all', { minIsr: 2, initial: { records: 50 } });
    cluster.send('p', 5).until('RecordsAcknowledged');
    cluster.runFor(600).cutPower(2);
    expect(cluster.ends(2).leo).toBe(50);
    cluster.startBroker(2).until('BrokerRegistered', { broker: 2 });
    expect(cluster.registration()).toMatchObject({ leader: 1, isr: [1, 3] });
    cluster.until('IsrExpanded', { added: [2] });
    expect(cluster.ends(2)).toMatchObject({ leo: 55 });
    expect(cluster.ledger()).toMatchObject({ committed: 5, lostAfterAck: 0 });
  });

  test('[A2] [A4] [ID11] D10: the send failed and the record is there; what the application sends again is another record', () => {
    const cluster = withClient('all', {
      brokers: 2,
      producers: [
        producer('p', {
          acks: 'all',
          'linger.ms': 0,
          'request.timeout.ms': 5000,
          'delivery.timeout.ms': 6000,
        }),
      ],
    });
    cluster.cutLink('broker:1', 'broker:2').send('p').until('RecordsFailed');
    expect(cluster.facts('RecordsFailed')).toMatchObject([{ event: { error: 'TimeoutException' } }]);
    cluster.mendLink('broker:1', 'broker:2').runFor(12_000);
    expect(cluster.ledger()).toMatchObject({
      produced: 1,
      committed: 1,
      acked: 0,
      storedThoughFailed: 1,
      read: 1,
    });
    cluster.send('p').until('RecordsAcknowledged');
    expect(cluster.runFor(1000).recordsIn(1)).toEqual([0, 1]);
  });

  test('[ID4] [RT3] D11: the answer is lost and the batch sent again: a duplicate without idempotence, none with it', () => {
    for (const idempotent of [false, true]) {
      const cluster = withClient('all', {
        producers: [
          producer('p', {
            acks: 'all',
            'linger.ms': 0,
            'enable.idempotence': idempotent,
            'request.timeout.ms': 4000,
          }),
        ],
      });
      cluster.send('p').until('RecordsAppended', { role: 'leader' });
      cluster.cutLink('producer:p', 'broker:1').runFor(5000).mendLink('producer:p', 'broker:1');
      cluster.until('RecordsAcknowledged');
      cluster.runFor(2000);
      expect(cluster.facts('DuplicateBatchFound')).toHaveLength(idempotent ? 1 : 0);
      expect(cluster.ledger()).toMatchObject({ produced: 1, committed: 1, duplicated: idempotent ? 0 : 1 });
      expect(cluster.consumer('c').deliveredCount).toBe(idempotent ? 1 : 2);
    }
  });

  test('[H5] [H6] D13: right after a failover the HW is lower for a round trip: the reader waits, and loses nothing', () => {
    const cluster = withClient('all', {
      minIsr: 2,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    });
    cluster.send('p').until('RecordsDelivered');
    cluster.kill(1).until('BecameLeader', { broker: 2 });
    expect(cluster.position('c')).toBe(1);
    expect(cluster.ends(2)).toEqual({ leo: 1, hw: 0 });
    const becameMs = cluster.nowMs;
    cluster.until('HighWatermarkAdvanced', { broker: 2, to: 1 });
    expect(cluster.nowMs - becameMs).toBeLessThanOrEqual(2);
    cluster.send('p').until('RecordsDelivered');
    expect(cluster.ledger()).toMatchObject({ committed: 2, read: 2, readThenLost: 0 });
  });

  test('[H1] [A3] D14: over 8 seeds acks=1 loses acknowledged records at a crash, and never one that a reader has seen', () => {
    let lost = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const cluster = new ClusterTestContext({
        seed,
        network: { latency: '5ms' },
        producers: [{ ...producer('p', { acks: '1' }, '100/s') }],
        consumers: [consumer('c')],
      });
      cluster
        .runUntil(1500 + seed * 3)
        .kill(1)
        .until('BecameLeader');
      cluster.startBroker(1).until('IsrExpanded', { added: [1] });
      lost += cluster.ledger().lostAfterAck;
      expect(cluster.ledger().readThenLost).toBe(0);
    }
    expect(lost).toBeGreaterThan(0);
  }, 30_000);

  test('[A2] [H2] D15: acks=1 below the minimum is acknowledged and invisible, and gone with the leader', () => {
    const cluster = withClient('1', { minIsr: 2 });
    cluster.stop(3).until('BrokerStopped');
    cluster.stop(2).until('BrokerStopped', { broker: 2 });
    cluster.send('p', 3).runFor(1000);
    expect(cluster.ledger()).toMatchObject({ acked: 3, uncommitted: 3, read: 0 });
    cluster
      .runFor(9000)
      .cutPower(1)
      .runFor(FENCED_MS)
      .startBroker(2)
      .until('LeaderElected', { leader: 2, clean: true });
    cluster.startBroker(3).runFor(15_000).startBroker(1).runFor(5000);
    expect(cluster.ledger()).toMatchObject({ acked: 3, lostAfterAck: 3, read: 0 });
  });

  test('[E4] [E5] [E7] D16: a leader cut off from the controller keeps saying yes to acks=1, and all of it is cut off later', () => {
    const cluster = withClient('1', {
      producers: [
        producer('one', { acks: '1', 'linger.ms': 0 }),
        producer('all', {
          acks: 'all',
          'linger.ms': 0,
          'request.timeout.ms': 5000,
          'delivery.timeout.ms': 6000,
        }),
      ],
    });
    cluster.send('one', 2).runFor(1000).cutLink('broker:1', 'controller:101');
    cluster.until('BecameLeader', { broker: 2 });
    // The clients have not heard of it, and neither has broker 1.
    cluster.send('one', 3).runFor(200);
    expect(cluster.ends(1)).toEqual({ leo: 5, hw: 2 });
    cluster.send('all').until('ProduceRetried', { producer: 'all', error: 'REQUEST_TIMED_OUT' });
    expect(cluster.ends(1).leo).toBe(6);
    cluster.until('RecordsAcknowledged', { producer: 'all' });
    expect(cluster.ends(2)).toEqual({ leo: 3, hw: 3 });
    cluster.runFor(5000);
    expect(cluster.replica(1).leader?.leaderEpoch).toBe(0);
    expect(cluster.facts('IsrShrunk', { removed: [2, 3] })).toEqual([]);
    cluster.mendLink('broker:1', 'controller:101').until('LogTruncated', { broker: 1 });
    expect(cluster.facts('LogTruncated')).toMatchObject([
      { event: { from: 6, to: 2, reason: 'DivergingEpoch' } },
    ]);
    cluster.until('IsrExpanded', { added: [1] });
    expect(cluster.runFor(1000).ledger()).toMatchObject({
      acked: 6,
      lostAfterAck: 3,
      read: 3,
      readThenLost: 0,
    });
  });

  test('[E4] [F3] D17: what was committed survives, though a follower with an older HW restarts and is elected', () => {
    const cluster = withClient('all', { minIsr: 1 });
    cluster.send('p').until('RecordsAcknowledged');
    expect(cluster.ends(2)).toEqual({ leo: 1, hw: 0 });
    cluster
      .kill(2)
      .startBroker(2)
      .until('IsrExpanded', { added: [2] });
    cluster.kill(1).kill(3).until('LeaderElected', { leader: 2 });
    cluster.runFor(5000);
    expect(cluster.ends(2).leo).toBe(1);
    expect(cluster.ledger()).toMatchObject({ lostAfterAck: 0, readThenLost: 0 });
  });
});

describe('a partition that nobody hears of', () => {
  test('[F9] [M2] broker 1 leads on unaware, and a follower that was handed over does not come back to it', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(1000).cutLink('broker:1', 'controller:101');
    cluster.until('BecameFollower', { broker: 3, leader: 2 });
    cluster.produce(1, produceRequest(1));
    cluster.runFor(3000);
    expect(cluster.ends(3).leo).toBe(0);
    expect(cluster.ends(1)).toEqual({ leo: 1, hw: 0 });
  });
});
