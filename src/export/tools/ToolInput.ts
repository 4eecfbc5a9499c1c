import type { GroupResult } from '../../shared/GroupResult.ts';
import type { ElectionResult, ListedOffsets, QuotaResult } from '../../shared/RunQuestions.ts';
import type { QuorumResult } from '../../shared/QuorumResult.ts';
import type { TransactionsResult } from '../../shared/TransactionsResult.ts';
import type { BrokerId, Bytes, Millis, Offset } from '../../shared/units.ts';
import type { DescribablePartition } from '../kafkaTopicsDescribe.ts';

/** What the servers of a cluster would answer to Kafka's tools now. */
export interface ToolInput {
  readonly kafkaVersion: string;
  readonly seed: number;
  /** Simulated time. Kafka prints milliseconds since 1970. */
  readonly nowMs: Millis;
  readonly groups: Readonly<Record<string, GroupResult>>;
  /** null: nobody leads the quorum; the tool would time out. */
  readonly quorum: QuorumResult | null;
  /** null: there are none. */
  readonly transactions: TransactionsResult | null;
  readonly partitions: readonly ToolPartition[];
  /** null: no controller is active; the tool would time out. */
  readonly elections: readonly ElectionResult[] | null;
  readonly brokers: readonly ToolBroker[];
  /** Configs set on topics, brokers, all brokers. */
  readonly topicConfigs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly clusterConfigs: Readonly<Record<string, string>>;
  /** In the server.properties of a broker. */
  readonly serverConfigs: (broker: BrokerId) => Readonly<Record<string, string>>;
  /** Kafka's defaults of those that brokers have for themselves. */
  readonly brokerDefaults: Readonly<Record<string, string>>;
  readonly quotas: readonly QuotaResult[];
  /** Configs set on groups. */
  readonly groupConfigs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly features: Readonly<Record<string, number>>;
  readonly metadataLogEndOffset: Offset;
}

export interface ToolPartition extends DescribablePartition {
  readonly topic: string;
  /** Of the leader; null: there is none that answers. */
  readonly logStartOffset: Offset | null;
  readonly highWatermark: Offset | null;
  readonly listed: ListedOffsets | null;
}

export interface ToolBroker {
  readonly nodeId: BrokerId;
  /** It answers. */
  readonly isRunning: boolean;
  readonly configs: Readonly<Record<string, string>>;
  readonly logDirs: readonly {
    readonly path: string;
    readonly hasFailed: boolean;
    readonly replicas: readonly {
      readonly partition: string;
      readonly sizeBytes: Bytes;
      readonly offsetLag: Offset;
    }[];
  }[];
}
