import { oneText } from '../kernel/oneText.ts';
import { cloneState } from '../kernel/cloneState.ts';
import type { SelfCloning } from '../kernel/cloneState.ts';
import { Derived } from '../kernel/Derived.ts';
import { assert } from '../../shared/assert.ts';
import type { BrokerId, Epoch, Offset, TopicPartition } from '../../shared/units.ts';
import { quotaId } from './ClientQuotas.ts';
import type { ClientQuota } from './ClientQuotas.ts';
import type { PartitionRegistration } from './PartitionRegistration.ts';
import type { MetadataRecord } from './records.ts';

export interface BrokerRegistration {
  readonly broker: BrokerId;
  readonly incarnationId: string;
  readonly brokerEpoch: Epoch;
  readonly rack: string | null;
  readonly fenced: boolean;
  readonly inControlledShutdown: boolean;
  /** Replicas of it that stand in failed log directories (B8). Absent: none. */
  readonly offlineReplicas?: readonly TopicPartition[];
}

export interface PartitionEntry {
  readonly topicPartition: TopicPartition;
  readonly topic: string;
  readonly partition: number;
  readonly registration: PartitionRegistration;
}

/**
 * What the records of `__cluster_metadata` up to an offset add up to. Kafka: `MetadataImage`. `replay` is the only mutator, and
 * seldom has anything to change: checkpoints share the maps until it does.
 */
export class MetadataImage implements SelfCloning {
  features: Map<string, number>;
  brokers: Map<BrokerId, BrokerRegistration>;
  /** Topic name to its partitions in order. */
  topics: Map<string, TopicPartition[]>;
  /** Topic name to its id: the offset of its TopicRecord, so that a topic created anew is another one. */
  topicIds: Map<string, number>;
  partitions: Map<TopicPartition, PartitionEntry>;
  topicConfigs: Map<string, Map<string, string>>;
  clusterConfigs: Map<string, string>;
  /** By what `quotaId` says. */
  clientQuotas: Map<string, ClientQuota>;
  /** Dynamic configs of single brokers. */
  brokerConfigs: Map<BrokerId, Map<string, string>>;
  /** Dynamic configs of groups, by group.id; left out: no group ever had any. What is in it is replaced, and never changed. */
  declare groupConfigs?: Map<string, ReadonlyMap<string, string>>;
  private readonly generation = new Derived<object>();
  /** Whether the maps are a checkpoint's too. */
  private readonly isShared = new Derived<boolean>();
  nextProducerId = 0;
  /** Offset of the last record replayed; −1 before the first. */
  lastOffset: Offset = -1;

  constructor(shared?: MetadataImage) {
    this.features = shared?.features ?? new Map<string, number>();
    this.brokers = shared?.brokers ?? new Map<BrokerId, BrokerRegistration>();
    this.topics = shared?.topics ?? new Map<string, TopicPartition[]>();
    this.topicIds = shared?.topicIds ?? new Map<string, number>();
    this.partitions = shared?.partitions ?? new Map<TopicPartition, PartitionEntry>();
    this.topicConfigs = shared?.topicConfigs ?? new Map<string, Map<string, string>>();
    this.clusterConfigs = shared?.clusterConfigs ?? new Map<string, string>();
    this.clientQuotas = shared?.clientQuotas ?? new Map<string, ClientQuota>();
    this.brokerConfigs = shared?.brokerConfigs ?? new Map<BrokerId, Map<string, string>>();
    if (shared?.groupConfigs) this.groupConfigs = shared.groupConfigs;
    if (shared) this.isShared.value = true;
  }

  replay(record: MetadataRecord): void {
    this.lastOffset += 1;
    if (record.kind === 'NoOpRecord' || record.kind === 'LeaderChangeMessage') return;
    if (this.isShared.value === true) this.own();
    switch (record.kind) {
      case 'FeatureLevelRecord':
        this.features.set(record.name, record.level);
        return;
      case 'RegisterBrokerRecord':
        this.brokers.set(record.broker, {
          broker: record.broker,
          incarnationId: record.incarnationId,
          brokerEpoch: record.brokerEpoch,
          rack: record.rack,
          fenced: true,
          inControlledShutdown: false,
          ...offlineReplicasOf(record.offlineReplicas),
        });
        return;
      case 'UnregisterBrokerRecord':
        this.brokers.delete(record.broker);
        return;
      case 'BrokerRegistrationChangeRecord':
        this.changeBroker(record);
        return;
      case 'TopicRecord':
        this.topics.set(record.topic, []);
        this.topicIds.set(record.topic, record.topicId ?? this.lastOffset);
        return;
      case 'RemoveTopicRecord':
        this.removeTopic(record.topic);
        return;
      case 'PartitionRecord':
        this.addPartition(record.topic, record.partition, record.registration);
        return;
      case 'PartitionChangeRecord':
        this.changePartition(record.topicPartition, record.registration);
        return;
      case 'ConfigRecord':
        this.changeConfig(record);
        return;
      case 'ClientQuotaRecord': {
        const { entity, key, value } = record;
        if (value === null) this.clientQuotas.delete(quotaId(entity, key));
        else this.clientQuotas.set(quotaId(entity, key), { ...entity, key, value });
        return;
      }
      case 'ProducerIdsRecord':
        this.nextProducerId = record.nextProducerId;
        return;
    }
  }

