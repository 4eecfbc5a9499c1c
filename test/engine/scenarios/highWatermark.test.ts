import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

function appendOne(cluster: ClusterTestContext, broker = 1): void {
  cluster.produce(broker, produceRequest(1));
}

describe('the leader’s high watermark', () => {
  test('[H1] it is the lowest log end of the ISR, and does not fall within an epoch', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    for (let i = 0; i < 3; i++) appendOne(cluster);
    cluster.runFor(10);
    expect(cluster.ends(1)).toEqual({ leo: 3, hw: 3 });
    cluster.cutLink('broker:1', 'broker:3');
    appendOne(cluster);
    cluster.runFor(100);
    expect(cluster.ends(2).leo).toBe(4);
    expect(cluster.ends(1)).toEqual({ leo: 4, hw: 3 });
    cluster.mendLink('broker:1', 'broker:3').runFor(100);
    expect(cluster.ends(1)).toEqual({ leo: 4, hw: 4 });
  });

  test('[H2] [R6] below the minimum it stands still, with ELR or without, and with acks=1 too', () => {
    for (const elr of [true, false]) {
      const cluster = new ClusterTestContext({ ...FAST, elr, minIsr: 2 }).runUntil(100);
      appendOne(cluster);
      cluster.runFor(2000).stop(2).until('BrokerStopped', { broker: 2 });
      cluster.stop(3).until('BrokerStopped', { broker: 3 });
      appendOne(cluster);
      cluster.runFor(1000);
      expect(cluster.ends(1)).toEqual({ leo: 2, hw: 1 });
      cluster.startBroker(3).until('HighWatermarkAdvanced', { role: 'leader', to: 2 });
      expect(cluster.registration().isr).toEqual([1, 3]);
    }
  });

  test('[H3] it is looked at when the ISR is committed: a shrink lets it go on at once', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100).cutLink('broker:1', 'broker:3').kill(3);
    appendOne(cluster);
    cluster.until('BrokerFenced');
    expect(cluster.ends(1).hw).toBe(0);
    cluster.until('HighWatermarkAdvanced', { role: 'leader' });
    expect(cluster.nowMs - (cluster.facts('BrokerFenced')[0]?.timeUs ?? 0) / 1000).toBe(25 + 5 + 1);
  });

  test('[R7] [H2] a higher minimum stops it from the next record on, a lower one lets it go on', () => {
    const cluster = new ClusterTestContext({ ...FAST, stopped: [3] }).runUntil(100);
    appendOne(cluster);
    cluster.runFor(100).alterTopic({ 'min.insync.replicas': '3' }).runFor(100);
    appendOne(cluster);
    cluster.runFor(2000);
    expect(cluster.ends(1)).toEqual({ leo: 2, hw: 1 });
    expect(cluster.produce(1, produceRequest(-1))).toMatchObject([{ error: 'NOT_ENOUGH_REPLICAS' }]);
    cluster.alterTopic({ 'min.insync.replicas': '2' }).runFor(100);
    expect(cluster.produce(1, produceRequest(-1))).toMatchObject([{ error: 'NONE', baseOffset: 2 }]);
    expect(cluster.ends(1)).toEqual({ leo: 3, hw: 3 });
  });

  test('[R7] [A2] a request that was parked when the minimum rose waits under the frozen HW and times out', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 2 })
      .runUntil(100)
      .cutLink('broker:1', 'broker:2');
    const { cluster: inner } = cluster.run;
    const target = inner.directory.brokers.get(1) ?? -1;
    inner.act(target, () => inner.request(target, produceRequest(-1, {}, [PARTITION], 12_000), 7));
    cluster.until('ProduceParked');
    cluster.alterTopic({ 'min.insync.replicas': '2' }).runFor(100).stop(2).runFor(3000);
    expect(cluster.registration().isr).toEqual([1]);
    expect(cluster.until('ProduceTimedOut').event.requiredOffset).toBe(1);
  });
});

describe('after a restart', () => {
  test('[H7] a killed broker starts from the checkpoint, which is up to 5 s old; a stopped one from where it was', () => {
    const cluster = new ClusterTestContext({ ...FAST }).runUntil(20_000);
    const checkpoint = () => cluster.replica(3).checkpointedHighWatermark;
    for (let i = 0; i < 40; i++) appendOne(cluster.runFor(250));
    cluster.untilTrue(() => checkpoint() < cluster.ends(3).hw - 5 || (appendOne(cluster), false));
    const { hw, leo } = cluster.ends(3);
    const saved = checkpoint();
    cluster.kill(3);
    expect(cluster.ends(3)).toEqual({ leo, hw: saved });
    expect(saved).toBeLessThan(hw);

    const before = cluster.ends(2);
    cluster.runFor(700);
    cluster.stop(2).until('BrokerStopped', { broker: 2 });
    expect(cluster.ends(2).hw).toBe(cluster.replica(2).checkpointedHighWatermark);
    expect(cluster.ends(2).hw).toBeGreaterThanOrEqual(before.hw);
  });

  test('[H7] the checkpoint is written every 5 s, and cut to the log that is left after a loss of power', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 });
    const seen = new Set<number>();
    let last = -1;
    for (let i = 0; i < 120; i++) {
      appendOne(cluster.runFor(250));
      const now = cluster.replica(1).checkpointedHighWatermark;
      if (now !== last) seen.add(Math.round(cluster.nowMs / 251));
      last = now;
    }
    expect(seen.size).toBeGreaterThanOrEqual(5);
    expect(seen.size).toBeLessThanOrEqual(8);
    expect(cluster.replica(1).checkpointedHighWatermark).toBeGreaterThan(50);
    cluster.cutPower(1);
    expect(cluster.ends(1).hw).toBeLessThanOrEqual(cluster.ends(1).leo);
    expect(cluster.ends(1).leo).toBeLessThan(50);
  });
});

describe('a consumer', () => {
  test('[H6] that looks for the end while a new leader does not know it is told OFFSET_NOT_AVAILABLE, and asks again', () => {
    const brokers = [1, 2, 3].map((id) => `broker:${id}`);
    const cluster = new ClusterTestContext({
      ...FAST,
      consumers: [consumer('c', { 'auto.offset.reset': 'latest' })],
    });
    for (const broker of brokers) cluster.cutLink('consumer:c', broker);
    cluster.runUntil(1000);
    // One follower knows of the record, and nobody but the leader that it is committed.
    appendOne(cluster);
    cluster.runFor(3).kill(1).until('BecameLeader', { broker: 2 });
    cluster.cutLink('broker:2', 'broker:3');
    expect(cluster.ends(2)).toEqual({ leo: 1, hw: 0 });
    for (const broker of brokers) cluster.mendLink('consumer:c', broker);
    cluster.runFor(3000);
    expect(cluster.position('c')).toBe(-1);
    const asked = (): number => cluster.onTheWire('ListOffsetsRequest').length;
    cluster.untilTrue(() => asked() === 1);
    cluster.mendLink('broker:2', 'broker:3');
    expect(cluster.until('OffsetReset').event).toMatchObject({ consumer: 'c', from: -1, to: 1 });
  });

  test('[H4] [F5] reads a record as soon as the leader’s HW passes it, long before the followers know', () => {
    const cluster = new ClusterTestContext({ ...FAST, consumers: [consumer('c')] }).runUntil(600);
    appendOne(cluster);
    const appendedMs = cluster.nowMs - 1;
    cluster.until('RecordsDelivered');
    expect(cluster.nowMs - appendedMs).toBeLessThanOrEqual(4);
    expect(cluster.ends(2).hw).toBe(0);
  });
});
