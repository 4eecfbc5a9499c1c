import { afterEach, expect, test, vi } from 'vitest';
import { Processing } from '../../../src/engine/client/consumer/Processing.ts';
import { GroupConsumer } from '../../../src/engine/client/consumer/group/GroupConsumer.ts';
import { committedOffsetOf } from '../../../src/engine/cluster/pipelineLedger.ts';
import { endOffsetOf } from '../../../src/engine/storage/RecordBatch.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { FieldRun, sumOf } from './FieldRun.ts';

vi.setConfig({ testTimeout: 120_000 });
afterEach(() => {
  vi.restoreAllMocks();
});

const PARTITIONS = [0, 1, 2, 3].map((i) => `events-${i}`);
/** The instant 0 of the case. */
const START_S = 10;

/** Records before the high watermarks that no poll() has returned: nothing is returned twice in these runs. */
function lagOf(run: FieldRun): number {
  const ends = sumOf(PARTITIONS, (partition) => run.ends(1, partition).hw);
  return ends - sumOf(run.scenario.consumers, ({ clientId }) => run.consumer(clientId).deliveredCount);
}

/** How old the record is that was returned last, of the partition where it is oldest. */
function timeLagSeconds(run: FieldRun): number {
  const ages = run.scenario.consumers.flatMap(({ clientId }) =>
    run.consumer(clientId).partitions.map(({ topicPartition, position }) => {
      const batch = run.batchesIn(1, topicPartition).find((one) => position <= endOffsetOf(one));
      return run.run.cluster.nowUs / 1e6 - (batch?.maxTimestampMs ?? 0) / 1000;
    }),
  );
  return Math.max(...ages);
}

/** Seconds from an instant of the case on until at most ten records are left. */
function drainSeconds(run: FieldRun, fromS: number, limitS: number): number {
  for (let s = 0; s < limitS; s++) {
    run.runUntil((START_S + fromS + s) * 1000);
    if (s > 2 && lagOf(run) <= 10) return s;
  }
  return Infinity;
}

const PLANS: readonly CasePlan[] = [
  {
    id: 'CON-10',
    rules: ['consumer-processing', 'consumer-reset'],
    play: (open) => {
      const overload = open('CON-10').runUntil((START_S + 60) * 1000);
      const lagAt60 = lagOf(overload);
      overload.runUntil((START_S + 600) * 1000);
      const lagAt600 = lagOf(overload);
      // Times are a tenth: backlog and time to drain grow with the outage, by λ and by λ / (μ − λ).
      const outage = open('CON-10.outage').runUntil((START_S + 180) * 1000);
      const backlog = lagOf(outage);
      const thin = open('CON-10.thin-headroom');
      return {
        measured: {
          'overload.lag_600': lagAt600,
          'overload.lag_slope': (lagAt600 - lagAt60) / 540,
          'overload.time_lag_after_600': timeLagSeconds(overload),
          'outage.backlog': 10 * backlog,
          'outage.drain': 10 * drainSeconds(outage, 180, 400),
          'thin_headroom.drain': 10 * drainSeconds(thin, 180, 1900),
        },
      };
    },
    switchedOff: {
      rule: 'an application that works does not poll',
      off: () => {
        vi.spyOn(Processing.prototype, 'begin').mockImplementation(() => undefined);
      },
      fails: [
        'overload.lag_600',
        'overload.lag_slope',
        'overload.time_lag_after_600',
        'outage.drain',
        'thin_headroom.drain',
      ],
    },
    contrasts: {
      'retention 1 h with thin_headroom': () => {
        // A tenth of all times: six minutes of retention.
        const thin = FieldRun.lawless('CON-10.retention').toEnd();
        expect(thin.facts('SegmentsDeleted').length).toBeGreaterThan(0);
        expect(thin.facts('OffsetReset').filter(({ timeUs }) => timeUs > 60_000_000)).toEqual([]);
        const long = FieldRun.lawless('CON-10.long-outage').toEnd();
        const resets = long.facts('OffsetReset').filter(({ timeUs }) => timeUs > 60_000_000);
        const lost = sumOf(resets, ({ event }) => event.to - event.from);
        expect(resets).toHaveLength(4);
        // Twelve minutes less the six that are kept, and of those less a segment of a minute.
        expect(lost).toBeLessThanOrEqual(3600);
        expect(lost).toBeGreaterThan(2400);
      },
    },
  },
  {
    id: 'CON-11',
    rules: ['consumer-deserialization', 'consumer-auto-commit'],
    play: (open) => {
      const run = open('CON-11');
      const work = () => {
        const node = run.consumer('reader');
        return node instanceof GroupConsumer && node.outside ? node.outside : expect.fail('no member');
      };
      const lag = () =>
        run.ends(1, 'events-0').hw - (run.consumer('reader').partitionOf('events-0')?.position ?? 0);
      const at = (s: number) => run.runUntil((START_S + s) * 1000);
      at(5);
      const before = { polls: work().polls, thrown: work().thrown };
      at(60);
      const [committed60, lag60] = [committedOffsetOf(run.run.cluster, 'readers', 'events-0'), lag()];
      at(120);
      const committed120 = committedOffsetOf(run.run.cluster, 'readers', 'events-0');
      const lagGrowth = lag() - lag60;
      const { polls, thrown } = work();
      at(140);
      return {
        measured: {
          'committed.p0': committed60 === committed120 ? committed60 : [committed60, committed120],
          'lag_growth.p0': lagGrowth,
          errors_per_poll: (thrown - before.thrown) / (polls - before.polls),
          'dlt_records.after_fix': run.ends(1, 'events-dlt-0').hw,
          'committed.p0.after_fix': committedOffsetOf(run.run.cluster, 'readers', 'events-0'),
        },
      };
    },
    switchedOff: {
      rule: 'a record that cannot be read is left out by nobody',
      rules: { nextUnreadable: () => null },
      fails: ['committed.p0', 'lag_growth.p0', 'errors_per_poll'],
    },
  },
];

runCases(PLANS, { held: 11, context: 0, history: 0, pending: 0 });

const isAll = process.env['HIGHWATER_TEST_ALL'] === '1';
/** The outage of the case: half an hour. The files have a tenth of it. */
const OUTAGE_S = 1800;

/** A file of the case with all of its times. */
function inFull(name: string): FieldRun {
  return FieldRun.changed(name, (file) => ({
    ...file,
    configs: { ...file.configs, 'group.initial.rebalance.delay.ms': 3000 },
    commands: (file.commands ?? []).map((command) =>
      command.kind === 'StartClient' ? { ...command, at: `${START_S + OUTAGE_S}s` } : command,
    ),
    until: '30000s',
  }));
}

test.runIf(isAll)(
  '[consumer-processing] CON-10 with all of its times: half an hour away, drained in one hour, or in five',
  { timeout: 1_200_000 },
  () => {
    const outage = inFull('CON-10.outage').runUntil((START_S + OUTAGE_S) * 1000);
    expect(Math.abs(lagOf(outage) - 18_000)).toBeLessThanOrEqual(360);
    expect(Math.abs(drainSeconds(outage, OUTAGE_S, 4000) - 3600)).toBeLessThanOrEqual(72);
    const thin = inFull('CON-10.thin-headroom');
    expect(Math.abs(drainSeconds(thin, OUTAGE_S, 19_000) - 18_000)).toBeLessThanOrEqual(360);
  },
);
