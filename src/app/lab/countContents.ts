import type { Scenario } from '../../scenario/Scenario.ts';
import type { SimulationState } from '../../state/Simulation.ts';

export interface Contents {
  readonly brokers: number;
  readonly topics: number;
  readonly producers: number;
  readonly consumers: number;
}

/** What the run has now, commands included that made it or took it away; while it loads, what the scenario begins with. */
export function countContents(scenario: Scenario, entities: SimulationState['entities']): Contents {
  if (entities.size === 0) {
    const { brokers, topics, producers, consumers } = scenario;
    return {
      brokers: brokers.length,
      topics: topics.length,
      producers: producers.length,
      consumers: consumers.length,
    };
  }
  const topics = new Set<string>();
  const counts = { broker: 0, producer: 0, consumer: 0 };
  for (const entity of entities.values()) {
    if (entity.kind === 'partition') topics.add(entity.topic);
    else if (entity.kind === 'broker' || entity.kind === 'producer' || entity.kind === 'consumer')
      counts[entity.kind] += 1;
  }
  return {
    brokers: counts.broker,
    topics: topics.size,
    producers: counts.producer,
    consumers: counts.consumer,
  };
}
