import { afterEach, expect, test, vi } from 'vitest';
import { CONSUMER_ASSIGNORS } from '../../../src/engine/client/consumer/assignors/assignors.ts';
import { GroupConsumer } from '../../../src/engine/client/consumer/group/GroupConsumer.ts';
import { Heartbeat } from '../../../src/engine/client/consumer/group/Heartbeat.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { FieldRun, sumOf } from './FieldRun.ts';

vi.setConfig({ testTimeout: 240_000 });

afterEach(() => {
  vi.restoreAllMocks();
});

/** When the transaction of CON-12 begins. */
const BEGUN_AT_MS = 30_000;
/** Until the group of a file is stable and its record comes. */
const JOBS_FROM_MS = 20_000;

function delivered(run: FieldRun, fromMs: number, toMs: number): number {
  return sumOf(run.factsBetween('RecordsDelivered', fromMs, toMs), ({ event }) => event.count);
}

function membersOf(run: FieldRun): readonly GroupConsumer[] {
  return run.scenario.consumers.map(({ clientId }) => {
    const node = run.consumer(clientId);
    return node instanceof GroupConsumer ? node : expect.fail(`${node.name} has no group`);
  });
}

interface Work {
  readonly throughput: number;
  readonly idle: number;
  readonly useful: number;
}

function workOf(run: FieldRun): Work {
  const done = (): number => sumOf(membersOf(run), (member) => member.processedCount(run.run.cluster.nowUs));
  run.runUntil(60_000);
  const before = done();
  const idle = membersOf(run).filter(({ partitions }) => partitions.length === 0).length;
  run.runUntil(120_000);
  return { throughput: (done() - before) / 60, idle, useful: membersOf(run).length - idle };
}

/** Rebalances that began after the jobs had come. */
function rebalancesOf(run: FieldRun): number {
  return run.factsBetween('RejoinRequested', JOBS_FROM_MS, Infinity).length;
}

const SECOND_MS = 1000;

/** CON-07: when the member closes, and when it comes back. */
const LEFT_AT_MS = 100 * SECOND_MS;
const BACK_AT_MS = LEFT_AT_MS + 11_520 * SECOND_MS;

function committedOf(run: FieldRun, group: string, partition: string): number | null {
  const shards = [...(run.broker(1).process?.coordinators.groups.shards.values() ?? [])];
  return shards.map(({ state }) => state.offsets.get(group, partition)?.offset ?? null)[0] ?? null;
}

