import { afterAll, describe, expect, test } from 'vitest';
import type { FetchResponse } from '../../../src/engine/protocol/requests.ts';
import vectors from '../../vectors/vectors-1.json';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  producer,
} from '../ClusterTestContext.ts';

/** The end-to-end scenarios of vectors-1.json that this file runs on the whole engine, with the rules that each one is about. */
const CLAIMED = [
  'hw-two-trip',
  'hw-in-immediate-response-is-stale',
  'leader-crash-before-followers-learn-hw',
  'strict-min-isr-freeze',
  'crashed-follower-leaves-isr-by-fencing',
  'slow-follower-leaves-isr-by-lag',
  'idle-equal-leo-follower-never-lags',
  'acks1-loss',
  'retry-reorder-without-idempotence',
  'retry-no-reorder-with-idempotence',
  'idempotent-cold-start-hole',
] as const;
type ScenarioId = (typeof CLAIMED)[number];

const ran = new Set<ScenarioId>();

function scenario(id: ScenarioId, rules: string, title: string, play: (vector: never) => void): void {
  test(`${rules} ${id}: ${title}`, () => {
    const vector = vectors.scenarios.list.find((one) => one.id === id);
    expect(vector, id).toBeDefined();
    for (const rule of vector?.rules ?? []) if (!rule.startsWith('D')) expect(rules).toContain(`[${rule}]`);
    play(vector as never);
    ran.add(id);
  }, 30_000);
}

const FAST = { network: ONE_MS_LINKS, times: NO_WORK } as const;
const NO_IDEMPOTENCE = { 'enable.idempotence': false, 'linger.ms': 0 } as const;

interface ReplicaEnds {
  readonly leo?: number;
  readonly hw?: number;
}

interface TwoTrip {
  readonly setup: {
    rf: number;
    isr: number[];
    leader: number;
    followers_parked_at: number;
    fetch_wait_ms: number;
  };
  readonly events: readonly { t: number; append_offset: number }[];
  readonly expect: readonly {
    readonly t: number;
    readonly leader?: ReplicaEnds;
    readonly f2?: ReplicaEnds;
    readonly f3?: ReplicaEnds;
    readonly acks_all_completed?: boolean;
  }[];
}

/** A cluster with both followers parked, and one record on its way to the leader; the clock stands where it is appended. */
function appendToParked(vector: TwoTrip, links: readonly { between: string[]; latency: string }[] = []) {
  const { rf, isr, leader, followers_parked_at: parkedAt, fetch_wait_ms: waitMs } = vector.setup;
  const cluster = new ClusterTestContext({
    ...FAST,
    network: { ...ONE_MS_LINKS, links },
    brokers: rf,
    initial: { isr, leader },
    configs: { 'replica.fetch.wait.max.ms': waitMs },
    producers: [producer('p', { ...NO_IDEMPOTENCE, acks: 'all' })],
    consumers: [consumer('c')],
  });
  cluster.runUntil(600);
  const replicas = cluster.broker(leader).process?.replicas;
  const parked = [...(replicas?.fetches.parked.values() ?? [])];
  const followers = parked.filter(({ params }) => params.replicaId > 0);
  expect(followers.map((fetch) => replicas?.firstAsked(fetch)?.fetchOffset)).toEqual([parkedAt, parkedAt]);
  cluster.send('p');
  const { event } = cluster.until('RecordsAppended', { role: 'leader' });
  expect(event.baseOffset).toBe(vector.events[0]?.append_offset);
  return { cluster, appendedMs: cluster.nowMs - (vector.events[0]?.t ?? 0) };
}

