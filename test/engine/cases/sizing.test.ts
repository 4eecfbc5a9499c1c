import { afterEach, expect, test, vi } from 'vitest';
import { Processing } from '../../../src/engine/client/consumer/Processing.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { FieldRun, sumOf } from './FieldRun.ts';

vi.setConfig({ testTimeout: 240_000 });

afterEach(() => {
  vi.restoreAllMocks();
});

const isAll = process.env['HIGHWATER_TEST_ALL'] === '1';

const FROM_MS = 60_000;
const TO_MS = 120_000;
const SECONDS = (TO_MS - FROM_MS) / 1000;

interface Load {
  /** Records a second by which the lag of all consumers together grows. */
  readonly lagGrowth: number;
  /** Mean share of the time that consumers are at work. */
  readonly utilisation: number;
}

/** What a run comes to between 60 s and 120 s. */
function loadOf(run: FieldRun): Load {
  const before = standOf(run.runUntil(FROM_MS));
  const after = standOf(run.runUntil(TO_MS));
  const { consumers } = run.scenario;
  return {
    lagGrowth: (after.lag - before.lag) / SECONDS,
    utilisation: (after.busyUs - before.busyUs) / (SECONDS * 1_000_000 * consumers.length),
  };
}

function standOf(run: FieldRun): { readonly lag: number; readonly busyUs: number } {
  const { nowUs } = run.run.cluster;
  const consumers = run.scenario.consumers.map(({ clientId }) => run.consumer(clientId));
  const written = sumOf(
    [...run.controller.image.partitions.values()],
    ({ topicPartition, registration }) => run.ends(registration.leader, topicPartition).leo,
  );
  return {
    lag: written - sumOf(consumers, (consumer) => consumer.processedCount(nowUs)),
    busyUs: sumOf(consumers, (consumer) => consumer.processing.busyUs(nowUs)),
  };
}

const withoutWork = (): void => {
  vi.spyOn(Processing.prototype, 'takesTime', 'get').mockReturnValue(false);
};

const BYTES_PER_TB = 1e12;
/** Rates are a thousandth, and retention is an hour in place of seven days. */
const SIZ_02_SCALE = 1000 * 168;

const PLANS: readonly CasePlan[] = [
  {
    id: 'SIZ-01',
    rules: ['consumer-processing', 'PP8'],
    context: ['partitions'],
    play: (open) => {
      const enough = loadOf(open('SIZ-01'));
      expect(Math.abs(enough.lagGrowth)).toBeLessThan(1);
      // 1000 bytes a record, and every rate is a thousandth.
      const bytesPerSecond = loadOf(open('SIZ-01.20-partitions')).lagGrowth * 1000;
      return { measured: { 'lag_growth.20_partitions': (bytesPerSecond * 1000) / 1_000_000 } };
    },
    switchedOff: {
      rule: 'a consumer works on one record after the other',
      off: withoutWork,
      fails: ['lag_growth.20_partitions'],
    },
  },
  {
    id: 'SIZ-02',
    rules: ['RE1', 'RE3', 'SG3'],
    context: ['provisioned_TB', 'per_broker_TB', 'used_per_broker_after_loss'],
    play: (open) => {
      // What comes goes again from 3736 s on (retention, one segment, one check); with `test:all` to the end at 5400 s.
      const run = open('SIZ-02').toEnd(isAll ? 5_400_000 : 3_900_000);
      const replicas = run.scenario.brokers.flatMap(({ nodeId }) => [
        ...run.broker(nodeId).partitions.values(),
      ]);
      expect(replicas).toHaveLength(18);
      expect(replicas[0]?.log.batchAt(0).sizeBytes).toBe(10_000);
      const bytes = sumOf(replicas, ({ log }) => log.sizeBytes);
      return { measured: { raw_TB: (bytes * SIZ_02_SCALE) / BYTES_PER_TB } };
    },
    switchedOff: {
      rule: 'segments whose newest record is older than retention.ms go',
      rules: { deletableSegments: () => ({ count: 0, mustRoll: false }) },
      fails: ['raw_TB'],
    },
  },
  {
    id: 'SIZ-04',
    rules: ['consumer-processing', 'PP8'],
    context: ['required_concurrency'],
    play: (open) => {
      const reserve = loadOf(open('SIZ-04.12-partitions'));
      return {
        // Rates and partitions are a tenth.
        measured: {
          'lag_growth.50': loadOf(open('SIZ-04')).lagGrowth * 10,
          'utilisation.120': reserve.utilisation,
        },
      };
    },
    switchedOff: {
      rule: 'a consumer works on one record after the other',
      off: withoutWork,
      fails: ['lag_growth.50', 'utilisation.120'],
    },
  },
];

test('[consumer-processing] SIZ-04: with 100 consumers for 100 at work there is no reserve and no lag', () => {
  const just = loadOf(FieldRun.of('SIZ-04.10-partitions'));
  expect(just.utilisation).toBeGreaterThan(0.99);
  expect(Math.abs(just.lagGrowth)).toBeLessThan(1);
});

runCases(PLANS, { held: 4, context: 5, history: 0, pending: 0 });