const PLANS: readonly CasePlan[] = [
  {
    id: 'CON-07',
    rules: ['O4', 'consumer-offset-reset'],
    play: (open) => {
      const latest = open('CON-07').runUntil(LEFT_AT_MS + 90 * SECOND_MS);
      const committed = committedOf(latest, 'weekend', 'events-0') ?? NaN;
      latest.toEnd();
      const earliest = open('CON-07.earliest').toEnd();
      const [expired] = latest.facts('OffsetExpired', { group: 'weekend' });
      const back = { consumer: 'batch-job' } as const;
      const [first] = latest.factsBetween('RecordsDelivered', BACK_AT_MS, Infinity, back);
      const read = earliest.factsBetween('RecordsDelivered', BACK_AT_MS, Infinity, back);
      return {
        measured: {
          'skipped.latest': (first?.event.baseOffset ?? NaN) - committed,
          'reread.earliest': sumOf(read, ({ event }) => event.count),
          offsets_expired_at: ((expired?.timeUs ?? NaN) / 1000 - LEFT_AT_MS) / SECOND_MS,
          offsets_kept_if_one_member_stays: committedOf(latest, 'watchers', 'rates-0') === 10,
        },
      };
    },
    switchedOff: {
      rule: 'an offset that a member still wants does not expire, and others do when their group has been empty for long',
      rules: {
        isOffsetExpired: (_group, _topic, commitTimestampMs, nowMs, retentionMs) =>
          nowMs - commitTimestampMs >= 1.01 * retentionMs,
      },
      fails: ['offsets_expired_at', 'offsets_kept_if_one_member_stays'],
    },
  },
  {
    id: 'CON-12',
    rules: ['T20', 'T24', 'T25', 'T27'],
    context: ['hw_before'],
    play: (open) => {
      const run = open('CON-12');
      const { log } = run.replica(1, 'out-0');
      const lso = () => run.run.cluster.rules.lastStableOffset(log);
      run.runUntil(BEGUN_AT_MS + 55 * SECOND_MS);
      expect(run.position('everything')).toBe(1663);
      const before = {
        lso_before: lso(),
        lag_by_hw: log.highWatermark - (committedOf(run, 'readers', 'out-0') ?? NaN),
        lag_by_lso: lso() - run.position('committed'),
      };
      run.runUntil(BEGUN_AT_MS + 75 * SECOND_MS);
      expect(run.position('committed')).toBe(log.logEndOffset);
      const [next] = run.factsBetween('RecordsDelivered', BEGUN_AT_MS, Infinity, { consumer: 'committed' });
      return {
        measured: {
          ...before,
          unstuck_at: ((next?.timeUs ?? NaN) / 1000 - BEGUN_AT_MS) / SECOND_MS,
          lso_after: lso(),
        },
      };
    },
    switchedOff: {
      rule: 'a read_committed reader ends at the first open transaction',
      rules: { lastStableOffset: ({ highWatermark }) => highWatermark },
      fails: ['lso_before', 'lag_by_hw', 'unstuck_at'],
    },
    contrasts: {
      'hanging transaction: the partition has an open transaction that no coordinator knows (cannot arise from a TV2 producer)':
        () => {
          const run = FieldRun.of('CON-12.hanging').toEnd();
          const { log } = run.replica(1, 'out-0');
          expect([log.lastStableOffset, log.highWatermark, run.position('committed')]).toEqual([
            200, 1663, 200,
          ]);
          const known = [...(run.broker(2).process?.coordinators.transactions.runtime.shards.values() ?? [])];
          expect(known.flatMap(({ status, state }) => [status, state.transactions.size])).toEqual([
            'ACTIVE',
            0,
          ]);
        },
    },
  },
  {
    id: 'CON-17',
    rules: ['consumer-offset-reset'],
    play: (open) => {
      const latest = open('CON-17').toEnd();
      const earliest = open('CON-17.earliest').toEnd();
      const again = [latest, earliest].map((run) =>
        run
          .factsBetween('RecordsDelivered', 30_000, 40_001)
          .flatMap(({ event }) => Array.from({ length: event.count }, (_, i) => event.baseOffset + i)),
      );
      return {
        measured: {
          'read.latest': delivered(latest, 0, 20_000),
          'read.earliest': delivered(earliest, 0, 20_000),
          second_start_uses_reset: again.some((offsets) => offsets.join() !== '105,106'),
        },
      };
    },
    switchedOff: {
      rule: 'a group goes on where it has committed',
      rules: { startsAtCommitted: () => false },
      fails: ['second_start_uses_reset'],
    },
  },
  {
    id: 'CON-02',
    rules: ['consumer-assignor-range', 'consumer-join'],
    play: (open) => {
      const runs = ['CON-02', 'CON-02.4-consumers', 'CON-02.24-consumers'].map((name) => workOf(open(name)));
      return {
        measured: {
          throughput: runs.map(({ throughput }) => throughput),
          idle_members: runs.map(({ idle }) => idle),
          max_useful_consumers: runs[2]?.useful,
        },
      };
    },
    switchedOff: {
      rule: 'a partition has one owner in a group',
      off: () => {
        vi.spyOn(CONSUMER_ASSIGNORS.range, 'assign').mockImplementation(
          ({ partitionsPerTopic, subscriptions }) =>
            new Map(
              [...subscriptions.keys()].map((memberId) => [
                memberId,
                [...partitionsPerTopic].flatMap(([topic, partitions]) =>
                  partitions.map((_, partition) => `${topic}-${partition}`),
                ),
              ]),
            ),
        );
      },
      fails: ['throughput', 'idle_members', 'max_useful_consumers'],
    },
    contrasts: {
      'share group (KIP-932) on the same topic, share.auto.offset.reset=earliest': () => {
        const run = FieldRun.of('CON-02.share-group').toEnd();
        const has = new Map(
          run.facts('SharePartitionsAssigned').map(({ event }) => [event.consumer, event.partitions]),
        );
        expect(has.size).toBe(24);
        // One partition each, and six members on each partition.
        const members = new Map<string, number>();
        for (const partitions of has.values()) {
          expect(partitions.length).toBe(1);
          for (const name of partitions) members.set(name, (members.get(name) ?? 0) + 1);
        }
        expect([...members.values()]).toEqual([6, 6, 6, 6]);
        const read = run.factsBetween('RecordsDelivered', 10_000, 20_000);
        expect(new Set(read.map(({ event }) => event.consumer)).size).toBe(24);
      },
    },
  },
  {
    id: 'CON-01',
    rules: ['consumer-poll-interval', 'consumer-commit'],
    play: (open) => {
      const run = open('CON-01').toEnd();
      const endMs = JOBS_FROM_MS + 1_790_000;
      const failed = run.factsBetween('OffsetCommitFailed', JOBS_FROM_MS, endMs)[0];
      return {
        measured: {
          deliveries_of_M_in_1800s: run.factsBetween('RecordsDelivered', JOBS_FROM_MS, endMs, {
            baseOffset: 0,
          }).length,
          successful_commits_in_1800s: run.factsBetween('OffsetCommitAcknowledged', JOBS_FROM_MS, endMs)
            .length,
          first_commit_error_at:
            failed === undefined ? null : failed.timeUs / 1_000_000 - JOBS_FROM_MS / 1000,
          commit_error: failed?.event.error ?? null,
        },
      };
    },
    switchedOff: {
      rule: 'a member that does not poll for max.poll.interval.ms leaves',
      off: () => {
        vi.spyOn(Heartbeat.prototype, 'pollEndsUs', 'get').mockReturnValue(Infinity);
      },
      fails: [
        'deliveries_of_M_in_1800s',
        'successful_commits_in_1800s',
        'first_commit_error_at',
        'commit_error',
      ],
    },
    contrasts: {
      'max.poll.interval.ms=600000': () => {
        const run = FieldRun.of('CON-01.longer-interval').toEnd();
        const [committed] = run.facts('OffsetCommitAcknowledged');
        expect(committed?.event.offset).toBe(1);
        expect((committed?.timeUs ?? 0) / 1_000_000 - 20).toBeCloseTo(420, 0);
        expect(rebalancesOf(run)).toBe(0);
      },
      '500 records x 0.7 s per poll: max.poll.records=400': () => {
        const stable = FieldRun.of('CON-01.400-records').toEnd();
        expect(rebalancesOf(stable)).toBe(0);
        expect(stable.facts('OffsetCommitAcknowledged').length).toBeGreaterThan(2);
        const unstable = FieldRun.of('CON-01.500-records').toEnd();
        const exceeded = unstable.facts('PollIntervalExceeded');
        expect(exceeded.length).toBeGreaterThan(1);
        // What a poll returns before there are 500 is committed; nothing is afterwards.
        const [first] = exceeded;
        expect(
          unstable.factsBetween('OffsetCommitAcknowledged', (first?.timeUs ?? 0) / 1000, Infinity),
        ).toEqual([]);
      },
    },
  },
];

