import type { KafkaError } from '../protocol/Errors.ts';
import type { QuotaWindow } from '../protocol/quota/SampledRate.ts';
import type { Micros } from '../../shared/units.ts';
import type { ControllerMutationQuotaManager } from './ControllerMutationQuotaManager.ts';
import type { ReplicationControl } from './ReplicationControl.ts';

/** What the administration of topics, partitions and configs needs of the controller. */
export interface AdminControl extends ReplicationControl {
  readonly mutationQuotas: ControllerMutationQuotaManager;
  readonly config: ReplicationControl['config'] & {
    /** `num.partitions` */
    readonly numPartitions: number;
    /** `default.replication.factor` */
    readonly defaultReplicationFactor: number;
    /** `auto.leader.rebalance.enable` */
    readonly autoLeaderRebalance: boolean;
    /** `leader.imbalance.check.interval.seconds` */
    readonly leaderImbalanceCheckIntervalUs: Micros;
    /** `unclean.leader.election.interval.ms` */
    readonly uncleanElectionIntervalUs: Micros;
    /** `controller.quota.window.num`, `controller.quota.window.size.seconds` */
    readonly mutationQuotaWindow: QuotaWindow;
  };
}

/** Why a request was refused, with Kafka's own words; they stand in an ApiError. */
export interface AdminError {
  readonly error: KafkaError;
  readonly message: string;
}

export function adminError(error: KafkaError, message: string): AdminError {
  return { error, message };
}
