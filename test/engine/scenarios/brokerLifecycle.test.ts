import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  producer,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

/** From the last heartbeat that the controller heard of a broker, in ms. */
function silentMs(cluster: ClusterTestContext, broker: number): number {
  return cluster.nowMs - (cluster.controller.contacts.get(broker)?.lastContactUs ?? 0) / 1000;
}

describe('sessions', () => {
  test('[B1] a broker sends a heartbeat every 2 s, each with the metadata that it has applied', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(5000);
    const heard: number[] = [];
    const contact = cluster.controller.contacts.get(2);
    while (heard.length < 5) {
      const before = contact?.lastContactUs;
      cluster.untilTrue(() => contact?.lastContactUs !== before);
      heard.push(cluster.nowMs);
      expect(contact?.metadataOffset).toBeGreaterThan(0);
    }
    // An answer takes a round trip, and the next interval begins with it.
    expect(heard.slice(1).map((ms, i) => ms - (heard[i] ?? 0))).toEqual([2002, 2002, 2002, 2002]);
  });

  test('[B3] [B4] [L1] a killed leader is fenced 7.0 to 10.125 s after the crash, over 60 seeds, and replaced in the same step', () => {
    const afterMs = SEEDS.map((seed) => {
      const cluster = new ClusterTestContext({ seed }).runUntil(3000 + seed * 37).kill(1);
      const killedMs = cluster.nowMs;
      const fenced = cluster.until('BrokerFenced');
      const elected = cluster.facts('LeaderElected');
      expect(elected).toMatchObject([
        { event: { leader: 2, previousLeader: 1, leaderEpoch: 1, clean: true } },
      ]);
      expect(elected[0]?.seq).toBe(fenced.seq);
      expect(cluster.registration()).toMatchObject({ isr: [2, 3], leaderEpoch: 1, partitionEpoch: 1 });
      return fenced.timeUs / 1000 - killedMs;
    });
    for (const ms of afterMs) {
      expect(ms).toBeGreaterThanOrEqual(6999);
      expect(ms).toBeLessThanOrEqual(10_126);
    }
    // The whole span is used, or the bounds would say nothing.
    expect(Math.min(...afterMs)).toBeLessThan(7700);
    expect(Math.max(...afterMs)).toBeGreaterThan(9400);
  }, 30_000);

  test('[B3] the session of a broker that was stopped cleanly ends like any other: it is written as fenced once more, and not again', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).stop(3);
    const fencings = () => {
      const { entries } = cluster.controller.raft.log;
      let count = 0;
      for (let i = 0; i < entries.length; i++) {
        const { record } = entries.at(i);
        if (record.kind === 'BrokerRegistrationChangeRecord' && record.broker === 3 && record.fenced === true)
          count += 1;
      }
      return count;
    };
    cluster.until('BrokerStopped', { broker: 3 });
    expect(fencings()).toBe(1);
    const { partitionEpoch } = cluster.registration();
    cluster.runFor(8500);
    expect(fencings()).toBe(1);
    cluster.runFor(2000);
    expect(fencings()).toBe(2);
    cluster.runFor(30_000);
    expect(fencings()).toBe(2);
    expect(cluster.registration().partitionEpoch).toBe(partitionEpoch);
    expect(cluster.facts('BrokerFenced')).toHaveLength(1);
  });

  test('[E3] a broker that starts forgets an epoch under which nothing was written', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000);
    const epochsOf = (broker: number) => cluster.replica(broker).log.epochs.entries.map(({ epoch }) => epoch);
    cluster.kill(1);
    cluster.until('BecameLeader', { broker: 2 });
    expect(epochsOf(2)).toEqual([1]);
    cluster.kill(2).startBroker(2);
    expect(epochsOf(2)).toEqual([1]);
    // Before it learns who leads: its process has just found its logs.
    cluster.until('BrokerRegistrationRefused', { broker: 2 });
    expect(epochsOf(2)).toEqual([]);
  });

  test('[B3] of brokers that the controller finds silent together it fences one a pass, and the passes come 10 ms apart', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).do({
      kind: 'PauseProcess',
      node: 'controller:101',
      forUs: null,
    });
    cluster.kill(2).kill(3).runFor(20_000).do({ kind: 'ResumeProcess', node: 'controller:101' });
    const firstUs = cluster.until('BrokerFenced').timeUs;
    expect(cluster.until('BrokerFenced').timeUs - firstUs).toBe(10_000);
    cluster.runFor(1200);
    expect(cluster.facts('BrokerFenced')).toHaveLength(2);
    expect(cluster.registration()).toMatchObject({ isr: [1], partitionEpoch: 2, leaderEpoch: 0 });
  });

  test('[B1] [B3] a broker cut off from the controller alone asks in vain every 4 s, is fenced, and comes back by a heartbeat', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).cutLink('broker:3', 'controller:101');
    cluster.until('BrokerFenced', { broker: 3 });
    const { brokerEpoch } = cluster.brokerRegistration(3);
    cluster.runFor(20_000);
    const asked = cluster.run.cluster.state.held.filter(
      ({ payload }) => payload.kind === 'Envelope' && payload.rpc.kind === 'BrokerHeartbeatRequest',
    );
    expect(asked.length).toBeGreaterThanOrEqual(6);
    expect(asked.length).toBeLessThanOrEqual(8);
    cluster.mendLink('broker:3', 'controller:101').until('BrokerUnfenced', { broker: 3 });
    expect(cluster.facts('BrokerRegistered')).toEqual([]);
    cluster.until('IsrExpanded', { isr: [1, 2, 3] });
    expect(cluster.brokerRegistration(3)).toMatchObject({ brokerEpoch, fenced: false });
  });
});

