import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const SLOW_LINK = { latencyUs: null, jitterUs: 0, bandwidthBitsPerSecond: null, lossPercent: 0 } as const;

function why(cluster: ClusterTestContext, seq: number): string[] {
  const chain: string[] = [];
  const rows = cluster.allRows();
  for (let at = seq; at !== 0;) {
    const ofEvent = rows.filter((one) => one.seq === at);
    chain.push(...ofEvent.map((row) => row.event.kind));
    at = ofEvent[0]?.causeSeq ?? 0;
  }
  return chain;
}

describe('[paused-process] a process that stands still', () => {
  test('[B2] [B4] is fenced for its silence, which is traced to the pause; unfenced when it goes on', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(1000);
    cluster.do({ kind: 'PauseProcess', node: 'broker:3', forUs: 15_000_000 });
    const fenced = cluster.until('BrokerFenced', { broker: 3 });
    expect(fenced.event.silentForMs).toBeGreaterThanOrEqual(9000);
    expect(why(cluster, fenced.seq)).toContain('ProcessPaused');
    const resumed = cluster.until('ProcessResumed', { node: 'broker:3' });
    expect(resumed.timeUs).toBe(16_000_000);
    expect(resumed.event.pausedForMs).toBe(15_000);
    // Its epoch is still the one it registered under, so the first heartbeat is enough.
    const epoch = cluster.brokerRegistration(3).brokerEpoch;
    cluster.until('BrokerUnfenced', { broker: 3 });
    expect(cluster.brokerRegistration(3).brokerEpoch).toBe(epoch);
    cluster.until('IsrExpanded', { partition: PARTITION });
    expect(cluster.facts('BrokerRegistered')).toEqual([]);
  });

  test('[A2] a leader wakes as a zombie: it takes what waited in its sockets with acks=1, and loses it', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', 'linger.ms': 0, 'enable.idempotence': false })],
    }).runUntil(1000);
    cluster.send('p').until('RecordsAcknowledged');
    cluster.do({ kind: 'PauseProcess', node: 'broker:1', forUs: null });
    cluster.send('p').runFor(5000);
    expect(cluster.ends(1).leo).toBe(1);
    cluster.until('BecameLeader', { broker: 2 });
    const epoch = cluster.registration().leaderEpoch;
    cluster.do({ kind: 'ResumeProcess', node: 'broker:1' }).until('RecordsAcknowledged');
    // It answered before it heard that it leads no more.
    expect(cluster.facts('RecordsAppended', { broker: 1, role: 'leader' }).at(-1)?.event.leaderEpoch).toBe(
      epoch - 1,
    );
    cluster.until('LogTruncated', { broker: 1, from: 2, to: 1 });
    cluster.runFor(2000);
    expect(cluster.ledger()).toMatchObject({ produced: 2, acked: 2, lostAfterAck: 1 });
  });

  test('a request that it answered before is answered once; what it asked is not asked twice', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.do({ kind: 'PauseProcess', node: 'broker:2', forUs: 3_000_000 });
    cluster.send('p', 3).runFor(2500);
    // The high watermark waits for a follower that is silent and in the ISR.
    expect(cluster.ends(1)).toEqual({ leo: 3, hw: 0 });
    cluster.until('RecordsAcknowledged');
    expect(cluster.nowMs).toBeLessThan(4100);
    expect(cluster.registration().isr).toEqual([1, 2, 3]);
    expect(cluster.ledger()).toMatchObject({ committed: 3, duplicated: 0 });
  });

  test('a producer stops sending, and its application makes up for the calls when it goes on', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 }, '10/s')],
    }).runUntil(2000);
    const before = cluster.ledger();
    cluster.do({ kind: 'PauseProcess', node: 'producer:p', forUs: 5_000_000 }).runFor(4900);
    expect(cluster.ledger().produced).toBe(before.produced);
    cluster.runFor(1000);
    const after = cluster.ledger();
    expect(after.produced - before.produced).toBeGreaterThanOrEqual(55);
    expect(after.lost + after.failed + after.duplicated).toBe(0);
  });

  test('[RT3] an answer that came while a producer stood still counts, however late it is read', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0, 'request.timeout.ms': 3000 })],
    }).runUntil(1000);
    cluster.send('p').runFor(2).do({ kind: 'PauseProcess', node: 'producer:p', forUs: 10_000_000 });
    cluster.runFor(11_000);
    expect(cluster.facts('RecordsAcknowledged')).toHaveLength(1);
    expect(cluster.facts('Disconnected', { client: 'producer:p' })).toEqual([]);
  });

  test('SIGTERM waits until it goes on; SIGKILL does not', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(1000);
    cluster.do({ kind: 'PauseProcess', node: 'broker:3', forUs: null }).stop(3).runFor(1000);
    expect(cluster.facts('ControlledShutdownStarted')).toEqual([]);
    cluster.do({ kind: 'ResumeProcess', node: 'broker:3' }).runFor(1);
    expect(cluster.facts('ControlledShutdownStarted')).toHaveLength(1);
    cluster.until('BrokerStopped', { broker: 3 });

    cluster.do({ kind: 'PauseProcess', node: 'broker:2', forUs: 60_000_000 }).runFor(500).kill(2);
    cluster.runFor(20);
    expect(cluster.broker(2).power).toBe('killed');
    cluster.startBroker(2).until('BrokerUnfenced', { broker: 2 });
    // The end of the pause that it did not live to see does nothing.
    cluster.runFor(70_000);
    expect(cluster.facts('ProcessResumed', { node: 'broker:2' })).toEqual([]);
  });

  test('a paused controller freezes metadata while data flow', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.do({ kind: 'PauseProcess', node: 'controller:101', forUs: 20_000_000 });
    cluster.send('p').until('RecordsAcknowledged');
    cluster.kill(1).runFor(15_000);
    expect(cluster.leader).toBe(1);
    cluster.until('LeaderElected');
    expect(cluster.nowMs).toBeGreaterThanOrEqual(21_000);
  });
});