describe('scenarios of vectors-1.json on the whole engine', () => {
  scenario(
    'hw-two-trip',
    '[F4] [F5] [F7] [H4] [H3] [A2]',
    'the ack takes one round trip of the followers, and they learn the HW one fetch later',
    (vector: TwoTrip) => {
      const { cluster, appendedMs } = appendToParked(vector);
      const parkedProduces = () => cluster.broker(1).process?.replicas.produces.parked.size;
      for (const moment of vector.expect) {
        cluster.runUntil(appendedMs + moment.t);
        const seen = {
          t: cluster.nowMs - appendedMs,
          ...(moment.leader && { leader: pick(cluster.ends(1), moment.leader) }),
          ...(moment.f2 && { f2: pick(cluster.ends(2), moment.f2) }),
          ...(moment.f3 && { f3: pick(cluster.ends(3), moment.f3) }),
          ...(moment.acks_all_completed !== undefined && { acks_all_completed: parkedProduces() === 0 }),
        };
        expect(seen).toEqual(moment);
        if (moment.t === 1) expect(parkedProduces()).toBe(1);
      }
      const [acked] = cluster.facts('RecordsAcknowledged');
      expect((acked?.timeUs ?? 0) / 1000 - appendedMs).toBe(3);
    },
  );

  interface StaleHw {
    readonly setup: { rf: number; leaderLeo: number; leaderHw: number; leaderViewOfFollower: number };
    readonly events: readonly { follower_fetch: number }[];
    readonly expect: { records: number[]; response_hw: number; leaderHwAfter: number };
    readonly then: readonly {
      follower_fetch: number;
      parks: boolean;
      leaderHwAfter: number;
      response_hw_when_released: number;
    }[];
  }
  scenario(
    'hw-in-immediate-response-is-stale',
    '[F7] [F6]',
    'an immediate answer carries the HW from before the fetch, a parked one that of its end',
    ({ setup, events, expect: first, then }: StaleHw) => {
      const fetchOffset = events[0]?.follower_fetch ?? -1;
      const cluster = new ClusterTestContext({
        ...FAST,
        brokers: setup.rf,
        initial: {
          leader: 1,
          isr: [1, 2],
          records: setup.leaderLeo,
          highWatermark: setup.leaderHw,
          replicas: { '2': { logEndOffset: fetchOffset } },
        },
      });
      const followerAt = () => cluster.replica(1).leader?.followers.get(2)?.logEndOffset ?? -1;
      const answers = (): (FetchResponse['partitions'][number] | undefined)[] =>
        cluster.onTheWire('FetchResponse').map(({ rpc }) => rpc.partitions[0]);
      expect(followerAt()).toBeLessThanOrEqual(setup.leaderViewOfFollower);
      expect(cluster.ends(1)).toEqual({ leo: setup.leaderLeo, hw: setup.leaderHw });

      cluster.runUntil(1);
      expect(followerAt()).toBe(fetchOffset);
      const [answer] = answers();
      const offsets = (answer?.batches ?? []).flatMap(({ baseOffset, count }) =>
        Array.from({ length: count }, (_, i) => baseOffset + i),
      );
      expect({
        records: offsets,
        response_hw: answer?.highWatermark,
        leaderHwAfter: cluster.ends(1).hw,
      }).toEqual(first);

      cluster.runUntil(3);
      const [second] = then;
      const parks = answers().length === 0 && cluster.broker(1).process?.replicas.fetches.parked.size === 1;
      const seen = { follower_fetch: followerAt(), parks, leaderHwAfter: cluster.ends(1).hw };
      cluster.runUntil(503);
      expect({ ...seen, response_hw_when_released: answers()[0]?.highWatermark }).toEqual(second);
    },
  );

  interface LeaderCrash {
    readonly continues: 'hw-two-trip';
    readonly events: readonly { t: number; crash: number; elected: number }[];
    readonly expect: {
      newLeader: { leo: number; hw: number; epochStart: number };
      listOffsetsLatest: string;
      afterFollower3FetchesAt1: { hw: number; latest: number };
      lost: boolean;
    };
  }
  scenario(
    'leader-crash-before-followers-learn-hw',
    '[H5] [H6]',
    'a new leader starts with an older HW, says OFFSET_NOT_AVAILABLE until it has caught up, and loses nothing',
    ({ continues, events: [event], expect: expected }: LeaderCrash) => {
      const before = vectors.scenarios.list.find((one) => one.id === continues) as unknown as TwoTrip;
      const { cluster, appendedMs } = appendToParked(before, [
        { between: ['broker:2', 'broker:3'], latency: '5ms' },
      ]);
      cluster.runUntil(appendedMs + (event?.t ?? 0));
      expect(cluster.position('c')).toBe(1);
      cluster.kill(event?.crash ?? -1);
      cluster.until('BecameLeader', { broker: event?.elected ?? -1 });
      const latest = () => {
        const partitions = [{ topicPartition: PARTITION, timestamp: -1, currentLeaderEpoch: null }];
        const answer = cluster.ask(2, { kind: 'ListOffsetsRequest', replicaId: -1, partitions });
        return answer?.kind === 'ListOffsetsResponse' ? answer.partitions[0] : undefined;
      };
      const newLeader = { ...cluster.ends(2), epochStart: cluster.replica(2).leader?.leaderEpochStartOffset };
      const listOffsetsLatest = latest()?.error;
      cluster.until('HighWatermarkAdvanced', { broker: 2, role: 'leader' });
      expect(cluster.replica(2).leader?.followers.get(3)?.logEndOffset).toBe(1);
      const afterFollower3FetchesAt1 = { hw: cluster.ends(2).hw, latest: latest()?.offset };
      const lost = cluster.runFor(2000).ledger().lostAfterAck > 0;
      expect({ newLeader, listOffsetsLatest, afterFollower3FetchesAt1, lost }).toEqual(expected);
      expect(cluster.ledger()).toMatchObject({ committed: 1, read: 1, readThenLost: 0 });
    },
  );

  interface Freeze {
    readonly setup: { rf: number; minIsr: number; isr: number[]; leo: number; hw: number };
    readonly events: readonly { produce_acks1: number }[];
    readonly expect: { producer: string; leo: number; hw: number; consumer_reads: number };
    readonly then: readonly { isr: number[]; replica2Leo: number; hw: number }[];
  }
  scenario(
    'strict-min-isr-freeze',
    '[H2] [A2] [A1]',
    'below the minimum acks=1 succeeds and nobody can read it; with the ISR back the HW moves at once',
    ({ setup, events: [event], expect: expected, then: [then] }: Freeze) => {
      const cluster = new ClusterTestContext({
        ...FAST,
        brokers: setup.rf,
        stopped: [2, 3],
        minIsr: setup.minIsr,
        initial: { isr: setup.isr, records: setup.leo, highWatermark: setup.hw },
        producers: [producer('p', { acks: '1' })],
        consumers: [consumer('c')],
      });
      cluster.runUntil(100).send('p', event?.produce_acks1).runUntil(2000);
      const seen = {
        producer: `${cluster.ledger().acked} successes`,
        ...cluster.ends(1),
        consumer_reads: cluster.consumer('c').deliveredCount,
      };
      expect(seen).toEqual(expected);

      cluster.startBroker(2).until('HighWatermarkAdvanced', { role: 'leader' });
      const { isr } = cluster.registration();
      expect({ isr, replica2Leo: cluster.ends(2).leo, hw: cluster.ends(1).hw }).toEqual(then);
      expect(cluster.runFor(100).consumer('c').deliveredCount).toBe(event?.produce_acks1);
    },
  );

  interface Fencing {
    readonly setup: { last_heartbeat: number; session_ms: number; check_period_ms: number };
    readonly expect: { isr_shrinks_between_ms: [number, number]; independent_of_traffic: boolean };
  }
  scenario(
    'crashed-follower-leaves-isr-by-fencing',
    '[B3] [B4] [I2]',
    'over 60 seeds, busy or idle, a crashed follower leaves the ISR one session and at most one check later',
    ({ setup, expect: expected }: Fencing) => {
      const afterMs = (seed: number, isBusy: boolean): number => {
        const cluster = new ClusterTestContext({
          seed,
          configs: { 'broker.session.timeout.ms': setup.session_ms },
          producers: isBusy ? [producer('p', { acks: '1' }, '10/s')] : [],
        });
        const contact = cluster.controller.contacts.get(3);
        cluster.runUntil(1).untilTrue(() => contact?.lastContactUs === cluster.run.cluster.nowUs);
        const heardMs = cluster.nowMs - setup.last_heartbeat;
        const { timeUs } = cluster.kill(3).until('IsrShrunk');
        expect(cluster.registration()).toMatchObject({ isr: [1, 2], leader: 1, leaderEpoch: 0 });
        return timeUs / 1000 - heardMs;
      };
      const [from, to] = expected.isr_shrinks_between_ms;
      expect(to - from).toBe(setup.check_period_ms);
      const idle = Array.from({ length: 30 }, (_, seed) => afterMs(seed, false));
      const busy = Array.from({ length: 30 }, (_, seed) => afterMs(seed, true));
      for (const ms of [...idle, ...busy]) {
        expect(ms).toBeGreaterThanOrEqual(from);
        expect(ms).toBeLessThanOrEqual(to);
      }
      expect(Math.max(...idle) - Math.min(...idle)).toBeGreaterThan(setup.check_period_ms / 2);
      expect(expected.independent_of_traffic).toBe(idle.every((ms, i) => Math.abs(ms - (busy[i] ?? 0)) < 1));
    },
  );

  interface Lag {
    readonly setup: { last_caught_up: number; checks_at_multiples_of: number; leader_keeps_writing: boolean };
    readonly expect: { at_30000: string; at_45000: string };
  }
  scenario(
    'slow-follower-leaves-isr-by-lag',
    '[I2] [I3]',
    'exactly 30 s behind is not too far yet; the next check removes it',
    ({ setup, expect: expected }: Lag) => {
      const cluster = new ClusterTestContext({
        ...FAST,
        producers: setup.leader_keeps_writing ? [producer('p', { acks: '1' }, '20/s')] : [],
      });
      const caughtUpUs = () => cluster.replica(1).leader?.followers.get(3)?.lastCaughtUpUs;
      cluster.runUntil(1000).untilTrue(() => caughtUpUs() === cluster.run.cluster.nowUs);
      const startMs = cluster.nowMs - setup.last_caught_up;
      // The link to the leader fails, the broker itself is well. The phase of the leader's check is chosen to fit the vector.
      cluster.cutLink('broker:1', 'broker:3');
      const leader = cluster.broker(1);
      cluster.run.cluster.act(cluster.run.cluster.directory.brokers.get(1) ?? -1, () => {
        cluster.run.cluster.setTimer('isrShrink', setup.checks_at_multiples_of * 1000);
      });
      const isKept = () => cluster.replica(1).leader?.isrState.kind === 'CommittedPartitionState';
      expect(leader.timers.atUs('isrShrink')).toBe((startMs + setup.checks_at_multiples_of) * 1000);
      cluster.runUntil(startMs + 30_000);
      expect(caughtUpUs()).toBe(startMs * 1000);
      const at_30000 = isKept() ? 'kept' : 'removed';
      cluster.runUntil(startMs + 45_000 - 0.001);
      expect(isKept()).toBe(true);
      cluster.runUntil(startMs + 45_000);
      expect({ at_30000, at_45000: isKept() ? 'kept' : 'removed' }).toEqual(expected);
      cluster.runFor(100);
      expect(cluster.registration()).toMatchObject({ isr: [1, 2], leaderEpoch: 0, partitionEpoch: 1 });
      expect(cluster.brokerRegistration(3).fenced).toBe(false);
    },
  );

  interface Idle {
    readonly setup: { leaderLeo: number; followerLeo: number; no_fetch_for_ms: number; unfenced: boolean };
    readonly expect: string;
  }
  scenario(
    'idle-equal-leo-follower-never-lags',
    '[I2]',
    'a follower at the leader’s end stays in the ISR without a fetch for an hour',
    ({ setup, expect: expected }: Idle) => {
      const cluster = new ClusterTestContext({
        initial: { records: setup.leaderLeo, replicas: { '3': { logEndOffset: setup.followerLeo } } },
        // Nothing here depends on how often the others ask for nothing.
        configs: { 'replica.fetch.wait.max.ms': 10_000 },
      });
      cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
      const fetchedUs = () => cluster.replica(1).leader?.followers.get(3)?.lastFetchUs;
      const before = fetchedUs();
      cluster.runFor(setup.no_fetch_for_ms);
      expect(fetchedUs()).toBe(before);
      expect(cluster.ends(1).leo).toBe(setup.leaderLeo);
      expect(cluster.ends(3).leo).toBe(setup.followerLeo);
      expect(!cluster.brokerRegistration(3).fenced).toBe(setup.unfenced);
      expect(cluster.registration().isr.includes(3) ? 'stays in ISR' : 'leaves').toBe(expected);
      expect(cluster.facts('IsrShrunk')).toEqual([]);
    },
  );

  interface Acks1 {
    readonly events: readonly string[];
    readonly expect: {
      offset_100_lost: boolean;
      old_leader_truncates: number[];
      consumer_ever_saw_it: boolean;
    };
  }
  scenario(
    'acks1-loss',
    '[A2] [F8] [E4] [E5]',
    'an acknowledged record that no follower had fetched is gone, and its offset used again',
    ({ events, expect: expected }: Acks1) => {
      expect(events).toEqual([
        'leader appends 100, acks=1 answered',
        'leader crashes before followers fetch',
        'replica with LEO 100 elected',
        'old leader returns',
      ]);
      const cluster = new ClusterTestContext({
        times: NO_WORK,
        network: {
          ...ONE_MS_LINKS,
          links: [2, 3].map((id) => ({ between: ['broker:1', `broker:${id}`], latency: '20ms' })),
        },
        initial: { records: 99 },
        producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
        consumers: [consumer('c')],
      });
      cluster.runUntil(600).send('p').until('RecordsAcknowledged', { baseOffset: 99 });
      cluster.send('p').until('RecordsAcknowledged', { baseOffset: 100 });
      expect(cluster.ends(1)).toEqual({ leo: 101, hw: 99 });
      cluster.kill(1).until('BecameLeader');
      expect(cluster.ends(cluster.leader).leo).toBe(100);
      cluster.startBroker(1);
      const { event } = cluster.until('LogTruncated');
      expect(event).toMatchObject({ broker: 1, reason: 'DivergingEpoch' });
      cluster.runFor(1000);
      const consumer_ever_saw_it = cluster.ledger().read > 1;
      expect({
        offset_100_lost: cluster.ledger().lostAfterAck === 1,
        old_leader_truncates: [event.from, event.to],
        consumer_ever_saw_it,
      }).toEqual(expected);

      cluster.send('p').until('RecordsAcknowledged', { baseOffset: 100 });
      cluster.runFor(1000);
      for (const id of [1, 2, 3]) expect(cluster.recordsIn(id).slice(99)).toEqual([0, 2]);
      expect(cluster.ledger()).toMatchObject({ committed: 2, lostAfterAck: 1, read: 2, readThenLost: 0 });
    },
  );
});

