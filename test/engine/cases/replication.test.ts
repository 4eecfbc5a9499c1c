import { afterEach, expect, vi } from 'vitest';
import * as CoordinatorPartition from '../../../src/engine/broker/coordinatorPartition.ts';
import { Partition } from '../../../src/engine/broker/Partition.ts';
import { controllersOf } from '../../../src/engine/cluster/ledger.ts';
import * as ProducerConfig from '../../../src/engine/client/producer/producerConfig.ts';
import { ERROR_CODES } from '../../../src/engine/protocol/Errors.ts';
import type { FindCoordinatorResponse } from '../../../src/engine/protocol/requests.ts';
import { kafkaRules } from '../../../src/engine/rules/kafkaRules.ts';
import type { KafkaError } from '../../../src/engine/protocol/Errors.ts';
import { expectPresent } from '../../../src/shared/assert.ts';
import { PARTITION } from '../ClusterTestContext.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { bufferedBytes, FieldRun, sumOf } from './FieldRun.ts';

// What is no decision of the rules object is switched off where it stands: in the module that gives it.
const { requiredAcks } = ProducerConfig;

afterEach(() => {
  // Back to what the engine does.
  vi.restoreAllMocks();
});

const PRODUCER = 'orders-api';
const GROUPS = ['user-sessions-stream', 'payments', 'billing', 'analytics', 'orders-service'];
const seconds = (us: number): number => us / 1_000_000;

/** From a kill at 30 s until a live leader is committed. */
function leaderlessSeconds(run: FieldRun): number {
  const [elected] = run.factsBetween('LeaderElected', 30_000, Infinity);
  return seconds(expectPresent(elected, 'an election').timeUs) - 30;
}

