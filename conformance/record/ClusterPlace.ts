import { KafkaCluster } from '../cluster/KafkaCluster.ts';
import { prepareKafka } from '../cluster/prepareKafka.ts';
import { DYNAMIC_CLUSTER_CONFIGS } from '../../src/export/cluster/composeFile.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type { Recording } from '../recording/Recording.ts';
import type { WantedRecording } from './recordAll.ts';
import { recordRun } from './recordRun.ts';

/** What a cluster is made of: two scenarios with the same can use one after the other. */
export function shapeOf({ kafkaVersion, scenario }: WantedRecording): string {
  const { brokers, controllers, configs, features } = scenario;
  return JSON.stringify([kafkaVersion, brokers, controllers, configs, features]);
}

/** Whether a scenario leaves nothing behind that `KafkaCluster.restore` would not clear away. */
function leavesClean({ configs, brokers, quotas, commands }: Scenario): boolean {
  return (
    !Object.keys(configs).some((name) => DYNAMIC_CLUSTER_CONFIGS.has(name)) &&
    brokers.every(({ state }) => state === 'running') &&
    quotas.length === 0 &&
    !commands.some(({ kind }) => STAYS.has(kind))
  );
}

const STAYS: ReadonlySet<string> = new Set([
  'AlterBrokerConfigs',
  'AlterClusterConfigs',
  'AlterClientQuotas',
  'UnregisterBroker',
]);

/**
 * Whether a broker that comes back in this scenario would bring configs with it of topics of the same name that are gone: it reads the metadata from
 * their beginning as one delta, and ConfigurationsDelta.replay(RemoveTopicRecord) removes only what was there before the delta.
 */
function wouldInherit({ topics, commands }: Scenario, earlier: ReadonlyMap<string, Set<string>>): boolean {
  if (!commands.some(({ kind }) => kind === 'StartBroker')) return false;
  return topics.some(({ name, configs }) =>
    [...(earlier.get(name) ?? [])].some((config) => !Object.hasOwn(configs, config)),
  );
}

/** Where one cluster after the other stands, each for as many scenarios as it fits. */
export class ClusterPlace {
  /** Of the cluster that stands; empty when none does. */
  shape = '';
  isClosed = false;
  private cluster: KafkaCluster | null = null;
  /** Names of configs that topics of the cluster have had, by the topic's name. */
  private earlierConfigs = new Map<string, Set<string>>();
  private readonly java: string;

  constructor(java: string) {
    this.java = java;
  }

  /** Runs a scenario on the cluster that stands, if it fits, or on a new one. */
  async record(item: WantedRecording): Promise<Recording> {
    const cluster = await this.clusterFor(item);
    const recording = await recordRun(cluster, { ...item, java: this.java });
    if (!leavesClean(item.scenario)) await this.end();
    return recording;
  }

  /** Ends the cluster that stands, and everything that it started. */
  async end(): Promise<void> {
    const ending = this.cluster;
    this.cluster = null;
    this.shape = '';
    await ending?.close();
  }

  /** Ends it, and takes no other. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private keepInMind({ topics, commands }: Scenario): void {
    const remember = (topic: string, configs: object) => {
      const known = this.earlierConfigs.get(topic) ?? new Set();
      for (const name of Object.keys(configs)) known.add(name);
      this.earlierConfigs.set(topic, known);
    };
    for (const { name, configs } of topics) remember(name, configs);
    for (const command of commands) {
      if (command.kind === 'CreateTopic') remember(command.topic, command.configs);
      if (command.kind === 'AlterTopicConfigs') remember(command.topic, command.configs);
    }
  }

  private async clusterFor(item: WantedRecording): Promise<KafkaCluster> {
    if (this.isClosed) throw new Error('it was told to end');
    const shape = shapeOf(item);
    const { kafkaVersion, scenario } = item;
    if (this.cluster !== null && this.shape === shape && !wouldInherit(scenario, this.earlierConfigs)) {
      await this.cluster.restore();
      this.keepInMind(scenario);
      return this.cluster;
    }
    await this.end();
    this.earlierConfigs = new Map();
    this.keepInMind(scenario);
    const cluster = new KafkaCluster(await prepareKafka(kafkaVersion));
    this.cluster = cluster;
    this.shape = shape;
    await cluster.start(scenario, kafkaVersion.split('.').slice(0, 2).join('.'));
    return cluster;
  }
}