runCases(PLANS, { held: 19, context: 1, history: 0, pending: 0 });

test('[consumer-event-loop] CON-01 with one event loop for handler and heartbeats: the session ends after 45 s, not the poll interval after 300', () => {
  const run = FieldRun.of('CON-01.event-loop').toEnd();
  const from = (kind: 'EventLoopBlocked' | 'GroupMemberRemoved') =>
    run.factsBetween(kind, JOBS_FROM_MS, Infinity).map(({ timeUs }) => timeUs / 1_000_000);
  const [blocked = 0] = from('EventLoopBlocked');
  const [removed = 0] = from('GroupMemberRemoved');
  // A heartbeat is due within heartbeat.interval.ms; the last one came up to so long before.
  expect(blocked - 20).toBeGreaterThan(0);
  expect(blocked - 20).toBeLessThan(3.01);
  expect(removed - 20).toBeGreaterThan(42);
  expect(removed - 20).toBeLessThan(45.01);
  const [removedFirst] = run.facts('GroupMemberRemoved');
  expect(removedFirst?.event.reason).toBe('session timeout');
  const deliveries = run.factsBetween('RecordsDelivered', JOBS_FROM_MS, Infinity, { baseOffset: 0 });
  expect(deliveries.length).toBeGreaterThan(6);
  expect(run.facts('OffsetCommitAcknowledged')).toEqual([]);
  expect(new Set(run.facts('OffsetCommitFailed').map(({ event }) => event.error))).toEqual(
    new Set(['CommitFailedException']),
  );
});

test('[consumer-poll-interval] CON-01: members take turns, five minutes each', () => {
  const run = FieldRun.of('CON-01').toEnd();
  const times = run
    .factsBetween('RecordsDelivered', JOBS_FROM_MS, Infinity, { baseOffset: 0 })
    .map(({ timeUs }) => timeUs / 1_000_000);
  const gaps = times.slice(1).map((atS, i) => atS - (times[i] ?? 0));
  for (const gap of gaps) {
    expect(gap).toBeGreaterThan(299.9);
    expect(gap).toBeLessThan(303.5);
  }
});
