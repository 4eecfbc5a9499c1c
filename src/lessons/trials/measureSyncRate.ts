import { symbolValue, type Measurement, type SymbolValues } from '../../formulas/Formula.ts';
import { syncRate } from '../../formulas/syncRate.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { senderTrial, SENDER } from './senderTrial.ts';

const SENDS = 21;
const LIMIT_US = 120_000_000;
/** What the broker itself takes of a round trip may be this share. */
const TOLERATED_SHARE = 0.02;

/** An application that waits for the future of each record before it sends the next one. */
export async function measureSyncRate(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
): Promise<Measurement> {
  const roundTripMs = symbolValue(syncRate, values, 't');
  const driver = new EngineDriver(engine);
  await driver.load(
    senderTrial(scenario, { acks: '1', oneWayUs: (roundTripMs * 1000) / 2, arrivals: { kind: 'none' } }),
  );
  let startUs = 0;
  for (let n = 0; n < SENDS; n++) {
    // The first had to learn of the cluster.
    if (n === 1) startUs = driver.nowUs();
    await driver.apply({ kind: 'SendRecords', producer: SENDER, count: 1 });
    await driver.advanceUntil({ event: 'RecordsAcknowledged' }, driver.nowUs() + LIMIT_US);
  }
  const value = ((SENDS - 1) * 1_000_000) / (driver.nowUs() - startUs);
  const tolerance = TOLERATED_SHARE * syncRate.compute(values);
  return {
    value,
    interval: null,
    trials: 1,
    tolerance,
    failedAssumption: syncRate.compute(values) - value > tolerance ? 'roundTripOnly' : null,
  };
}
