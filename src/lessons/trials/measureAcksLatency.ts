import { ACKS_LEVELS, acksLatency } from '../../formulas/acksLatency.ts';
import { symbolValue, type Measurement, type SymbolValues } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { senderTrial } from './senderTrial.ts';

const SECOND_US = 1_000_000;
const RUN_S = 12;
/** Threads, bytes on the wire: what the formula leaves out. */
const TOLERATED_MS = 0.5;

/** The mean of a producer that sends ten records a second, each by itself. */
export async function measureAcksLatency(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
): Promise<Measurement> {
  const driver = new EngineDriver(engine);
  await driver.load(
    senderTrial(scenario, {
      acks: ACKS_LEVELS[values['acks'] ?? 2] ?? 'all',
      oneWayUs: (symbolValue(acksLatency, values, 'rtt') * 1000) / 2,
      followerUs: (symbolValue(acksLatency, values, 'follower') * 1000) / 2,
      appendUs: symbolValue(acksLatency, values, 'append') * 1000,
      arrivals: { kind: 'constant', recordsPerSecond: 10 },
    }),
  );
  await driver.advanceTo(2 * SECOND_US);
  driver.run.startHere();
  await driver.advanceTo(RUN_S * SECOND_US);
  const latencies = driver.run
    .facts()
    .rows.flatMap(({ event }) => (event.kind === 'RecordsAcknowledged' ? [event.latencyMs] : []));
  if (latencies.length === 0) throw new Error('nothing was acknowledged');
  const value = latencies.reduce((sum, each) => sum + each, 0) / latencies.length;
  const gap = Math.abs(value - acksLatency.compute(values));
  return {
    value,
    interval: null,
    trials: 1,
    tolerance: TOLERATED_MS,
    failedAssumption: gap > TOLERATED_MS ? 'wiresOnly' : null,
  };
}
