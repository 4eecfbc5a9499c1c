import { UNDEFINED_EPOCH, type BrokerId, type Epoch } from '../../shared/units.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { LeaderRecoveryState, PartitionRegistration } from '../metadata/PartitionRegistration.ts';

/** A member of the ISR that a leader asks for. */
export interface IsrMember {
  readonly brokerId: BrokerId;
  /** From the member's last fetch; UNDEFINED_EPOCH skips the check (KIP-903). */
  readonly brokerEpoch: Epoch;
}

export interface AlterPartition {
  /** The broker that sent the request, which takes itself for the leader. */
  readonly senderId: BrokerId;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly newIsr: readonly IsrMember[];
  readonly recovery: LeaderRecoveryState;
}

export interface BrokerEligibility {
  readonly brokerEpoch: Epoch;
  readonly fenced: boolean;
  readonly inControlledShutdown: boolean;
}

/**
 * The controller's answer to one partition of an AlterPartition request, before anything changes (I9). The order of the
 * tests decides which error a request with several faults gets. NONE means: build the change.
 * Kafka: `ReplicationControlManager.validateAlterPartitionData` (4.2, KIP-704, KIP-841, KIP-903).
 *
 * @param partition undefined for an unknown partition of a known topic; an unknown topic id is UNKNOWN_TOPIC_ID before
 *   this is asked.
 * @param registrationOf undefined for a broker that is not registered.
 */
export function validateAlterPartition(
  request: AlterPartition,
  partition: PartitionRegistration | undefined,
  registrationOf: (broker: BrokerId) => BrokerEligibility | undefined,
): KafkaError {
  if (partition === undefined) return 'UNKNOWN_TOPIC_OR_PARTITION';
  // A leader that is ahead of this controller must have been told by a newer one.
  if (request.leaderEpoch > partition.leaderEpoch) return 'NOT_CONTROLLER';
  if (request.partitionEpoch > partition.partitionEpoch) return 'NOT_CONTROLLER';
  if (request.leaderEpoch < partition.leaderEpoch) return 'FENCED_LEADER_EPOCH';
  if (request.senderId !== partition.leader) return 'INVALID_REQUEST';
  if (request.partitionEpoch < partition.partitionEpoch) return 'INVALID_UPDATE_VERSION';

  const newIsr = request.newIsr.map((member) => member.brokerId);
  const isSubset = newIsr.every((member) => partition.replicas.includes(member));
  if (!isSubset || new Set(newIsr).size !== newIsr.length) return 'INVALID_REQUEST';
  if (!newIsr.includes(partition.leader)) return 'INVALID_REQUEST';
  if (request.recovery === 'RECOVERING' && newIsr.length > 1) return 'INVALID_REQUEST';
  if (request.recovery === 'RECOVERING' && partition.recovery === 'RECOVERED') return 'INVALID_REQUEST';

  const allEligible = request.newIsr.every((member) => isEligible(member, registrationOf(member.brokerId)));
  return allEligible ? 'NONE' : 'INELIGIBLE_REPLICA';
}

function isEligible(member: IsrMember, registration: BrokerEligibility | undefined): boolean {
  if (registration === undefined || registration.inControlledShutdown || registration.fenced) return false;
  return member.brokerEpoch === UNDEFINED_EPOCH || member.brokerEpoch === registration.brokerEpoch;
}

/**
 * The answer once the change is built. NEW_LEADER_ELECTED is an error although the change is stored: it completed a
 * reassignment that took the leadership from the sender, who must read the new metadata (I9).
 * Kafka: `ReplicationControlManager.alterPartition` (4.2).
 */
export function errorAfterAlterPartition(
  senderId: BrokerId,
  before: PartitionRegistration,
  after: PartitionRegistration,
): KafkaError {
  const leaderWritten = after.leaderEpoch !== before.leaderEpoch;
  return leaderWritten && after.leader !== senderId ? 'NEW_LEADER_ELECTED' : 'NONE';
}
