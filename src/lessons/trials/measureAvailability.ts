import { wilsonInterval } from '../../formulas/binomial.ts';
import type { Measurement } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { rowsLike } from '../predicates.ts';
import { checkIn, type TrialWatch } from './Trials.ts';
import { trialShare } from './trialHash.ts';
import { onlyProducer, quietScenario } from './trialScenario.ts';

/** One throw of the dice for each broker, and one payment. */
const ROUND_MS = 10_000;
/** A broker that is down comes back in a round with this chance: 60 s on average. */
const CHANCE_OF_RETURN = 1 / 6;
/** A payment that takes longer was not possible when it was asked for. */
const PROMPT_MS = 1000;
export const AVAILABILITY_ROUNDS = 2000;

export interface AvailabilityTrial {
  /** Share of the time that one broker is up. */
  readonly a: number;
  readonly minInsyncReplicas: number;
}

export interface AvailabilityMeasurement extends Measurement {
  /** Payments that failed with enough brokers up: a dead one was still in the ISR, or a living one not yet back in it. */
  readonly whileDetecting: number;
  readonly whileRejoining: number;
  /** Share of the time that a broker really was up. */
  readonly brokerShare: number;
}

/**
 * Brokers crash and return at random, from the seed; each round one payment with acks=all is tried. What the formula leaves
 * out (the seconds until the controller notices, those until a broker is back in the ISR) is counted by name.
 */
export async function measureAvailability(
  engine: EngineLike,
  scenario: Scenario,
  trial: AvailabilityTrial,
  rounds: number = AVAILABILITY_ROUNDS,
  watch: TrialWatch = {},
): Promise<AvailabilityMeasurement> {
  const driver = new EngineDriver(engine);
  const producer = onlyProducer(scenario);
  const brokers = scenario.brokers.map((broker) => broker.nodeId);
  await driver.load(
    quietScenario(scenario, {
      producer: {
        acks: 'all',
        // A payment that is late is given up, so that the next one finds the way free.
        'enable.idempotence': 'false',
        'linger.ms': '0',
        'request.timeout.ms': String(PROMPT_MS),
        'delivery.timeout.ms': String(2 * PROMPT_MS),
      },
      topic: { 'min.insync.replicas': String(trial.minInsyncReplicas) },
    }),
  );
  // In balance as many brokers fall as return: a · fall = (1 − a) · return.
  const chanceOfFall = (CHANCE_OF_RETURN * (1 - trial.a)) / trial.a;
  const up = new Map(brokers.map((broker) => [broker, true]));
  let prompt = 0;
  let whileDetecting = 0;
  let whileRejoining = 0;
  let upRounds = 0;
  for (let round = 0; round < rounds; round++) {
    if (round % 5 === 0) checkIn(watch, round, rounds);
    const roundEndUs = (round + 1) * ROUND_MS * 1000;
    for (const broker of brokers) {
      const isUp = up.get(broker) === true;
      const dice = trialShare(scenario.seed, round, broker);
      if (dice >= (isUp ? chanceOfFall : CHANCE_OF_RETURN)) continue;
      await driver.apply({ kind: isUp ? 'KillBroker' : 'StartBroker', broker });
      up.set(broker, !isUp);
    }
    const alive = brokers.filter((broker) => up.get(broker) === true).length;
    upRounds += alive;
    // Somewhere in the round, so that the payment does not always meet the same second after a crash.
    const tryAtUs =
      round * ROUND_MS * 1000 + Math.floor(trialShare(scenario.seed, round, 0) * (ROUND_MS - 2500)) * 1000;
    await driver.advanceTo(tryAtUs);
    driver.run.startHere();
    const deadInIsr = hasDeadInIsr(driver, up);
    await driver.apply({ kind: 'SendRecords', producer, count: 1 });
    await driver.advanceTo(tryAtUs + PROMPT_MS * 1000);
    const heard = rowsLike({ event: 'RecordsAcknowledged' }, driver.run.facts().rows).length > 0;
    if (heard) prompt++;
    else if (alive >= trial.minInsyncReplicas) {
      if (deadInIsr) whileDetecting++;
      else whileRejoining++;
    }
    await driver.advanceTo(roundEndUs);
  }
  return {
    value: prompt / rounds,
    interval: wilsonInterval(prompt, rounds),
    trials: rounds,
    failedAssumption:
      whileDetecting + whileRejoining === 0
        ? null
        : whileDetecting >= whileRejoining
          ? 'detectionIgnored'
          : 'rejoinAtOnce',
    whileDetecting,
    whileRejoining,
    brokerShare: upRounds / (rounds * brokers.length),
  };
}

function hasDeadInIsr(driver: EngineDriver, up: ReadonlyMap<number, boolean>): boolean {
  for (const entity of driver.run.facts().entities.values())
    if (entity.kind === 'partition') return entity.isr.some((broker) => up.get(broker) !== true);
  return false;
}
