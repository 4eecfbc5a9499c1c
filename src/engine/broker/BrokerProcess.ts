import type { BrokerId, Epoch, Micros } from '../../shared/units.ts';
import { ClientQuotaManager } from './ClientQuotaManager.ts';
import { NetworkThreads } from './NetworkThreads.ts';
import type { BrokerConfig } from './BrokerConfig.ts';
import { BrokerMeters } from './BrokerMeters.ts';
import { Coordinators } from './coordinator/Coordinators.ts';
import { BrokerLifecycleManager } from './BrokerLifecycleManager.ts';
import type { PendingFlush } from './logFlush.ts';
import type { LogRecovery } from './logRecovery.ts';
import { LogCleaner } from './LogCleaner.ts';
import { ProducerIdManager } from './ProducerIdManager.ts';
import type { PendingCopy } from './remoteLogManager.ts';
import type { ReplicaFetcher } from './ReplicaFetcher.ts';
import { ReplicaManager } from './ReplicaManager.ts';
import { RequestQueue } from './RequestQueue.ts';
import { SharePartitionManager } from './share/SharePartitionManager.ts';
import { TransactionVerifications } from './TransactionVerifications.ts';

type ProcessConfig = Pick<
  BrokerConfig,
  | 'numIoThreads'
  | 'queuedMaxRequests'
  | 'numNetworkThreads'
  | 'heartbeatIntervalUs'
  | 'controllerRequestTimeoutUs'
>;

/** Of a process that others are copied into. */
const NO_CONFIG: ProcessConfig = {
  numIoThreads: 0,
  queuedMaxRequests: 0,
  numNetworkThreads: 0,
  heartbeatIntervalUs: 0,
  controllerRequestTimeoutUs: 0,
};

/** Everything of a broker that ends with its process. What is on disk belongs to the Broker. */
export class BrokerProcess {
  readonly incarnationId: string;
  /** From the clean-shutdown file that this process found; −1 when there was none. */
  readonly previousBrokerEpoch: Epoch;
  readonly lifecycle: BrokerLifecycleManager;
  readonly replicas = new ReplicaManager();
  readonly fetchers = new Map<BrokerId, ReplicaFetcher>();
  readonly requests: RequestQueue;
  readonly network: NetworkThreads;
  readonly clientQuotas = new ClientQuotaManager();
  readonly producerIds = new ProducerIdManager();
  readonly cleaner = new LogCleaner();
  readonly coordinators = new Coordinators();
  readonly shares = new SharePartitionManager();
  readonly verifications = new TransactionVerifications();
  readonly meters = new BrokerMeters();
  /** Whether it acts upon metadata and lets requests in; not before it is sure of its own registration. */
  isPublishing = false;
  /** When it first writes `log-start-offset-checkpoint`, and `recovery-point-offset-checkpoint`. */
  logStartCheckpointUs: Micros = 0;
  recoveryPointCheckpointUs: Micros = 0;
  /** What background threads flush, in the order in which they were asked. */
  flushes: readonly PendingFlush[] = [];
  /** What it copies to remote storage. */
  copies: readonly PendingCopy[] = [];
  /** What it has to check before it serves anybody; null: its logs were closed cleanly. */
  recovery: LogRecovery | null = null;
  /** Log directories that a write failed in just now. */
  readonly failingLogDirs = new Set<string>();

  constructor(incarnationId: string, previousBrokerEpoch: Epoch, config: ProcessConfig) {
    this.incarnationId = incarnationId;
    this.previousBrokerEpoch = previousBrokerEpoch;
    this.lifecycle = new BrokerLifecycleManager(config);
    this.requests = new RequestQueue(config.numIoThreads, config.queuedMaxRequests);
    this.network = new NetworkThreads(config.numNetworkThreads);
  }

  /** For checkpoints. */
  blank(): BrokerProcess {
    return new BrokerProcess(this.incarnationId, this.previousBrokerEpoch, NO_CONFIG);
  }
}
