import { wilsonInterval } from '../../formulas/binomial.ts';
import type { Measurement } from '../../formulas/Formula.ts';
import type { ProducerSpec, Scenario, Workload } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { checkIn, type TrialWatch } from './Trials.ts';
import { trialTopic } from './trialTopic.ts';

const LIMIT_US = 30_000_000;
const KEYS = 10_000;
const BEFORE = 'before';
const AFTER = 'after';

/** Where a record with this key stands in a topic of so many partitions, once it was sent. */
export async function measureKeyedPartition(
  engine: EngineLike,
  scenario: Scenario,
  { key, partitions }: { readonly key: string; readonly partitions: number },
): Promise<Measurement> {
  const driver = new EngineDriver(engine);
  const ids = brokersOf(scenario);
  await driver.load({
    ...scenario,
    topics: [trialTopic(BEFORE, partitions, ids, 1)],
    producers: [keyedProducer(BEFORE, BEFORE, { key: null, keyList: [key] })],
    consumers: [],
  });
  await driver.apply({ kind: 'SendRecords', producer: BEFORE, count: 1 });
  await driver.advanceUntil({ event: 'RecordsAcknowledged' }, LIMIT_US);
  const places = await driver.inspectRun<'keyPlaces'>({ kind: 'keyPlaces', topic: BEFORE });
  const [name] = places?.[0]?.partitions ?? [];
  if (name === undefined) throw new Error('the record was not stored');
  return {
    value: Number(name.slice(name.lastIndexOf('-') + 1)),
    interval: null,
    trials: 1,
    failedAssumption: null,
  };
}

export interface KeysMovedMeasurement extends Measurement {
  readonly moved: number;
  readonly keys: number;
}

/**
 * Sends each of many keys into N partitions, makes M of them, and sends each once more: a key moved if it has records in two. There is
 * no way to fewer partitions but another topic, which then has the records after.
 */
export async function measureKeysMoved(
  engine: EngineLike,
  scenario: Scenario,
  { n, m }: { readonly n: number; readonly m: number },
  watch: TrialWatch = {},
  keys = KEYS,
): Promise<KeysMovedMeasurement> {
  const driver = new EngineDriver(engine);
  const ids = brokersOf(scenario);
  const grows = m >= n;
  const topics = [trialTopic(BEFORE, n, ids, 1)];
  if (!grows) topics.push(trialTopic(AFTER, m, ids, 1));
  const pattern = { key: 'key-{n}', keyCount: keys };
  await driver.load({
    ...scenario,
    topics,
    producers: [
      keyedProducer(BEFORE, BEFORE, pattern),
      keyedProducer(AFTER, grows ? BEFORE : AFTER, pattern),
    ],
    consumers: [],
  });
  checkIn(watch, 0, 2);
  await driver.apply({ kind: 'SendRecords', producer: BEFORE, count: keys });
  await driver.advanceTo(driver.nowUs() + SETTLES_US);
  if (m > n) await driver.apply({ kind: 'CreatePartitions', topic: BEFORE, count: m, replicas: null });
  await driver.advanceTo(driver.nowUs() + SETTLES_US);
  checkIn(watch, 1, 2);
  await driver.apply({ kind: 'SendRecords', producer: AFTER, count: keys });
  await driver.advanceTo(driver.nowUs() + SETTLES_US);
  const first = await placesOf(driver, BEFORE);
  const moved = grows
    ? [...first.values()].filter((partitions) => partitions.length > 1).length
    : await countMoved(driver, first);
  return {
    value: moved / keys,
    moved,
    keys,
    interval: wilsonInterval(moved, keys),
    trials: 1,
    failedAssumption: null,
  };
}

const SETTLES_US = 2_000_000;

async function countMoved(driver: EngineDriver, first: Places): Promise<number> {
  let moved = 0;
  for (const [key, [after]] of await placesOf(driver, AFTER)) if (first.get(key)?.[0] !== after) moved++;
  return moved;
}

type Places = ReadonlyMap<string, readonly number[]>;

async function placesOf(driver: EngineDriver, topic: string): Promise<Places> {
  const places = (await driver.inspectRun<'keyPlaces'>({ kind: 'keyPlaces', topic })) ?? [];
  return new Map(
    places.map(({ key, partitions }) => [
      key,
      partitions.map((name) => Number(name.slice(name.lastIndexOf('-') + 1))),
    ]),
  );
}

const brokersOf = ({ brokers }: Scenario) => brokers.map(({ nodeId }) => nodeId);

function keyedProducer(clientId: string, topic: string, keys: Partial<Workload>): ProducerSpec {
  return {
    clientId,
    rack: null,
    // A producer learns of new partitions when it asks for metadata again.
    configs: { 'metadata.max.age.ms': '1000' },
    workload: {
      topic,
      partition: null,
      arrivals: { kind: 'none' },
      key: null,
      keyCount: 1,
      valueBytes: 10,
      tombstoneEvery: null,
      startUs: 0,
      endUs: null,
      ...keys,
    },
  };
}