describe('registration', () => {
  test('[B2] a new incarnation is refused while the session of the old one lasts, and asks again every 2 s', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).kill(3).startBroker(3);
    const registered = cluster.until('BrokerRegistered', { broker: 3 });
    expect(silentMs(cluster, 3)).toBe(0);
    const refused = cluster.facts('BrokerRegistrationRefused');
    expect(refused.map(({ event }) => event.error)).toEqual(
      Array<string>(refused.length).fill('DUPLICATE_BROKER_REGISTRATION'),
    );
    const times = [...refused.map(({ timeUs }) => timeUs / 1000), registered.timeUs / 1000 + 1];
    for (let i = 1; i < times.length; i++) expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBe(2002);
  });

  test('[B2] [B3] over 60 seeds, a kill and an instant restart wait until the old session is over', () => {
    for (const seed of SEEDS) {
      const cluster = new ClusterTestContext({ seed }).runUntil(3000 + seed * 37);
      const heardMs = (cluster.controller.contacts.get(1)?.lastContactUs ?? 0) / 1000;
      cluster.kill(1).startBroker(1);
      const { timeUs } = cluster.until('BrokerRegistered', { broker: 1 });
      expect(timeUs / 1000 - heardMs).toBeGreaterThan(9000);
      expect(timeUs / 1000 - heardMs).toBeLessThan(11_100);
    }
  }, 30_000);

  test('[broker-start] [B2] the new broker epoch is the offset of the metadata log at which it registered, and it starts fenced', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).kill(3).runFor(15_000).startBroker(3);
    const end = () => cluster.controller.raft.nextWriteOffset;
    let before = end();
    cluster.untilTrue(() => {
      const isDone = cluster.facts('BrokerRegistered').length > 0;
      if (!isDone) before = end();
      return isDone;
    });
    expect(cluster.brokerRegistration(3)).toMatchObject({ brokerEpoch: before, fenced: true });
    expect(cluster.broker(3).process?.lifecycle.state).toBe('STARTING');
    cluster.untilTrue(() => cluster.broker(3).process?.lifecycle.state === 'RECOVERY');
    expect(cluster.broker(3).isListening()).toBe(true);
    cluster.untilTrue(() => cluster.broker(3).process?.lifecycle.state === 'RUNNING');
    expect(cluster.brokerRegistration(3).fenced).toBe(false);
  });

  test('[B5] [I5] unfencing gives no leadership and no place in an ISR: the leader takes it in once it has caught up', () => {
    const cluster = new ClusterTestContext({ ...FAST, producers: [producer('p', { acks: '1' }, '50/s')] });
    cluster.runUntil(3000).kill(1).until('BrokerFenced', { broker: 1 });
    cluster.runFor(3000).startBroker(1).until('BrokerUnfenced', { broker: 1 });
    expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2, 3] });
    const { timeUs } = cluster.until('IsrExpanded', { added: [1] });
    expect(cluster.ends(1).leo).toBeGreaterThanOrEqual(cluster.ends(2).hw - 5);
    cluster.runFor(60_000);
    expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2, 3, 1] });
    expect(timeUs).toBeGreaterThan(0);
  });
});