describe('machines and disks', () => {
  test('[rack-power] [A7] a rack without power loses what was not flushed, a killed one nothing', () => {
    const options = {
      ...FAST,
      racks: { 1: 'a', 2: 'a', 3: 'b' },
      producers: [{ ...producer('p', { acks: 'all', 'linger.ms': 0 }), rack: 'a' }],
    };
    const dark = new ClusterTestContext(options).runUntil(1000);
    dark.send('p', 5).until('RecordsAcknowledged');
    dark.do({ kind: 'CutPower', rack: 'a' });
    expect([dark.ends(1).leo, dark.ends(2).leo, dark.ends(3).leo]).toEqual([0, 0, 5]);
    expect([1, 2, 3].map((id) => dark.broker(id).power)).toEqual(['powerless', 'powerless', 'on']);
    expect(dark.producer('p').state).toBe('powerless');
    dark.until('LeaderElected', { leader: 3 });
    expect(dark.ledger()).toMatchObject({ acked: 5, lostAfterAck: 0 });

    const killed = new ClusterTestContext(options).runUntil(1000);
    killed.send('p', 5).until('RecordsAcknowledged');
    killed.kill(1).kill(2);
    expect([1, 2, 3].map((id) => killed.ends(id).leo)).toEqual([5, 5, 5]);
  });

  test('[disk-gone] [B8] a broker halts with its disk, starts on none, and copies everything onto a new one', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.send('p', 5).until('RecordsAcknowledged');
    cluster.do({ kind: 'FailDisk', broker: 1 });
    expect(cluster.broker(1).power).toBe('killed');
    expect(cluster.ends(1)).toEqual({ leo: 0, hw: 0 });
    const elected = cluster.until('LeaderElected', { leader: 2 });
    expect(why(cluster, elected.seq)).toContain('DiskFailed');
    cluster.startBroker(1).until('BrokerHalted', { broker: 1 });
    cluster.do({ kind: 'ReplaceDisk', broker: 1 }).startBroker(1);
    cluster.until('BrokerUnfenced', { broker: 1 });
    cluster.until('IsrExpanded', { partition: PARTITION });
    expect(cluster.ends(1)).toEqual({ leo: 5, hw: 5 });
    expect(cluster.broker(1).image.lastOffset).toBeGreaterThan(0);
    expect(cluster.ledger()).toMatchObject({ committed: 5, lostAfterAck: 0 });
  });

  test('[disk-gone] [R3] the last member of an ISR that comes back empty takes the records with it, without ELR', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      elr: false,
      replicas: [1, 2],
      producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.kill(2).until('IsrShrunk');
    cluster.send('p', 3).until('RecordsAcknowledged');
    cluster.do({ kind: 'FailDisk', broker: 1 }).until('PartitionOffline');
    cluster.do({ kind: 'ReplaceDisk', broker: 1 }).startBroker(1).startBroker(2);
    cluster.until('LeaderElected', { leader: 1 });
    cluster.runFor(3000);
    expect(cluster.ledger()).toMatchObject({ acked: 3, lostAfterAck: 3 });
  });

  test('[disk-gone] a disk that is there is not replaced under a running broker', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.send('p').until('RecordsAcknowledged');
    cluster.do({ kind: 'ReplaceDisk', broker: 1 });
    expect(cluster.ends(1).leo).toBe(1);
    expect(cluster.facts('DiskReplaced')).toEqual([]);
  });

  test('[slow-disk] [I3] a follower with a slow disk falls out of the ISR, and returns when it is fast', () => {
    const cluster = new ClusterTestContext({
      network: ONE_MS_LINKS,
      times: { ...NO_WORK, append: '1ms', fsync: '5ms' },
      brokers: 2,
      configs: { 'replica.lag.time.max.ms': 2000 },
      producers: [producer('p', { acks: '1', 'linger.ms': 0 }, '5/s')],
    }).runUntil(2000);
    cluster.do({ kind: 'SlowDisk', broker: 2, factor: 5000 });
    const shrunk = cluster.until('IsrShrunk', { partition: PARTITION });
    expect(shrunk.event.removed).toEqual([2]);
    expect(why(cluster, shrunk.seq)).toContain('DiskSlowed');
    cluster.do({ kind: 'MendDisk', broker: 2 }).until('IsrExpanded', { partition: PARTITION });
    // The leader's own appends were never slow.
    expect(cluster.facts('RecordsFailed')).toEqual([]);
  });
});