const PLANS: readonly CasePlan[] = [
  {
    id: 'REP-01',
    rules: ['A2', 'L3', 'L4', 'E4', 'E5', 'H1'],
    context: ['field.high_watermark_regression'],
    play: (open) => {
      const run = open('REP-01').runUntil(9940);
      // What makes the case: all replicas end alike, and all is committed, before the link is held. That followers know it too
      // takes up to half a second more (H4), and decides nothing here.
      expect([1, 2, 3].map((broker) => run.ends(broker).leo)).toEqual([9500, 9500, 9500]);
      expect(run.ends(2).hw).toBe(9500);
      run.runUntil(9999);
      expect([1, 2, 3].map((broker) => run.ends(broker).leo)).toEqual([9500, 9520, 9520]);
      run.toEnd();
      const [leads] = run.factsBetween('BecameLeader', 10_000, Infinity, { broker: 1 });
      const [cut] = run.facts('LogTruncated', { broker: 2 });
      const newStart = leads?.event.startOffset;
      return {
        measured: {
          acked_then_lost: run.ledger().lostAfterAck,
          old_leader_truncates_to: cut?.event.to,
          consumer_saw_lost_records: run.ledger().readThenLost > 0,
        },
        named: {
          'old_leader_LEO - new_leader_LEO': (cut?.event.from ?? 0) - (newStart ?? 0),
          new_leader_epoch_start_offset: newStart,
        },
      };
    },
    switchedOff: {
      rule: 'acks=1 acknowledges at the append of the leader',
      rules: {
        decideAppend: (input) => {
          const decision = kafkaRules.decideAppend(input);
          return decision.append && input.acks === 1 ? { ...decision, answer: 'whenReplicated' } : decision;
        },
      },
      fails: ['acked_then_lost'],
    },
    contrasts: {
      'acks=all (same move)': () => {
        const run = FieldRun.of('REP-01.acks-all').runUntil(9999);
        expect(run.ends(2)).toEqual({ leo: 9520, hw: 9500 });
        expect(run.ledger().acked).toBe(9500);
        run.toEnd();
        const retried = run.factsBetween('ProduceRetried', 10_000, 11_000);
        expect(new Set(retried.map(({ event }) => event.error))).toEqual(new Set(['NOT_LEADER_OR_FOLLOWER']));
        expect(run.leader).toBe(1);
        expect(run.ledger()).toMatchObject({ lostAfterAck: 0, failed: 0 });
      },
    },
  },
  {
    id: 'REP-02',
    rules: ['B3', 'A2', 'L3', 'E5'],
    play: (open) => {
      const run = open('REP-02');
      let mostBytes = 0;
      run.watchUntil(60_000, () => {
        mostBytes = Math.max(mostBytes, bufferedBytes(run.producer(PRODUCER)));
      });
      return {
        measured: {
          acked_then_lost: run.ledger().lostAfterAck,
          leaderless_window: leaderlessSeconds(run),
          producer_send_errors: run.facts('RecordsFailed').length,
          max_buffered_bytes: mostBytes,
        },
      };
    },
    switchedOff: {
      rule: 'a dead broker is known by its silence for a whole session alone',
      rules: {
        nextStaleBroker: (brokers, nowUs) => kafkaRules.nextStaleBroker(brokers, nowUs, 2_100_000),
      },
      fails: ['leaderless_window'],
    },
    contrasts: {
      'acks=all': () => {
        const run = FieldRun.of('REP-02.acks-all').toEnd();
        expect(run.ledger()).toMatchObject({ lostAfterAck: 0, failed: 0 });
        expect(run.factsBetween('ProduceRetried', 30_000, 60_000).length).toBeGreaterThan(0);
      },
      'controlled shutdown instead of kill': () => {
        const run = FieldRun.of('REP-02.controlled-shutdown').toEnd();
        expect(leaderlessSeconds(run)).toBeLessThan(0.1);
        expect(run.facts('PartitionOffline')).toEqual([]);
        // The 30 of REP-01's kind, and what the old leader took until it heard of the move.
        expect(run.ledger().lostAfterAck).toBeGreaterThanOrEqual(30);
        const strict = FieldRun.of('REP-02.controlled-shutdown-acks-all').toEnd();
        expect(leaderlessSeconds(strict)).toBeLessThan(0.1);
        expect(strict.ledger()).toMatchObject({ lostAfterAck: 0, failed: 0 });
      },
      'rate 4000/s x 1000 B': () => {
        const run = FieldRun.of('REP-02.rate-4000');
        let mostBytes = 0;
        run.watchUntil(60_000, () => {
          mostBytes = Math.max(mostBytes, bufferedBytes(run.producer(PRODUCER)));
        });
        const [learned] = run.factsBetween('LeaderLearned', 30_000, Infinity, {
          client: `producer:${PRODUCER}`,
        });
        const waitedSeconds = seconds(expectPresent(learned, 'the next leader').timeUs) - 30;
        expect(waitedSeconds).toBeGreaterThan(8.19);
        // No buffer of 16 KiB is left: the next record has to wait for one.
        expect(mostBytes).toBeGreaterThan(33_554_432 - 16_384);
        expect(run.ledger()).toMatchObject({ failed: 0, lostAfterAck: 30 });
      },
    },
  },
  {
    id: 'REP-03',
    rules: ['A3', 'R1', 'L5', 'L6', 'B6'],
    play: (open) => {
      const run = open('REP-03').toEnd();
      const unclean = open('REP-03.unclean').toEnd();
      const [elected] = unclean.facts('BecameLeader', { broker: 2 });
      return {
        measured: {
          acked_records_between_10_and_20: sumOf(
            run.factsBetween('RecordsAcknowledged', 10_500, 30_000),
            ({ event }) => event.count,
          ),
          leader_when_unclean_false: run.leader < 0 ? 'none' : run.leader,
          lost_acked_when_unclean_true: unclean.ledger().lostAfterAck,
          new_leader_LEO_when_unclean_true: elected?.event.startOffset,
        },
      };
    },
    switchedOff: {
      rule: 'acks=all waits for the ISR as it is now, not for all replicas',
      rules: {
        computeHighWatermark: (input) => {
          const maximalIsr = input.remoteReplicas.map(({ brokerId }) => brokerId);
          return kafkaRules.computeHighWatermark({ ...input, maximalIsr });
        },
      },
      fails: ['acked_records_between_10_and_20', 'lost_acked_when_unclean_true'],
    },
    contrasts: {
      // The case has the client give up after delivery.timeout.ms. With ELR on, as its setup says, that takes brokers that
      // do not return: broker 3 left the ISR below the minimum, is in the ELR (R1), and is elected cleanly at its return (L2).
      'min.insync.replicas=2': () => {
        for (const name of ['REP-03.min-insync-2', 'REP-03.min-insync-2-alone']) {
          const run = FieldRun.of(name).runUntil(29_000);
          const refused = run.factsBetween('ProduceRefused', 12_000, 29_000);
          expect(new Set(refused.map(({ event }) => event.error))).toEqual(new Set(['NOT_ENOUGH_REPLICAS']));
          expect(run.ends(1)).toEqual({ leo: 1000, hw: 1000 });
          expect(run.registration()).toMatchObject({ isr: [1], elr: [3] });
          run.toEnd();
          expect(run.ledger()).toMatchObject({ produced: 2000, lostAfterAck: 0 });
        }
        const alone = FieldRun.of('REP-03.min-insync-2-alone').toEnd();
        const failed = alone.facts('RecordsFailed');
        expect(sumOf(failed, ({ event }) => event.count)).toBe(1000);
        for (const { timeUs, event } of failed) {
          expect(event.error).toBe('TimeoutException');
          expect(seconds(timeUs)).toBeGreaterThanOrEqual(132);
        }
        const back = FieldRun.of('REP-03.min-insync-2').toEnd();
        expect(back.leader).toBe(3);
        expect(back.ledger()).toMatchObject({ acked: 2000, failed: 0 });
      },
    },
  },
  {
    id: 'REP-04',
    rules: ['L5', 'L3', 'E4', 'E5', 'B5'],
    play: (open) => {
      const run = open('REP-04').runUntil(25_000);
      const before = run.recordsIn(1)[11];
      run.soughtUntil('LeaderElected', { leader: 2 }, 49_000);
      const isr = run.registration().isr;
      run.toEnd();
      const [leads] = run.facts('BecameLeader', { broker: 2 });
      const [cut] = run.facts('LogTruncated', { broker: 1 });
      return {
        measured: {
          lost_committed_records: run.ledger().readThenLost,
          new_leader_LEO_at_election: leads?.event.startOffset,
          isr_after_election: isr,
          ex_leader_truncation_offset: cut?.event.to,
          offset_11_content_changes: run.recordsIn(1)[11] !== before,
        },
      };
    },
    switchedOff: {
      rule: 'an unclean election takes any live replica',
      rules: {
        electLeader: (election, candidates) =>
          kafkaRules.electLeader(election === 'UNCLEAN' ? 'ONLINE' : election, candidates),
      },
      fails: [
        'lost_committed_records',
        'new_leader_LEO_at_election',
        'isr_after_election',
        'ex_leader_truncation_offset',
        'offset_11_content_changes',
      ],
    },
    contrasts: {
      'unclean=false': () => {
        const run = FieldRun.of('REP-04.clean').runUntil(59_000);
        expect(run.leader).toBe(-1);
        expect(run.factsBetween('LeaderElected', 30_000, 59_000)).toEqual([]);
        run.toEnd();
        expect(run.leader).toBe(1);
        expect(run.ledger()).toMatchObject({ lostAfterAck: 0, readThenLost: 0, committed: 31 });
      },
    },
  },
  {
    id: 'REP-06',
    rules: ['H2', 'A2', 'A1', 'B6'],
    play: (open) => {
      const run = open('REP-06').runUntil(11_000);
      const frozenAt = run.ends(1).hw;
      run.runUntil(70_000);
      const at70 = run.ends(1).hw;
      const returned = run.soughtUntil('IsrExpanded', {}, 79_000);
      const backMs = (returned?.timeUs ?? 0) / 1000;
      run.toEnd();
      const refused = run.factsBetween('ProduceRefused', 11_000, backMs, { producer: 'strict-api' });
      const codes = new Set(refused.map(({ event }) => ERROR_CODES[event.error as KafkaError]));
      const acked = run.factsBetween('RecordsAcknowledged', 10_000, 70_000, { producer: 'quick-api' });
      const moved = run.factsBetween('HighWatermarkAdvanced', 11_000, backMs, { role: 'leader' });
      const delivered = run.factsBetween('RecordsDelivered', 11_000, backMs);
      return {
        measured: {
          acks_all_error_code: codes.size === 1 ? [...codes][0] : [...codes],
          acks_1_success_count_10_70: sumOf(acked, ({ event }) => event.count),
          high_watermark_growth_10_70: at70 - frozenAt + sumOf(moved, ({ event }) => event.to - event.from),
          records_visible_to_consumers_10_70: sumOf(delivered, ({ event }) => event.count),
          high_watermark_growth_after_70: run.ends(1).hw - at70,
        },
      };
    },
    switchedOff: {
      rule: 'the high watermark stands while the ISR is below the minimum',
      rules: { mayAdvanceHighWatermark: () => true },
      fails: ['high_watermark_growth_10_70', 'records_visible_to_consumers_10_70'],
    },
    contrasts: {
      'min.insync.replicas=1': () => {
        const run = FieldRun.of('REP-06.min-insync-1').runUntil(70_000);
        expect(run.facts('ProduceRefused', { error: 'NOT_ENOUGH_REPLICAS' })).toEqual([]);
        expect(run.registration().isr).toEqual([1]);
        const delivered = run.factsBetween('RecordsDelivered', 11_000, 70_000);
        expect(sumOf(delivered, ({ event }) => event.count)).toBeGreaterThan(11_700);
        expect(run.ledger().failed).toBe(0);
      },
    },
  },
  {
    id: 'REP-08',
    rules: ['A1', 'A2'],
    play: (open) => {
      const run = open('REP-08').toEnd();
      const [appended] = run.facts('RecordsAppended');
      const leader = appended?.event.broker ?? 1;
      const partition = run.replica(leader, appended?.event.partition ?? partitionOn(run, leader));
      const { process } = run.broker(leader);
      return {
        measured: {
          'accepted.v4':
            run.facts('RecordsAcknowledged').length === 1 && run.facts('ProduceRefused').length === 0,
          'effective_min_isr.v4': process?.replicas.minIsrOf(
            partition,
            run.broker(leader),
            run.run.cluster.rules,
          ),
        },
      };
    },
    history: ['error.v3_6'],
    switchedOff: {
      rule: 'no more in-sync replicas are asked for than there are replicas',
      rules: { effectiveMinIsr: (minInsyncReplicas) => minInsyncReplicas },
      fails: ['accepted.v4', 'effective_min_isr.v4'],
    },
  },
  {
    id: 'REP-10',
    rules: ['R1', 'R3', 'R5', 'R6', 'L6', 'B7', 'E5', 'A7'],
    play: (open) => {
      const on = open('REP-10').runUntil(35_000);
      const atT1 = on.registration().elr;
      on.runUntil(55_000);
      const { isr: isrAtT2, elr: elrAtT2 } = on.registration();
      on.runUntil(63_000);
      const afterReturn = on.registration().elr;
      on.runUntil(75_000);
      const leaderAtT4 = on.leader;
      on.toEnd();
      const off = open('REP-10.elr-off').runUntil(64_000);
      const leaderWithout = off.leader;
      off.toEnd();
      return {
        measured: {
          'elr.at_T1': atT1,
          'isr.at_T2': isrAtT2,
          'elr.after_2_fenced': elrAtT2,
          'elr.after_2_registers_unclean': afterReturn,
          'leader.at_T4.elr_on': leaderAtT4,
          'lost_committed.elr_on': 1000 - committedOn(on),
          'leader.after_return.elr_off': leaderWithout,
          'lost_committed.elr_off': 1000 - committedOn(off),
        },
      };
    },
    switchedOff: {
      rule: 'who leaves an ISR that falls below the minimum becomes eligible',
      rules: { targetElr: () => [] },
      fails: [
        'elr.at_T1',
        'elr.after_2_fenced',
        'elr.after_2_registers_unclean',
        'leader.at_T4.elr_on',
        'lost_committed.elr_on',
      ],
    },
  },
  {
    id: 'REP-13',
    rules: ['Q3', 'Q14'],
    play: (open) => {
      const run = open('REP-13').runUntil(10_000);
      const epochs = (): number =>
        Math.max(...controllersOf(run.run.cluster).map((controller) => controller.raft.epoch));
      const before = epochs();
      run.runUntil(120_000);
      const after = epochs();
      const [refused] = run.factsBetween('AdminRequestFailed', 10_000, 120_000);
      const created = run.factsBetween('TopicCreated', 10_000, 120_000).length > 0;
      run.toEnd();
      const [led] = run.factsBetween('LeaderElected', 60_000, Infinity, { partition: 'orders-1' });
      return {
        measured: {
          'tolerated_controller_failures.3': creates(open('REP-13.one-of-3')) && !created ? 1 : 0,
          'tolerated_controller_failures.5':
            creates(open('REP-13.two-of-5')) && !creates(open('REP-13.three-of-5')) ? 2 : 0,
          leader_changes_10_120: run.factsBetween('LeaderElected', 10_000, 120_000).length,
          create_topic_10_120:
            !created && refused?.event.error === 'REQUEST_TIMED_OUT' ? 'timeout' : 'something else',
          'partitions_led_by_2.unavailable_until': led === undefined ? Infinity : seconds(led.timeUs),
          quorum_epoch_increases_10_120: after - before,
        },
      };
    },
    switchedOff: {
      rule: 'a dead broker keeps its session for as long as the new controller has not been active for one',
      rules: { nextStaleBroker: (brokers, nowUs) => kafkaRules.nextStaleBroker(brokers, nowUs, 2_100_000) },
      fails: ['partitions_led_by_2.unavailable_until'],
    },
  },
  {
    id: 'REP-15',
    rules: ['T1', 'find-coordinator', 'B3'],
    play: (open) => {
      const run = open('REP-15').runUntil(12_000);
      // Until the fencing the answer is the dead node.
      expect(coordinatorOf(run, 'orders-service')).toMatchObject({ error: 'NONE', nodeId: 3 });
      run.runUntil(30_000);
      const answers = GROUPS.map((group) => ({ group, answer: coordinatorOf(run, group) }));
      const stopped = answers.filter(({ answer }) => answer.error !== 'NONE');
      const errors = new Set(stopped.map(({ answer }) => `${answer.error}(${ERROR_CODES[answer.error]})`));
      for (const partition of [0, 1, 2])
        expect(run.registration(`events-${partition}`).leader).toBeGreaterThan(0);
      return {
        measured: {
          ...Object.fromEntries(
            GROUPS.map((group) => [
              `offsets_partition.${group}`,
              CoordinatorPartition.coordinatorPartition(group, 50),
            ]),
          ),
          stopped_groups: stopped.map(({ group }) => group),
          error: errors.size === 1 ? [...errors][0] : [...errors],
        },
      };
    },
    switchedOff: {
      rule: 'the coordinator of a group is the leader of the partition that its name hashes to',
      off: () => void vi.spyOn(CoordinatorPartition, 'coordinatorPartition').mockReturnValue(2),
      fails: [...GROUPS.map((group) => `offsets_partition.${group}`), 'stopped_groups'],
    },
    contrasts: {
      'offsets topic RF=3': () => {
        const run = FieldRun.of('REP-15.offsets-rf-3').runUntil(30_000);
        for (const group of GROUPS) {
          const { error, nodeId } = coordinatorOf(run, group);
          expect([error, nodeId === 1 || nodeId === 2], group).toEqual(['NONE', true]);
        }
      },
    },
  },
  {
    id: 'REP-16',
    rules: ['E4', 'E5', 'F3', 'H4', 'R1'],
    play: (open) => {
      const run = open('REP-16').runUntil(3999);
      // What makes the case: B ends at 2 and knows a high watermark of 1.
      expect([run.ends(1).leo, run.replica(2).log.logEndOffset, run.replica(2).knownHighWatermark]).toEqual([
        2, 2, 1,
      ]);
      run.toEnd();
      const ends = [run.ends(1).leo, run.ends(2).leo];
      return {
        measured: {
          lost_committed_records: run.ledger().lostAfterAck,
          final_LEO: ends[0] === ends[1] ? ends[0] : ends,
        },
      };
    },
    switchedOff: {
      rule: 'followers do not cut their logs at their own high watermark',
      off: () => {
        const makeFollower = Reflect.get(Partition.prototype, 'makeFollower');
        vi.spyOn(Partition.prototype, 'makeFollower').mockImplementation(function (this: Partition, next) {
          const isNew = this.role?.kind !== 'follower' || this.role.leaderEpoch !== next.leaderEpoch;
          if (isNew) this.log.truncateTo(this.log.highWatermark, 0);
          return makeFollower.call(this, next);
        });
      },
      fails: ['lost_committed_records', 'final_LEO'],
    },
  },
  {
    id: 'REP-18',
    rules: ['A6', 'B3'],
    play: (open) => {
      const run = open('REP-18').toEnd();
      const offsets = new Set(run.facts('RecordsAcknowledged').map(({ event }) => event.baseOffset));
      return {
        measured: {
          callback_errors: run.facts('RecordsFailed').length,
          returned_offset: offsets.size === 1 ? [...offsets][0] : 'several',
          lost: run.ledger().lost,
        },
      };
    },
    switchedOff: {
      rule: 'with acks=0 the client takes the write to the socket for success',
      off: () => {
        vi.spyOn(ProducerConfig, 'requiredAcks').mockImplementation((acks) =>
          acks === '0' ? 1 : requiredAcks(acks),
        );
      },
      fails: ['returned_offset', 'lost'],
    },
  },
];

/** Whether the topic that the run asks for at 20 s is there at its end. */
function creates(run: FieldRun): boolean {
  return run.toEnd().facts('TopicCreated').length > 0;
}

function coordinatorOf(run: FieldRun, group: string): FindCoordinatorResponse {
  const answer = run.ask(1, { kind: 'FindCoordinatorRequest', keyType: 'GROUP', key: group });
  return answer?.kind === 'FindCoordinatorResponse' ? answer : expect.fail('no answer');
}

/** How much of the partition is committed at its leader. */
function committedOn(run: FieldRun): number {
  return run.leader < 0 ? 0 : run.ends(run.leader).hw;
}

function partitionOn(run: FieldRun, broker: number): string {
  return [...run.broker(broker).partitions.keys()][0] ?? PARTITION;
}

runCases(PLANS, { held: 50, context: 1, history: 1, pending: 0 });
