import type { ConfigMap, Scenario } from '../../scenario/Scenario.ts';

/** Trials send by command and read nothing: no steady traffic, no consumer. */
export function quietScenario(
  scenario: Scenario,
  changes: { readonly producer?: ConfigMap; readonly topic?: ConfigMap; readonly seed?: number } = {},
): Scenario {
  return {
    ...scenario,
    seed: changes.seed ?? scenario.seed,
    producers: scenario.producers.map((producer) => ({
      ...producer,
      configs: { ...producer.configs, ...changes.producer },
      workload: producer.workload === null ? null : { ...producer.workload, arrivals: { kind: 'none' } },
    })),
    topics: scenario.topics.map((topic) => ({ ...topic, configs: { ...topic.configs, ...changes.topic } })),
    consumers: [],
  };
}

export function onlyProducer(scenario: Scenario): string {
  const producer = scenario.producers[0];
  if (producer === undefined) throw new Error('the scenario has no producer');
  return producer.clientId;
}

/** Kafka's name of the one partition that the lesson looks at. */
export function onlyPartition(scenario: Scenario): string {
  const topic = scenario.topics[0];
  if (topic === undefined) throw new Error('the scenario has no topic');
  return `${topic.name}-0`;
}
