import { symbolValue, type Measurement, type SymbolValues } from '../../formulas/Formula.ts';
import { inFlightCeiling } from '../../formulas/inFlightCeiling.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { trialTopic } from './trialTopic.ts';

const TOPIC = 'hot';
const PRODUCER = 'pay-api';
const VALUE_BYTES = 1000;
/** So many batches are handed over at once; the rate is taken between the first and the last answers. */
const BATCHES = 60;
const LIMIT_US = 120_000_000;
/** The broker’s own work may take this share of what wires alone would allow. */
const TOLERATED_SHARE = 0.1;

export interface InFlightMeasurement extends Measurement {
  /** What that makes of the round trip: wires and broker together. */
  readonly roundTripMs: number;
}

/** What a producer carries to one partition when there is always a full batch to send. */
export async function measureInFlight(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
): Promise<InFlightMeasurement> {
  const inFlight = symbolValue(inFlightCeiling, values, 'f');
  const batchBytes = symbolValue(inFlightCeiling, values, 'b');
  const roundTripMs = symbolValue(inFlightCeiling, values, 't');
  const [broker] = scenario.brokers;
  if (broker === undefined) throw new Error('the scenario has no broker');
  const driver = new EngineDriver(engine);
  const perBatch = Math.floor((batchBytes - 100) / (VALUE_BYTES + 9));
  await driver.load({
    ...scenario,
    brokers: [broker],
    topics: [trialTopic(TOPIC, 1, [broker.nodeId], 1, { 'min.insync.replicas': '1' })],
    consumers: [],
    producers: [
      {
        clientId: PRODUCER,
        rack: null,
        configs: {
          acks: 'all',
          'batch.size': String(batchBytes),
          'linger.ms': '0',
          'max.in.flight.requests.per.connection': String(inFlight),
          'buffer.memory': String(64 * 1024 * 1024),
        },
        workload: {
          topic: TOPIC,
          partition: 0,
          arrivals: { kind: 'none' },
          key: null,
          keyCount: 1,
          valueBytes: VALUE_BYTES,
          tombstoneEvery: null,
          startUs: 0,
          endUs: null,
        },
      },
    ],
    network: {
      ...scenario.network,
      links: [
        {
          between: [`producer:${PRODUCER}`, `broker:${broker.nodeId}`],
          latencyUs: (roundTripMs * 1000) / 2,
        },
      ],
    },
  });
  await driver.apply({ kind: 'SendRecords', producer: PRODUCER, count: perBatch * BATCHES });
  await driver.advanceUntil({ event: 'RecordsAcknowledged', times: BATCHES }, LIMIT_US);
  const answers = driver.run
    .facts()
    .rows.flatMap(({ event, timeUs }) =>
      event.kind === 'RecordsAcknowledged' ? [{ timeUs, count: event.count }] : [],
    );
  // The first round found an empty pipe; the last leaves one.
  const [start] = answers.slice(inFlight - 1);
  const end = answers.at(-1);
  if (start === undefined || end === undefined) throw new Error('nothing was acknowledged');
  const records = answers.slice(inFlight).reduce((sum, { count }) => sum + count, 0);
  const bytesPerRecord = batchBytes / perBatch;
  const value = (records * bytesPerRecord) / ((end.timeUs - start.timeUs) / 1000);
  const ceiling = inFlightCeiling.compute(values);
  const tolerated = ceiling * TOLERATED_SHARE;
  return {
    value,
    roundTripMs: (inFlight * batchBytes) / value,
    interval: null,
    tolerance: tolerated,
    trials: 1,
    failedAssumption: value < ceiling - tolerated ? 'roundTripOnly' : null,
  };
}