describe('links', () => {
  test('[cut-link] cut one way, requests are lost and what comes the other way arrives', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(1000);
    // Heartbeats do not get through, though the controller could answer them.
    cluster.do({ kind: 'CutLink', between: ['broker:3', 'controller:101'], direction: 'forward' });
    const fenced = cluster.until('BrokerFenced', { broker: 3 });
    expect(why(cluster, fenced.seq)).toContain('LinkCutOneWay');
    cluster.do({ kind: 'MendLink', between: ['controller:101', 'broker:3'] });
    cluster.until('BrokerUnfenced', { broker: 3 });
  });

  test('[cut-link] a broker that can be heard but does not hear keeps its session and learns nothing', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.do({ kind: 'CutLink', between: ['controller:101', 'broker:3'], direction: 'forward' });
    cluster.runFor(30_000);
    // It sends heartbeats one interval after each that was not answered.
    expect(cluster.facts('BrokerFenced')).toEqual([]);
    cluster.kill(1).until('BecameLeader', { broker: 2 });
    cluster.runFor(3000);
    expect(cluster.replica(3).role).toMatchObject({ kind: 'follower', leader: 1 });
    cluster.do({ kind: 'MendLink', between: ['controller:101', 'broker:3'], direction: 'forward' });
    cluster.until('BecameFollower', { broker: 3, leader: 2 });
  });

  test('[slow-link] a producer behind a slow link waits two flights more for each ack', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
    }).runUntil(1000);
    const latencyOf = (): number => cluster.send('p').until('RecordsAcknowledged').event.latencyMs;
    expect(latencyOf()).toBe(2);
    const between = ['producer:p', 'broker:1'] as const;
    cluster.do({ kind: 'SlowLink', between, ...SLOW_LINK, latencyUs: 100_000 });
    expect(latencyOf()).toBe(200);
    cluster.do({ kind: 'SlowLink', between, direction: 'forward', ...SLOW_LINK, latencyUs: 50_000 });
    expect(latencyOf()).toBe(150);
    cluster.do({ kind: 'MendLink', between }).runFor(1000);
    expect(latencyOf()).toBe(2);
  });

  test('[slow-link] [lossy-link] jitter and losses change when records arrive, and not their order', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', 'linger.ms': 0, 'enable.idempotence': false }, '50/s')],
    }).runUntil(1000);
    const between = ['producer:p', 'broker:1'] as const;
    cluster.do({ kind: 'SlowLink', between, ...SLOW_LINK, jitterUs: 80_000, lossPercent: 10 }).runFor(10_000);
    cluster.do({ kind: 'MendLink', between }).runFor(5000);
    expect(cluster.ledger()).toMatchObject({ lost: 0, failed: 0, duplicated: 0, outOfOrder: 0 });
    const latencies = cluster.facts('RecordsAcknowledged').map(({ event }) => event.latencyMs);
    expect(Math.max(...latencies)).toBeGreaterThan(200);
  });

  test('[connections-numbered] the end of an old connection, told late, does not end a new one', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: '1', 'linger.ms': 0, 'request.timeout.ms': 1000 })],
    }).runUntil(1000);
    cluster.send('p').until('RecordsAcknowledged');
    // What the broker sends does not arrive: the end of the first connection waits at the link.
    cluster.do({ kind: 'CutLink', between: ['broker:1', 'producer:p'], direction: 'forward' });
    cluster.kill(1).startBroker(1).send('p').until('Disconnected', { reason: 'RequestTimedOut' });
    cluster.until('BrokerUnfenced', { broker: 1 });
    // By now it has tried again, and that connection is let in.
    cluster.runFor(3000);
    const before = cluster.facts('Disconnected').length;
    cluster.mendLink('broker:1', 'producer:p').until('RecordsAcknowledged');
    expect(cluster.facts('Disconnected')).toHaveLength(before);
  });
});

