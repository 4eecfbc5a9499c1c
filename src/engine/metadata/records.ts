import type { BrokerId, Epoch, TopicPartition } from '../../shared/units.ts';
import type { ClientQuotaEntity, ClientQuotaKey } from './ClientQuotas.ts';
import type { PartitionRegistration } from './PartitionRegistration.ts';

/**
 * Records of `__cluster_metadata`, under Kafka's names. The controller decides by writing them; it and every broker change
 * their picture of the cluster only by replaying them.
 *
 * Simplified: a PartitionRecord and a PartitionChangeRecord carry the whole registration, not only the fields that changed.
 */
export type MetadataRecord =
  | { readonly kind: 'FeatureLevelRecord'; readonly name: string; readonly level: number }
  | {
      readonly kind: 'RegisterBrokerRecord';
      readonly broker: BrokerId;
      readonly incarnationId: string;
      readonly brokerEpoch: Epoch;
      readonly rack: string | null;
      /** Replicas in failed log directories. Kafka names the directories that are online. Absent: none. */
      readonly offlineReplicas?: readonly TopicPartition[];
    }
  | { readonly kind: 'UnregisterBrokerRecord'; readonly broker: BrokerId; readonly brokerEpoch: Epoch }
  | {
      readonly kind: 'BrokerRegistrationChangeRecord';
      readonly broker: BrokerId;
      readonly brokerEpoch: Epoch;
      readonly fenced?: boolean;
      readonly inControlledShutdown?: boolean;
      readonly offlineReplicas?: readonly TopicPartition[];
    }
  /** `topicId` only in a snapshot: in the log the offset of the record is the id. */
  | { readonly kind: 'TopicRecord'; readonly topic: string; readonly topicId?: number }
  | { readonly kind: 'RemoveTopicRecord'; readonly topic: string }
  | {
      readonly kind: 'PartitionRecord';
      readonly topic: string;
      readonly partition: number;
      readonly registration: PartitionRegistration;
    }
  | {
      readonly kind: 'PartitionChangeRecord';
      readonly topicPartition: TopicPartition;
      readonly registration: PartitionRegistration;
    }
  | {
      readonly kind: 'ConfigRecord';
      /** null: of all brokers, unless `broker` names one, or `group` a group. */
      readonly topic: string | null;
      readonly broker?: BrokerId;
      readonly group?: string;
      readonly name: string;
      /** null: not set any more. */
      readonly value: string | null;
    }
  | {
      readonly kind: 'ClientQuotaRecord';
      readonly entity: ClientQuotaEntity;
      readonly key: ClientQuotaKey;
      /** null: the quota is removed. */
      readonly value: number | null;
    }
  | { readonly kind: 'ProducerIdsRecord'; readonly broker: BrokerId; readonly nextProducerId: number }
  | { readonly kind: 'NoOpRecord' }
  /** Control record: the first one of every epoch of the quorum (Q4). */
  | {
      readonly kind: 'LeaderChangeMessage';
      readonly leaderId: BrokerId;
      readonly voters: readonly BrokerId[];
      readonly grantingVoters: readonly BrokerId[];
    };

/** A record in its place in the log: the epoch of the leader that wrote it. Nobody changes it; logs and answers share it. */
export interface MetadataEntry {
  readonly epoch: Epoch;
  readonly record: MetadataRecord;
}