/**
 * Two replicas of which the second is out of the ISR, so that acks=all is refused; and back, so that it is taken again, while
 * requests of a far producer are on their way. Returns the time at which the second one is let back.
 */
function withIsrBelowMinimum(configs: Record<string, string | number | boolean>, first: number) {
  const cluster = new ClusterTestContext({
    times: NO_WORK,
    brokers: 2,
    minIsr: 2,
    network: {
      ...ONE_MS_LINKS,
      links: [{ between: ['producer:p', 'broker:1'], latency: '100ms' }],
    },
    configs: { 'replica.lag.time.max.ms': 2000 },
    producers: [
      producer('p', { acks: 'all', 'linger.ms': 0, ...configs }),
      producer('other', { acks: '1', 'linger.ms': 0 }),
    ],
  });
  cluster.runUntil(2000);
  if (first > 0) cluster.send('p', first).until('RecordsAcknowledged', { producer: 'p' });
  cluster.runFor(600).cutLink('broker:1', 'broker:2').send('other');
  cluster.until('IsrShrunk', { isr: [1] });
  cluster.runFor(1000);
  return cluster;
}

describe('scenarios of vectors-1.json with requests in flight over a change of the ISR', () => {
  scenario(
    'retry-reorder-without-idempotence',
    '[S5] [RT1]',
    'a batch that is retried comes after one that was sent later',
    ({
      setup,
      events,
      expect: expected,
    }: {
      setup: { max_in_flight: number; idempotence: boolean };
      events: string[];
      expect: { log_order: string[] };
    }) => {
      expect(events).toEqual(['A fails NOT_ENOUGH_REPLICAS', 'ISR recovers', 'B ok', 'A retried ok']);
      const cluster = withIsrBelowMinimum(
        {
          'max.in.flight.requests.per.connection': setup.max_in_flight,
          'enable.idempotence': setup.idempotence,
        },
        0,
      );
      cluster.send('p').runFor(90).mendLink('broker:1', 'broker:2');
      cluster.until('ProduceRefused', { error: 'NOT_ENOUGH_REPLICAS' });
      expect(cluster.registration().isr).toEqual([1, 2]);
      cluster.send('p');
      cluster.runFor(2000);
      const own = cluster
        .batchesIn(1)
        .filter((batch) => batch.origin === cluster.run.cluster.directory.names.indexOf('producer:p'));
      expect(own.map(({ firstOrdinal }) => 'AB'[firstOrdinal])).toEqual(expected.log_order);
      expect(cluster.ledger().outOfOrder).toBe(1);
    },
  );

  interface InFlight {
    readonly setup: {
      acked_up_to_seq?: number;
      pid_state_on_partition?: null;
      in_flight: number[];
      transactional?: boolean;
    };
    readonly events: string[];
    readonly expect: { log_order: number[]; '0'?: string };
  }
  /** Sends one batch that is refused, and four that arrive when the ISR is back, before the producer has heard of the first. */
  const sendFive = (cluster: ClusterTestContext): void => {
    cluster.send('p').runFor(60);
    for (let i = 0; i < 4; i++) cluster.send('p').runFor(10);
    // The first arrives in 0 ms from here.
    cluster.mendLink('broker:1', 'broker:2');
  };

  scenario(
    'retry-no-reorder-with-idempotence',
    '[ID9] [ID8] [ID5] [ID2]',
    'the broker refuses what comes after a gap, and the client sends the missing batch alone first',
    ({ setup, events, expect: expected }: InFlight) => {
      expect(events).toEqual([
        '10 fails NOT_ENOUGH_REPLICAS',
        'ISR recovers',
        '11..14 fail OUT_OF_ORDER_SEQUENCE_NUMBER',
        '10 sent alone',
        '11..14 follow',
      ]);
      const cluster = withIsrBelowMinimum({}, (setup.acked_up_to_seq ?? 0) + 1);
      const refusedBefore = cluster.facts('ProduceRefused').length;
      sendFive(cluster);
      expect(cluster.producer('p').sent.size).toBe(setup.in_flight.length);
      cluster.until('ProduceRefused', { error: 'OUT_OF_ORDER_SEQUENCE_NUMBER' });
      expect(cluster.registration().isr).toEqual([1, 2]);
      cluster.until('RecordsAppended', { role: 'leader' });
      expect(cluster.producer('p').sent.size).toBe(1);
      cluster.runFor(3000);
      const errors = cluster
        .facts('ProduceRefused')
        .slice(refusedBefore)
        .map(({ event }) => event.error);
      expect(errors).toEqual([
        'NOT_ENOUGH_REPLICAS',
        ...Array<string>(4).fill('OUT_OF_ORDER_SEQUENCE_NUMBER'),
      ]);
      const sequences = cluster
        .batchesIn(1)
        .filter(({ producerId }) => producerId >= 0)
        .map(({ baseSequence }) => baseSequence);
      expect(sequences.slice(1)).toEqual(expected.log_order);
      expect(cluster.producer('p').sequences.producerEpoch).toBe(0);
      expect(cluster.ledger()).toMatchObject({ outOfOrder: 0, duplicated: 0, inFlight: 0, failed: 0 });
    },
  );

  scenario(
    'idempotent-cold-start-hole',
    '[ID5] [ID9] [RT2]',
    'of a producer that it does not know the broker takes any first sequence, and then never the one before',
    ({ setup, events, expect: expected }: InFlight) => {
      expect(events).toEqual([
        '0 fails NOT_ENOUGH_REPLICAS',
        'ISR recovers',
        '1 accepted (unknown producer may start anywhere)',
        '2..4 accepted',
        '0 retried',
      ]);
      const cluster = withIsrBelowMinimum({}, 0);
      const { producerId } = cluster.producer('p').sequences;
      expect(cluster.replica(1).log.producers.entryOf(producerId)).toBe(setup.pid_state_on_partition);
      sendFive(cluster);
      const sentMs = cluster.nowMs;
      cluster.until('RecordsAppended', { role: 'leader' });
      cluster.until('ProduceRetried', { error: 'OUT_OF_ORDER_SEQUENCE_NUMBER' });
      const { timeUs } = cluster.until('RecordsFailed');
      expect(timeUs / 1000 - sentMs).toBeCloseTo(120_000 - 100, 0);
      const errors = new Set(cluster.facts('ProduceRefused').map(({ event }) => event.error));
      expect([...errors]).toEqual(['NOT_ENOUGH_REPLICAS', 'OUT_OF_ORDER_SEQUENCE_NUMBER']);
      expect(expected['0']).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER until delivery.timeout.ms');
      const sequences = cluster
        .batchesIn(1)
        .filter(({ producerId: id }) => id >= 0)
        .map(({ baseSequence }) => baseSequence);
      expect(sequences).toEqual(expected.log_order);

      // The sequences after the hole were acknowledged, so the producer goes on where it was.
      cluster.send('p').until('RecordsAcknowledged', { producer: 'p' });
      expect(cluster.producer('p').sequences.producerEpoch).toBe(0);
      expect(cluster.batchesIn(1).at(-1)?.baseSequence).toBe(5);
    },
  );
});

afterAll(() => {
  expect([...ran].sort()).toEqual([...CLAIMED].sort());
});

/** Of what is seen, what the vector speaks of. */
function pick(seen: { leo: number; hw: number }, wanted: ReplicaEnds): ReplicaEnds {
  return {
    ...(wanted.leo !== undefined && { leo: seen.leo }),
    ...(wanted.hw !== undefined && { hw: seen.hw }),
  };
}
