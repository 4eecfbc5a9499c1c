import { recoveryTime } from '../../formulas/recoveryTime.ts';
import type { Measurement, SymbolValues } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { groupTrial, TRIAL_MEMBER } from './groupTrial.ts';
import { checkIn, type TrialWatch } from './Trials.ts';
import { onlyProducer } from './trialScenario.ts';

const SECOND_US = 1_000_000;
/** What is handed over at once is no more than buffer.memory holds. */
const CHUNK = 20_000;
/** The lag is looked at that often; what is in the last batch and in the last poll() is not counted exactly either. */
const LOOK_US = SECOND_US / 4;
const TOLERANCE = 0.03;
/** The chips may ask for what never ends. */
const LONGEST = 4;

/**
 * A lag is built up while the group is away; then it comes back, while records go on arriving. From the first record that it is given
 * to the moment at which its position is at the end.
 */
export async function measureRecovery(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues & { readonly lag: number; readonly mu: number; readonly lambda: number },
  watch: TrialWatch = {},
): Promise<Measurement> {
  const { lag, mu, lambda } = values;
  const predictedS = recoveryTime.compute(values);
  const driver = new EngineDriver(engine);
  await driver.load(
    groupTrial(scenario, { arrivals: { kind: 'none' }, perRecordUs: Math.round(SECOND_US / mu) }),
  );
  const producer = onlyProducer(scenario);
  const client = `consumer:${TRIAL_MEMBER}`;
  await driver.apply({ kind: 'KillClient', client });
  for (let left = lag; left > 0; left -= CHUNK) {
    await driver.apply({ kind: 'SendRecords', producer, count: Math.min(CHUNK, left) });
    await driver.advanceTo(driver.nowUs() + 2 * SECOND_US);
  }
  await driver.apply({ kind: 'StartClient', client });
  await driver.advanceUntil(
    { event: 'RecordsDelivered', where: { consumer: TRIAL_MEMBER } },
    driver.nowUs() + 60 * SECOND_US,
  );
  const startUs = driver.nowUs();
  const longestUs = LONGEST * predictedS * SECOND_US;
  // Arrivals by command, in steps of a quarter of a second.
  for (let sent = 0, step = 1; driver.nowUs() - startUs < longestUs; step++) {
    const due = Math.floor((step * LOOK_US * lambda) / SECOND_US);
    if (due > sent) await driver.apply({ kind: 'SendRecords', producer, count: due - sent });
    sent = due;
    await driver.advanceTo(startUs + step * LOOK_US);
    checkIn(watch, Math.min(99, Math.floor((100 * step * LOOK_US) / (predictedS * SECOND_US))), 100);
    if (isAtEnd(driver)) break;
  }
  return {
    value: (driver.nowUs() - startUs) / SECOND_US,
    interval: null,
    trials: 1,
    failedAssumption: 'steady',
    tolerance: Math.max(1, predictedS * TOLERANCE),
  };
}

/** Within what arrives between two looks. */
function isAtEnd(driver: EngineDriver): boolean {
  const { entities } = driver.run.facts();
  const consumer = entities.get(`consumer:${TRIAL_MEMBER}`);
  if (consumer?.kind !== 'consumer') return false;
  const [place] = consumer.positions;
  const partition =
    place && [...entities.values()].find((e) => e.kind === 'partition' && e.name === place.partition);
  return partition?.kind === 'partition' && partition.highWatermark - place!.position <= 0;
}
