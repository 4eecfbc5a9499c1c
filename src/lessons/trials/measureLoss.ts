import { wilsonInterval } from '../../formulas/binomial.ts';
import type { Measurement } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { checkIn, type TrialWatch } from './Trials.ts';
import { trialShare } from './trialHash.ts';
import { onlyProducer, quietScenario } from './trialScenario.ts';

/** Below this share no number of trials that a page can run tells the formula from zero. */
export const SMALLEST_MEASURABLE_P = 0.05;
export const LOSS_TRIALS = 2000;

export interface LossTrial {
  readonly p: number;
  /** Replicas that must have the record at the ack: 1 is acks=1, 2 and 3 are acks=all with an ISR of that size. */
  readonly k: number;
}

/** What the trials share: the cluster, up to where each of them begins. */
export async function measureLoss(
  engine: EngineLike,
  scenario: Scenario,
  trial: LossTrial,
  trials: number = LOSS_TRIALS,
  watch: TrialWatch = {},
): Promise<Measurement> {
  let lost = 0;
  for (let i = 0; i < trials; i++) {
    if (i % 20 === 0) checkIn(watch, i, trials);
    if (
      trial.k === 1
        ? await losesWithOneAck(engine, scenario, trial.p, i)
        : await losesItsCopies(engine, scenario, trial, i)
    )
      lost++;
  }
  return { value: lost / trials, interval: wilsonInterval(lost, trials), trials, failedAssumption: null };
}

/** acks=1. With chance p the leader is killed after the ack and before its successor's next fetch; later it comes back. */
async function losesWithOneAck(
  engine: EngineLike,
  scenario: Scenario,
  p: number,
  index: number,
): Promise<boolean> {
  const driver = new EngineDriver(engine);
  const producer = onlyProducer(scenario);
  await driver.load(quietScenario(scenario, { producer: { acks: '1', 'linger.ms': '0' } }));
  // The first record sends the waiting fetches home; what comes while they travel has been fetched by nobody.
  await sendAndHear(driver, producer);
  await sendAndHear(driver, producer);
  if (trialShare(scenario.seed, index, 0) >= p) {
    await driver.advanceTo(driver.nowUs() + 200_000);
    return driver.run.facts().ledger.lostAfterAck > 0;
  }
  await driver.apply({ kind: 'KillBroker', broker: 1 });
  await driver.advanceUntil({ event: 'LeaderElected' }, driver.nowUs() + 11_000_000);
  await driver.apply({ kind: 'StartBroker', broker: 1 });
  await driver.advanceUntil({ event: 'IsrExpanded' }, driver.nowUs() + 60_000_000);
  return driver.run.facts().ledger.lostAfterAck > 0;
}

/** acks=all. After the ack each machine that holds the record loses its power with chance p; then all come back. */
async function losesItsCopies(
  engine: EngineLike,
  scenario: Scenario,
  { p, k }: LossTrial,
  index: number,
): Promise<boolean> {
  const driver = new EngineDriver(engine);
  const producer = onlyProducer(scenario);
  const cluster = k === 2 ? withoutBroker(scenario, 3) : scenario;
  await driver.load(quietScenario(cluster, { producer: { acks: 'all', 'linger.ms': '0' } }));
  await sendAndHear(driver, producer);
  const dark = Array.from({ length: k }, (_, i) => i + 1).filter(
    (broker) => trialShare(scenario.seed, index, broker) < p,
  );
  if (dark.length === 0) return false;
  for (const broker of dark) await driver.apply({ kind: 'CutPower', broker });
  await driver.advanceTo(driver.nowUs() + 11_000_000);
  for (const broker of dark) await driver.apply({ kind: 'StartBroker', broker });
  await driver.advanceTo(driver.nowUs() + 15_000_000);
  return driver.run.facts().ledger.lostAfterAck > 0;
}

async function sendAndHear(driver: EngineDriver, producer: string): Promise<void> {
  await driver.apply({ kind: 'SendRecords', producer, count: 1 });
  await driver.advanceUntil({ event: 'RecordsAcknowledged' }, driver.nowUs() + 5_000_000);
}

/** The cluster after that broker was stopped and left the ISR. */
function withoutBroker(scenario: Scenario, stopped: number): Scenario {
  return {
    ...scenario,
    brokers: scenario.brokers.map((broker) =>
      broker.nodeId === stopped ? { ...broker, state: 'stopped' } : broker,
    ),
    topics: scenario.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((partition) => ({
        ...partition,
        initial: { ...partition.initial, isr: partition.initial.isr.filter((broker) => broker !== stopped) },
      })),
    })),
  };
}