describe('controlled shutdown', () => {
  test('[B6] [L1] a clean stop moves leaderships within milliseconds, in one step with the ISR', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).stop(1);
    const stoppedMs = cluster.nowMs;
    const moved = cluster.until('LeaderElected');
    expect(moved.event).toMatchObject({ leader: 2, clean: true });
    expect(moved.timeUs / 1000 - stoppedMs).toBe(1);
    expect(cluster.registration()).toMatchObject({
      leader: 2,
      isr: [2, 3],
      leaderEpoch: 1,
      partitionEpoch: 1,
    });
    cluster.until('BecameLeader', { broker: 2 });
    expect(cluster.nowMs - stoppedMs).toBeLessThan(40);
    expect(cluster.brokerRegistration(1)).toMatchObject({ inControlledShutdown: true, fenced: false });
    cluster.until('BrokerStopped', { broker: 1 });
    // It waits until every active broker has said, by heartbeat, that it knows.
    expect(cluster.nowMs - stoppedMs).toBeLessThan(4200);
    expect(cluster.brokerRegistration(1).fenced).toBe(true);
  });

  test('[B6] a broker that leads nothing is let go at the first heartbeat', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).stop(3);
    const stoppedMs = cluster.nowMs;
    cluster.until('BrokerStopped', { broker: 3 });
    // Heartbeat, linger and flush of the controller, answer, flush of the broker.
    expect(cluster.nowMs - stoppedMs).toBe(1 + 25 + 5 + 1 + 5);
    expect(cluster.registration()).toMatchObject({ leader: 1, isr: [1, 2], leaderEpoch: 0 });
  });

  test('[B6] over a clean stop nothing is lost, nothing fails, and no record waits long', () => {
    for (const acks of ['1', 'all']) {
      const cluster = new ClusterTestContext({
        ...FAST,
        minIsr: 2,
        producers: [producer('p', { acks }, '100/s')],
        consumers: [consumer('c')],
      });
      cluster.runUntil(3000).stop(1).until('BrokerStopped');
      cluster.runFor(3000).do({ kind: 'PauseWorkload', producer: 'p' }).runFor(2000);
      expect(cluster.ledger()).toMatchObject({
        lost: 0,
        lostAfterAck: 0,
        failed: 0,
        inFlight: 0,
        duplicated: 0,
      });
      const worstMs = Math.max(...cluster.facts('RecordsAcknowledged').map(({ event }) => event.latencyMs));
      expect(worstMs).toBeLessThan(250);
      expect(cluster.ledger().read).toBe(cluster.ledger().produced);
    }
  });

  test('[B6] [R3] the only replica stops: no leader; it stays in the ISR with ELR off, in the ELR with ELR on', () => {
    for (const elr of [false, true]) {
      const cluster = new ClusterTestContext({ ...FAST, elr, replicas: [1] }).runUntil(3000).stop(1);
      cluster.until('BrokerStopped');
      expect(cluster.registration()).toMatchObject({
        leader: -1,
        isr: elr ? [] : [1],
        elr: elr ? [1] : [],
        leaderEpoch: 1,
      });
      cluster.startBroker(1).until('BecameLeader', { broker: 1 });
      expect(cluster.registration()).toMatchObject({ leader: 1, isr: [1], elr: [], leaderEpoch: 2 });
    }
  });

  test('[B6] controlled.shutdown.enable=false leaves the partitions to the end of the session', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokerConfigs: { 1: { 'controlled.shutdown.enable': false } },
    });
    cluster.runUntil(3000).stop(1).until('BrokerStopped');
    const stoppedMs = cluster.nowMs;
    expect(cluster.until('BrokerFenced').timeUs / 1000 - stoppedMs).toBeGreaterThan(6900);
  });

  test('[B6] without an answer of the controller a stop takes five minutes and a flush, and then ends', () => {
    const cluster = new ClusterTestContext({ ...FAST }).runUntil(3000);
    cluster.cutLink('broker:1', 'controller:101').stop(1);
    const stoppedMs = cluster.nowMs;
    expect(cluster.until('BrokerStopped', {}, 310_000).timeUs / 1000 - stoppedMs).toBe(300_005);
  });

  test('[B6] [A8] a broker that may go serves and follows nobody while a slow disk takes its last flush', () => {
    const options = { ...FAST, producers: [producer('p', {}, '100/s')] };
    for (const isKilled of [false, true]) {
      const cluster = new ClusterTestContext(options).runUntil(3000);
      cluster.do({ kind: 'SlowDisk', broker: 3, factor: 2000 }).stop(3);
      const broker = cluster.broker(3);
      cluster.untilTrue(() => broker.process?.lifecycle.state === 'SHUTTING_DOWN');
      const { nowMs } = cluster;
      const end = broker.partitions.get(PARTITION)?.log.logEndOffset ?? -1;
      expect(end).toBeGreaterThan(0);
      cluster.runFor(5000);
      expect(broker.isListening()).toBe(false);
      expect(broker.partitions.get(PARTITION)?.log.logEndOffset).toBe(end);
      expect(cluster.broker(1).partitions.get(PARTITION)?.log.logEndOffset).toBeGreaterThan(end + 400);
      // Its disk is not yet in order, and somebody runs out of patience.
      if (isKilled) cluster.kill(3);
      else expect(cluster.until('BrokerStopped', { broker: 3 }).timeUs / 1000).toBe(nowMs + 10_000);
      cluster.do({ kind: 'MendDisk', broker: 3 }).startBroker(3);
      expect(cluster.until('BrokerRegistered').event).toMatchObject({ broker: 3, cleanShutdown: !isKilled });
      cluster.until('IsrExpanded');
    }
  });
});

