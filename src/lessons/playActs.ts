import type { CommandBody, Scenario } from '../scenario/Scenario.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import type { LookUpFigures, LookUpOf } from './EngineLike.ts';
import type { Act, Step, StepConfigs } from './lessonSchema.ts';

/** What playing a lesson needs of a run. The page's Simulation and a headless session both fit (see the two adapters). */
export interface LessonDriver {
  nowUs(): number;
  apply(body: CommandBody): Promise<void>;
  /** False when `limitUs`, an instant of the run, came first. */
  advanceUntil(goal: TraceGoal, limitUs: number): Promise<boolean>;
  lookUpFigures(of: LookUpOf): Promise<LookUpFigures | null>;
}

/** No run that goes on ever has it, so waiting for it is waiting for an instant. */
export const NEVER: TraceGoal = { event: 'InvariantBroken' };

/** Does the acts in order; false when one of them did not come to its goal. Then the rest is not done. */
export async function playActs(
  driver: LessonDriver,
  acts: readonly Act[],
  isCancelled: () => boolean = () => false,
): Promise<boolean> {
  for (const act of acts) {
    for (const command of act.commands ?? []) {
      if (isCancelled()) return false;
      await driver.apply(command);
    }
    if (isCancelled() || !(await waitFor(driver, act))) return false;
  }
  return true;
}

/** What a step looks up when its acts are done, by the name it gives each; what is not there is left out. */
export async function lookUpsOf(
  driver: Pick<LessonDriver, 'lookUpFigures'>,
  step: Step,
): Promise<ReadonlyMap<string, LookUpFigures>> {
  const found = new Map<string, LookUpFigures>();
  for (const [name, of] of Object.entries(step.lookUps ?? {})) {
    const figures = await driver.lookUpFigures(of);
    if (figures !== null) found.set(name, figures);
  }
  return found;
}

async function waitFor(driver: LessonDriver, act: Act): Promise<boolean> {
  const { until } = act;
  if (until === undefined) return true;
  const startUs = driver.nowUs();
  if ('event' in until) return driver.advanceUntil(until, startUs + act.limitMs * 1000);
  const targetUs = 'atMs' in until ? until.atMs * 1000 : startUs + until.forMs * 1000;
  await driver.advanceUntil(NEVER, targetUs);
  return true;
}

/** The lesson's scenario as a step wants it: some configs changed, some clients left out. */
export function scenarioForStep(scenario: Scenario, step: Step, chosen: StepConfigs = {}): Scenario {
  const { producers = {}, topics = {}, consumers = {} } = step.configs ?? {};
  const prefetch = { ...step.configs?.prefetch, ...chosen.prefetch };
  const isKept = (only: readonly string[] | undefined) => (client: { readonly clientId: string }) =>
    only?.includes(client.clientId) ?? true;
  return {
    ...scenario,
    producers: scenario.producers.filter(isKept(step.producers)).map((producer) => ({
      ...producer,
      configs: { ...producer.configs, ...producers[producer.clientId] },
    })),
    consumers: scenario.consumers.filter(isKept(step.consumers)).map((consumer) => ({
      ...consumer,
      configs: {
        ...consumer.configs,
        ...consumers[consumer.clientId],
        ...chosen.consumers?.[consumer.clientId],
      },
    })),
    ...(scenario.queueBrokers && {
      queueBrokers: scenario.queueBrokers.map((broker) => ({
        ...broker,
        publishers: broker.publishers.filter(isKept(step.queueClients)),
        consumers: broker.consumers.filter(isKept(step.queueClients)).map((consumer) => ({
          ...consumer,
          prefetch: prefetch[consumer.clientId] ?? consumer.prefetch,
        })),
      })),
    }),
    topics: scenario.topics.map((topic) => ({
      ...topic,
      configs: { ...topic.configs, ...topics[topic.name] },
    })),
  };
}
