import { formatScenario } from '../../../scenario/formatScenario.ts';
import { parseScenario, type ParsedScenario } from '../../../scenario/parseScenario.ts';
import type { Scenario } from '../../../scenario/Scenario.ts';
import type { ScenarioFile } from '../../../scenario/ScenarioFile.ts';
import type { ConfigPlace } from '../../../scenario/configs/kafkaConfigs.ts';

/** Whose config it is: `cluster`, `broker:1`, `topic:payments`, `producer:pay-api`, `consumer:ledger-1`. */
export type ConfigOwner = string;

/** A scenario with one config otherwise, read as a file would be. */
export function withConfig(
  scenario: Scenario,
  owner: ConfigOwner,
  name: string,
  value: string,
): ParsedScenario {
  return parseScenario(withFileConfig(formatScenario(scenario), owner, name, value));
}

function withFileConfig(file: ScenarioFile, owner: ConfigOwner, name: string, value: string): ScenarioFile {
  const set = <T extends { readonly configs?: ScenarioFile['configs'] }>(of: T): T => ({
    ...of,
    configs: { ...of.configs, [name]: value },
  });
  const id = owner.slice(owner.indexOf(':') + 1);
  switch (placeOf(owner)) {
    case 'topic':
      return { ...file, topics: (file.topics ?? []).map((one) => (one.name === id ? set(one) : one)) };
    case 'producer':
      return {
        ...file,
        producers: (file.producers ?? []).map((one) => (one['client.id'] === id ? set(one) : one)),
      };
    case 'consumer':
      return {
        ...file,
        consumers: (file.consumers ?? []).map((one) => (one['client.id'] === id ? set(one) : one)),
      };
    case 'broker':
      return owner === 'cluster'
        ? set(file)
        : {
            ...file,
            brokers: (file.brokers ?? []).map((one) => (String(one['node.id']) === id ? set(one) : one)),
          };
  }
}

export function placeOf(owner: ConfigOwner): ConfigPlace {
  if (owner.startsWith('topic:')) return 'topic';
  if (owner.startsWith('producer:')) return 'producer';
  return owner.startsWith('consumer:') ? 'consumer' : 'broker';
}

/** All whose configs a scenario has, those of clients first: they are asked about most. */
export function ownersOf(scenario: Scenario): readonly ConfigOwner[] {
  return [
    ...scenario.producers.map(({ clientId }) => `producer:${clientId}`),
    ...scenario.topics.map(({ name }) => `topic:${name}`),
    'cluster',
    ...scenario.brokers.map(({ nodeId }) => `broker:${nodeId}`),
    ...scenario.consumers.map(({ clientId }) => `consumer:${clientId}`),
  ];
}

/** What is set there; null: nothing, so Kafka's default holds. */
export function configOf(scenario: Scenario, owner: ConfigOwner, name: string): string | null {
  const id = owner.slice(owner.indexOf(':') + 1);
  const found =
    owner === 'cluster'
      ? scenario
      : owner.startsWith('topic:')
        ? scenario.topics.find((one) => one.name === id)
        : owner.startsWith('broker:')
          ? scenario.brokers.find((one) => String(one.nodeId) === id)
          : [...scenario.producers, ...scenario.consumers].find((one) => one.clientId === id);
  return found?.configs[name] ?? null;
}