describe('unclean stops', () => {
  test('[B7] [A8] a clean stop is known by the broker epoch that it left; a kill leaves none', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(3000).stop(3).runFor(12_000).startBroker(3);
    expect(cluster.until('BrokerRegistered').event).toMatchObject({ broker: 3, cleanShutdown: true });
    cluster.runFor(5000).kill(3).runFor(12_000).startBroker(3);
    expect(cluster.until('BrokerRegistered').event).toMatchObject({ broker: 3, cleanShutdown: false });
    // A second kill before the first clean stop has any file either.
    cluster.kill(3).runFor(12_000).startBroker(3);
    expect(cluster.until('BrokerRegistered').event).toMatchObject({ broker: 3, cleanShutdown: false });
  });

  test('[B7] [R1] registering after an unclean stop takes the broker out of the ELR, after a clean one not', () => {
    for (const isClean of [true, false]) {
      const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 }).runUntil(3000);
      cluster.kill(3).until('BrokerFenced', { broker: 3 });
      if (isClean) cluster.stop(2).until('BrokerStopped', { broker: 2 });
      else cluster.kill(2).until('BrokerFenced', { broker: 2 });
      cluster.runFor(10_000);
      expect(cluster.registration()).toMatchObject({ leader: 1, isr: [1], elr: [2] });
      cluster.startBroker(2).until('BrokerRegistered', { broker: 2 });
      expect(cluster.registration()).toMatchObject({ leader: 1, isr: [1], elr: isClean ? [2] : [] });
    }
  });

  test('[B7] [R3] with ELR off the last member stays in the ISR even if it stopped uncleanly, and leads again', () => {
    const cluster = new ClusterTestContext({ ...FAST, elr: false, replicas: [1, 2] }).runUntil(3000);
    cluster.kill(2).until('BrokerFenced', { broker: 2 });
    cluster.cutPower(1).until('BrokerFenced', { broker: 1 });
    expect(cluster.registration()).toMatchObject({ leader: -1, isr: [1], leaderEpoch: 1 });
    cluster.startBroker(2).until('BrokerUnfenced', { broker: 2 });
    cluster.runFor(5000);
    expect(cluster.registration()).toMatchObject({ leader: -1, isr: [1], leaderEpoch: 1 });
    cluster.startBroker(1).until('LeaderElected', { leader: 1, clean: true });
    expect(cluster.registration()).toMatchObject({ leader: 1, isr: [1], leaderEpoch: 2 });
  });
});