  /** Replays so many NoOpRecords. */
  replayNoOps(count: number): void {
    this.lastOffset += count;
  }

  /** A topic's value of a config, else the cluster's, else undefined (the default is the caller's). */
  topicConfig(topic: string, name: string): string | undefined {
    return this.topicConfigs.get(topic)?.get(name) ?? this.clusterConfigs.get(name);
  }

  /** The same as it holds on one broker, whose own dynamic value comes before the cluster's (KIP-226). */
  topicConfigOn(broker: BrokerId, topic: string, name: string): string | undefined {
    return (
      this.topicConfigs.get(topic)?.get(name) ??
      this.brokerConfigs.get(broker)?.get(name) ??
      this.clusterConfigs.get(name)
    );
  }

  /** Another object whenever a config has changed: who works something out from configs sees by it how long that holds. */
  get configGeneration(): object {
    return (this.generation.value ??= {});
  }

  /** For checkpoints. */
  shareOrClone(): MetadataImage {
    const copy = new MetadataImage(this);
    copy.nextProducerId = this.nextProducerId;
    copy.lastOffset = this.lastOffset;
    this.isShared.value = true;
    return copy;
  }

  /** What is in the maps is never changed, but for the lists and maps in them. */
  private own(): void {
    this.features = new Map(this.features);
    this.brokers = new Map(this.brokers);
    this.topics = cloneState(this.topics);
    this.topicIds = new Map(this.topicIds);
    this.partitions = new Map(this.partitions);
    this.topicConfigs = cloneState(this.topicConfigs);
    this.clusterConfigs = new Map(this.clusterConfigs);
    this.clientQuotas = new Map(this.clientQuotas);
    this.brokerConfigs = cloneState(this.brokerConfigs);
    if (this.groupConfigs) this.groupConfigs = new Map(this.groupConfigs);
    this.isShared.value = null;
  }

  private removeTopic(topic: string): void {
    for (const topicPartition of this.topics.get(topic) ?? []) this.partitions.delete(topicPartition);
    this.topics.delete(topic);
    this.topicIds.delete(topic);
    this.topicConfigs.delete(topic);
    this.generation.value = null;
  }

  private changeConfig({
    topic,
    broker,
    group,
    name,
    value,
  }: MetadataRecord & { kind: 'ConfigRecord' }): void {
    if (group !== undefined) {
      this.changeGroupConfig(group, name, value);
      return;
    }
    const configs =
      broker !== undefined
        ? configsOf(this.brokerConfigs, broker)
        : topic === null
          ? this.clusterConfigs
          : configsOf(this.topicConfigs, topic);
    if (value === null) configs.delete(name);
    else configs.set(name, value);
    this.generation.value = null;
  }

  private changeGroupConfig(group: string, name: string, value: string | null): void {
    const groupConfigs = (this.groupConfigs ??= new Map<string, ReadonlyMap<string, string>>());
    const configs = new Map(groupConfigs.get(group));
    if (value === null) configs.delete(name);
    else configs.set(name, value);
    if (configs.size > 0) groupConfigs.set(group, configs);
    else groupConfigs.delete(group);
    this.generation.value = null;
  }

  private changeBroker(record: MetadataRecord & { kind: 'BrokerRegistrationChangeRecord' }): void {
    const broker = this.brokers.get(record.broker);
    assert(broker?.brokerEpoch === record.brokerEpoch, `broker ${record.broker} changes under its own epoch`);
    this.brokers.set(record.broker, {
      ...broker,
      fenced: record.fenced ?? broker.fenced,
      inControlledShutdown: record.inControlledShutdown ?? broker.inControlledShutdown,
      ...offlineReplicasOf(record.offlineReplicas ?? broker.offlineReplicas),
    });
  }

  private addPartition(topic: string, partition: number, registration: PartitionRegistration): void {
    const topicPartition = oneText(`${topic}-${partition}`);
    const partitions = this.topics.get(topic);
    assert(partitions !== undefined, `topic ${topic} has a TopicRecord`);
    partitions.push(topicPartition);
    this.partitions.set(topicPartition, { topicPartition, topic, partition, registration });
  }

  private changePartition(topicPartition: TopicPartition, registration: PartitionRegistration): void {
    const entry = this.partitions.get(topicPartition);
    assert(entry !== undefined, `partition ${topicPartition} exists`);
    assert(
      registration.partitionEpoch === entry.registration.partitionEpoch + 1,
      `partition epoch of ${topicPartition} rises by one with each change`,
    );
    this.partitions.set(topicPartition, { ...entry, registration });
  }
}

function offlineReplicasOf(
  offlineReplicas: readonly TopicPartition[] = [],
): Pick<BrokerRegistration, 'offlineReplicas'> {
  return offlineReplicas.length === 0 ? {} : { offlineReplicas };
}

function configsOf<K>(all: Map<K, Map<string, string>>, key: K): Map<string, string> {
  let configs = all.get(key);
  if (configs === undefined) {
    configs = new Map();
    all.set(key, configs);
  }
  return configs;
}
