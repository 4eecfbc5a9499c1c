import type { Measurement, SymbolValues } from '../../formulas/Formula.ts';
import { partitionCount, partitionRates } from '../../formulas/partitionCount.ts';
import type { ConsumerSpec, Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { checkIn, type TrialWatch } from './Trials.ts';
import { trialTopic } from './trialTopic.ts';

const TOPIC = 'orders';
/** A thousandth of the rates: records of 1000 bytes, as many a second as there are MB. */
const VALUE_BYTES = 1000;
const FROM_US = 6_000_000;
const TO_US = 16_000_000;
/** A lag that grows by less than this share of the rate, in records a second, is one that does not grow. */
const NO_GROWTH = 0.02;

export interface PartitionCountMeasurement extends Measurement {
  /** The formula's number, and by how many records a second the lag grew with it and with one less; null: that would be none. */
  readonly count: number;
  readonly slopeAtCount: number;
  readonly slopeAtLess: number | null;
}

/** The fewest partitions with which the lag does not grow: found among the formula's number and its neighbours. */
export async function measurePartitionCount(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
  watch: TrialWatch = {},
): Promise<PartitionCountMeasurement> {
  const { rate } = partitionRates(values);
  const count = partitionCount.compute(values);
  checkIn(watch, 0, 2);
  const slopeAtCount = await lagSlope(engine, scenario, values, count);
  checkIn(watch, 1, 2);
  const slopeAtLess = count > 1 ? await lagSlope(engine, scenario, values, count - 1) : null;
  const holds = (slope: number) => slope < NO_GROWTH * rate;
  const value =
    slopeAtLess !== null && holds(slopeAtLess) ? count - 1 : holds(slopeAtCount) ? count : count + 1;
  return {
    value,
    count,
    slopeAtCount,
    slopeAtLess,
    interval: null,
    trials: slopeAtLess === null ? 1 : 2,
    failedAssumption: value === count ? null : 'othersSuffice',
  };
}

/** Records a second by which consumers fall behind what is handed over, with so many partitions and as many consumers. */
async function lagSlope(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
  partitions: number,
): Promise<number> {
  const driver = new EngineDriver(engine);
  await driver.load(sizingScenario(scenario, values, partitions));
  await driver.advanceTo(FROM_US);
  const before = behind(driver, values);
  await driver.advanceTo(TO_US);
  return (behind(driver, values) - before) / ((TO_US - FROM_US) / 1_000_000);
}

/** Records that were due and are not worked off: a producer that cannot keep up leaves them with the application. */
function behind(driver: EngineDriver, values: SymbolValues): number {
  const { entities, nowUs } = driver.run.facts();
  let done = 0;
  for (const entity of entities.values()) if (entity.kind === 'consumer') done += entity.delivered;
  return (partitionRates(values).rate * nowUs) / 1_000_000 - done;
}

function sizingScenario(scenario: Scenario, values: SymbolValues, partitions: number): Scenario {
  const { rate, perPartition, perConsumer } = partitionRates(values);
  const ids = scenario.brokers.map(({ nodeId }) => nodeId);
  return {
    ...scenario,
    topics: [trialTopic(TOPIC, partitions, ids, 1, { 'min.insync.replicas': '1' })],
    producers: Array.from({ length: partitions }, (_, partition) => ({
      clientId: `orders-api-${partition}`,
      rack: null,
      configs: { 'linger.ms': '0' },
      workload: {
        topic: TOPIC,
        partition,
        // What one partition takes is all that this producer hands over.
        arrivals: {
          kind: 'constant' as const,
          recordsPerSecond: Math.min(rate / partitions, perPartition),
        },
        key: null,
        keyCount: 1,
        valueBytes: VALUE_BYTES,
        tombstoneEvery: null,
        startUs: 0,
        endUs: null,
      },
    })),
    consumers: Array.from({ length: partitions }, (_, partition) => worker(partition, perConsumer)),
  };
}

function worker(partition: number, recordsPerSecond: number): ConsumerSpec {
  return {
    clientId: `worker-${partition}`,
    rack: null,
    configs: { 'auto.offset.reset': 'earliest', 'max.poll.records': '1' },
    assign: [`${TOPIC}-${partition}`],
    subscribe: [],
    perRecordUs: Math.round(1_000_000 / recordsPerSecond),
    commit: null,
    commitWhen: 'after',
    workers: 0,
  };
}
