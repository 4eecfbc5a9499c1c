import { Producer } from '../engine/client/producer/Producer.ts';
import { controllerOf } from '../engine/cluster/ledger.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import {
  BROKER_DEFAULTS,
  CONSUMER_DEFAULTS,
  CONTROLLER_DEFAULTS,
  PRODUCER_DEFAULTS,
  TOPIC_DEFAULTS,
  type ConfigValue,
} from '../engine/protocol/configDefaults.ts';
import { MODELLED_CONFIGS } from '../scenario/configs/modelledConfigs.ts';
import type { ConfigMap, Scenario } from '../scenario/Scenario.ts';
import type { ConfigDescription, ConfigSource, EntityKey } from './frame.ts';

/** Where a config may be set, the place that wins first. */
type Layers = readonly (readonly [ConfigSource, ReadonlyMap<string, string>])[];

/**
 * What holds for a node, or for the topic of a partition, and where it was set: those of the configs that the engine acts on, and
 * whatever else was set. Kafka: `ConfigHelper.describeConfigs`; a client has no such request, its application knows what it gave.
 */
export function describeConfigs(
  cluster: Cluster,
  scenario: Scenario,
  key: EntityKey,
): readonly ConfigDescription[] {
  const image = controllerOf(cluster)?.image;
  const name = key.slice(key.indexOf(':') + 1);
  const none = new Map<string, string>();
  const ofAll = ['DYNAMIC_DEFAULT_BROKER_CONFIG', image?.clusterConfigs ?? none] as const;
  if (key.startsWith('broker:')) {
    const spec = scenario.brokers.find(({ nodeId }) => nodeId === Number(name));
    return describe(MODELLED_CONFIGS.broker, BROKER_DEFAULTS, [
      ['DYNAMIC_BROKER_CONFIG', image?.brokerConfigs.get(Number(name)) ?? none],
      ofAll,
      ['STATIC_BROKER_CONFIG', asMap(spec?.configs)],
    ]);
  }
  if (key.startsWith('partition:')) {
    const topic = image?.partitions.get(name)?.topic ?? '';
    return describe(MODELLED_CONFIGS.topic, TOPIC_DEFAULTS, [
      ['DYNAMIC_TOPIC_CONFIG', image?.topicConfigs.get(topic) ?? none],
      ofAll,
    ]);
  }
  if (key.startsWith('controller:'))
    return describe(Object.keys(CONTROLLER_DEFAULTS), CONTROLLER_DEFAULTS, [
      ['STATIC_BROKER_CONFIG', ofController(scenario.configs)],
    ]);
  if (key.startsWith('producer:')) {
    const spec = scenario.producers.find(({ clientId }) => clientId === name);
    const changed = cluster.state.nodes.find((node) => node.name === key);
    const own = changed instanceof Producer ? changed.changedConfigs : {};
    return describe(MODELLED_CONFIGS.producer, PRODUCER_DEFAULTS, [
      ['CLIENT_CONFIG', asMap({ ...spec?.configs, ...own })],
    ]);
  }
  if (key.startsWith('consumer:')) {
    const spec = scenario.consumers.find(({ clientId }) => clientId === name);
    return describe(MODELLED_CONFIGS.consumer, CONSUMER_DEFAULTS, [['CLIENT_CONFIG', asMap(spec?.configs)]]);
  }
  return [];
}

function describe(
  modelled: readonly string[],
  defaults: Readonly<Record<string, ConfigValue>>,
  layers: Layers,
): readonly ConfigDescription[] {
  // Of the configs of all brokers only those that a topic has too are its own.
  const own = layers[0]?.[1].keys() ?? [];
  const names = [...new Set([...modelled, ...own])].sort((a, b) => (a < b ? -1 : 1));
  return names.map((name) => {
    for (const [source, configs] of layers) {
      const value = configs.get(name);
      if (value !== undefined) return { name, value, source };
    }
    return { name, value: textOf(defaults[name] ?? null), source: 'DEFAULT_CONFIG' };
  });
}

/** Java's Long.MAX_VALUE, which no number here can be. */
const LONG_MAX = 2 ** 63;

function textOf(value: ConfigValue): string | null {
  if (value === null) return null;
  return value === LONG_MAX ? '9223372036854775807' : String(value);
}

/** Of the configs of all servers those that a controller reads. */
function ofController(configs: ConfigMap): ReadonlyMap<string, string> {
  return new Map(Object.entries(configs).filter(([name]) => name in CONTROLLER_DEFAULTS));
}

function asMap(configs: ConfigMap | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(configs ?? {}));
}