describe('[clocks] a clock that is wrong', () => {
  test('stamps records and moves no timer', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 100 })],
    }).runUntil(1000);
    cluster.do({ kind: 'SetClock', node: 'producer:p', offsetUs: -3_000_000, driftPpm: 0 });
    const acknowledged = cluster.send('p').until('RecordsAcknowledged');
    expect(acknowledged.timeUs).toBeLessThan(1_120_000);
    expect(cluster.batchesIn(1).map((batch) => batch.maxTimestampMs)).toEqual([1000 - 3000]);
    cluster.do({ kind: 'SetClock', node: 'producer:p', offsetUs: 0, driftPpm: 0 }).runUntil(2000);
    cluster.send('p').until('RecordsAcknowledged');
    expect(cluster.batchesIn(1).at(-1)?.maxTimestampMs).toBe(2000);
  });
});

describe('[client-processes] clients', () => {
  const withClients = () =>
    new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', 'linger.ms': 1000 }, '10/s')],
      consumers: [consumer('c')],
    }).runUntil(5000);

  test('a producer that dies takes what it held with it, and nobody is told of it', () => {
    const cluster = withClients().do({ kind: 'KillClient', client: 'producer:p' }).runFor(3000);
    const { produced, acked, failed, lost, inFlight, uncommitted, committed } = cluster.ledger();
    expect(failed).toBeGreaterThan(0);
    expect([committed + failed, acked, lost, inFlight, uncommitted]).toEqual([produced, committed, 0, 0, 0]);
    expect(cluster.producer('p').outcomes.failedCount).toBe(0);
    // Nothing is made up for when it starts.
    cluster.do({ kind: 'StartClient', client: 'producer:p' }).runFor(2000);
    expect(cluster.ledger().produced - produced).toBeLessThanOrEqual(21);
    expect(cluster.facts('ProducerIdAssigned', { producer: 'p' })).toHaveLength(2);
  });

  test('a producer that is closed first sends what it holds', () => {
    const cluster = withClients().do({ kind: 'CloseClient', client: 'producer:p' });
    cluster.until('ProducerClosed', { producer: 'p' });
    cluster.runFor(3000);
    const { produced, acked, committed } = cluster.ledger();
    expect([acked, committed]).toEqual([produced, produced]);
    expect(cluster.producer('p').isRunning()).toBe(false);
  });

  test('a consumer that dies begins by auto.offset.reset', () => {
    const cluster = withClients();
    cluster.do({ kind: 'KillClient', client: 'consumer:c' }).runFor(1000);
    const read = cluster.consumer('c').deliveredCount;
    cluster.do({ kind: 'StartClient', client: 'consumer:c' }).until('OffsetReset', { consumer: 'c', to: 0 });
    cluster.runFor(2000);
    // From the start once more.
    expect(cluster.consumer('c').deliveredCount).toBeGreaterThan(2 * read);
  });

  test('[stalled-consumer] a consumer that does not poll reads nothing, and everything afterwards', () => {
    const cluster = withClients().do({ kind: 'StallConsumer', consumer: 'c' });
    const { deliveredCount } = cluster.consumer('c');
    cluster.runFor(40_000);
    expect(cluster.consumer('c').deliveredCount).toBe(deliveredCount);
    cluster.do({ kind: 'UnstallConsumer', consumer: 'c' }).runFor(2000);
    expect(cluster.consumer('c').deliveredCount).toBeGreaterThan(deliveredCount + 390);
    expect(cluster.ledger().duplicated).toBe(0);
  });

  test('[connections-numbered] a broker that closed a connection takes those of the next process', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 2,
      replicas: [1, 2],
      producers: [producer('p', { acks: '0', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.send('p').runFor(100);
    // With acks=0 an error can only be told by closing the connection.
    cluster.cutLink('broker:1', 'controller:101').until('BecameLeader', { broker: 2 });
    cluster.mendLink('broker:1', 'controller:101').until('BecameFollower', { broker: 1 });
    cluster.send('p').until('Disconnected', { client: 'producer:p' });
    cluster
      .do({ kind: 'KillClient', client: 'producer:p' })
      .do({ kind: 'StartClient', client: 'producer:p' });
    cluster.runFor(5000).stop(2).until('BecameLeader', { broker: 1 });
    // The first goes to the one that led before, and is lost.
    cluster.runFor(1000).send('p').runFor(1000).send('p').runFor(100);
    expect(cluster.ends(1).leo).toBe(2);
  });
});

test('[B2] [H4] what nobody hears of a paused leader: its own ISR decides nothing', () => {
  const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 }).runUntil(1000);
  cluster.do({ kind: 'PauseProcess', node: 'broker:1', forUs: 40_000_000 });
  cluster.until('BecameLeader', { broker: 2 });
  expect(cluster.produce(2, produceRequest(-1))).toMatchObject([{ error: 'NONE' }]);
  cluster.until('ProcessResumed');
  // Its followers have not fetched for longer than replica.lag.time.max.ms; it asks for a smaller ISR in vain.
  cluster.runFor(5000);
  expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2, 3, 1] });
  expect(cluster.ends(1)).toEqual({ leo: 1, hw: 1 });
});
