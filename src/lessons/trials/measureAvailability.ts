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
  const count: Count = { rounds: 0, prompt: 0, whileDetecting: 0, whileRejoining: 0, brokersUp: 0 };
  for (let window = 0; count.rounds < rounds; window++) {
    await runWindow(engine, scenario, trial, window, count, () => checkIn(watch, count.rounds, rounds));
  }
  const { prompt, whileDetecting, whileRejoining } = count;
  return {
    value: prompt / count.rounds,
    interval: wilsonInterval(prompt, count.rounds),
    trials: count.rounds,
    failedAssumption:
      whileDetecting + whileRejoining === 0
        ? null
        : whileDetecting >= whileRejoining
          ? 'detectionIgnored'
          : 'rejoinAtOnce',
    whileDetecting,
    whileRejoining,
    brokerShare: count.brokersUp / (count.rounds * scenario.brokers.length),
  };
}

interface Count {
  rounds: number;
  prompt: number;
  whileDetecting: number;
  whileRejoining: number;
  brokersUp: number;
}

/** A run short enough that its trace does not weigh. It begins with all brokers up, so its first rounds do not count. */
const ROUNDS_A_WINDOW = 100;
const ROUNDS_BEFORE_COUNTING = 20;

async function runWindow(
  engine: EngineLike,
  scenario: Scenario,
  trial: AvailabilityTrial,
  window: number,
  count: Count,
  checkIn: () => void,
): Promise<void> {
  const driver = new EngineDriver(engine);
  const producer = onlyProducer(scenario);
  const brokers = scenario.brokers.map((broker) => broker.nodeId);
  await driver.load(availabilityScenario(scenario, trial));
  // In balance as many brokers fall as return: a · fall = (1 − a) · return.
  const chanceOfFall = (CHANCE_OF_RETURN * (1 - trial.a)) / trial.a;
  const up = new Map(brokers.map((broker) => [broker, true]));
  for (let round = 0; round < ROUNDS_BEFORE_COUNTING + ROUNDS_A_WINDOW; round++) {
    if (round % 10 === 0) checkIn();
    const startUs = round * ROUND_MS * 1000;
    await driver.advanceTo(startUs);
    for (const broker of brokers) {
      const isUp = up.get(broker) === true;
      if (trialShare(scenario.seed, window, round, broker) >= (isUp ? chanceOfFall : CHANCE_OF_RETURN))
        continue;
      await driver.apply({ kind: isUp ? 'KillBroker' : 'StartBroker', broker });
      up.set(broker, !isUp);
    }
    if (round < ROUNDS_BEFORE_COUNTING) continue;
    // Somewhere in the round, so that the payment does not always meet the same second after a crash.
    const delayMs = Math.floor(trialShare(scenario.seed, window, round, 0) * (ROUND_MS - 2 * PROMPT_MS));
    await driver.advanceTo(startUs + delayMs * 1000);
    const deadInIsr = hasDeadInIsr(driver, up);
    driver.run.startHere();
    await driver.apply({ kind: 'SendRecords', producer, count: 1 });
    await driver.advanceTo(startUs + (delayMs + PROMPT_MS) * 1000);
    const heard = rowsLike({ event: 'RecordsAcknowledged' }, driver.run.facts().rows).length > 0;
    const alive = brokers.filter((broker) => up.get(broker) === true).length;
    count.rounds++;
    count.brokersUp += alive;
    if (heard) count.prompt++;
    else if (alive >= trial.minInsyncReplicas) {
      if (deadInIsr) count.whileDetecting++;
      else count.whileRejoining++;
    }
  }
}

function availabilityScenario(scenario: Scenario, trial: AvailabilityTrial): Scenario {
  return quietScenario(scenario, {
    producer: {
      acks: 'all',
      // A payment that is late is given up, so that the next one finds the way free.
      'enable.idempotence': 'false',
      'linger.ms': '0',
      'request.timeout.ms': String(PROMPT_MS),
      'delivery.timeout.ms': String(2 * PROMPT_MS),
    },
    topic: { 'min.insync.replicas': String(trial.minInsyncReplicas) },
  });
}

function hasDeadInIsr(driver: EngineDriver, up: ReadonlyMap<number, boolean>): boolean {
  for (const entity of driver.run.facts().entities.values())
    if (entity.kind === 'partition') return entity.isr.some((broker) => up.get(broker) !== true);
  return false;
}
