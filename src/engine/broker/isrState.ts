import type { BrokerId, Epoch } from '../../shared/units.ts';
import type { KafkaError } from '../protocol/Errors.ts';

/**
 * A leader's belief about the in-sync replicas of its partition. Kafka: `PartitionState` in `Partition`
 * (4.2), KIP-497, rule I6.
 *
 *   CommittedPartitionState --AlterPartition sent--> PendingExpandIsr | PendingShrinkIsr
 *   Pending* --success--> CommittedPartitionState with the controller's ISR
 *   Pending* --refused as a whole--> CommittedPartitionState with the ISR it had
 *   Pending* --outcome unknown or superseded--> stays, or the request is sent again (I8)
 *
 * The proposal is cautious both ways: a replica that is being added already holds the high watermark back,
 * one that is being removed still does.
 */
export type IsrState = CommittedPartitionState | PendingIsrState;
export type PendingIsrState = PendingExpandIsr | PendingShrinkIsr;

export interface CommittedPartitionState {
  readonly kind: 'CommittedPartitionState';
  readonly isr: readonly BrokerId[];
}

export interface PendingExpandIsr {
  readonly kind: 'PendingExpandIsr';
  /** The ISR the controller last confirmed. */
  readonly isr: readonly BrokerId[];
  readonly newInSyncReplicaId: BrokerId;
}

export interface PendingShrinkIsr {
  readonly kind: 'PendingShrinkIsr';
  /** The ISR the controller last confirmed. */
  readonly isr: readonly BrokerId[];
  readonly outOfSyncReplicaIds: readonly BrokerId[];
}

/**
 * The ISR the controller last confirmed: the one that is compared with min.insync.replicas on arrival of a
 * produce.
 */
export function committedIsr(state: IsrState): readonly BrokerId[] {
  return state.isr;
}

/**
 * Every replica that may be in the ISR by now, whatever the controller decides: all of them hold the high
 * watermark back.
 */
export function maximalIsr(state: IsrState): readonly BrokerId[] {
  return state.kind === 'PendingExpandIsr' ? [...state.isr, state.newInSyncReplicaId] : state.isr;
}

/**
 * Whether an AlterPartition is under way. No second one is sent for the partition until its answer is there
 * (I7).
 */
export function isInflight(state: IsrState): state is PendingIsrState {
  return state.kind !== 'CommittedPartitionState';
}

/** The ISR that AlterPartition asks the controller for. */
export function proposedIsr(state: PendingIsrState): readonly BrokerId[] {
  if (state.kind === 'PendingExpandIsr') return maximalIsr(state);
  return state.isr.filter((replicaId) => !state.outOfSyncReplicaIds.includes(replicaId));
}

/** The controller's answer for one partition. Beside an error the rest says nothing. */
export interface AlterPartitionAnswer {
  readonly error: KafkaError;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  /** What the controller stored. */
  readonly isr: readonly BrokerId[];
}

/**
 * - 'committed': the ISR is the controller's; recompute the high watermark and wake parked requests.
 * - 'reverted': the controller refused and nothing can have changed.
 * - 'keptPending': fresher metadata is on its way and will tell; until then the maximal ISR stays in force.
 * - 'resend': the outcome is unknown; ask again.
 */
export type AlterPartitionOutcome = 'committed' | 'reverted' | 'keptPending' | 'resend';

/**
 * What an answer to AlterPartition does to the partition that asked (I8). `leaderEpoch` and `partitionEpoch`
 * are the leader's own; a success that is older than them was overtaken by metadata and changes nothing.
 * Kafka: `Partition.handleAlterPartitionUpdate` and `handleAlterPartitionError`.
 */
export function isrAfterAlterPartitionResponse(
  pending: PendingIsrState,
  answer: AlterPartitionAnswer,
  leaderEpoch: Epoch,
  partitionEpoch: Epoch,
): { readonly outcome: AlterPartitionOutcome; readonly state: IsrState; readonly partitionEpoch: Epoch } {
  if (answer.error === 'NONE') {
    if (answer.leaderEpoch !== leaderEpoch || answer.partitionEpoch < partitionEpoch) {
      return { outcome: 'keptPending', state: pending, partitionEpoch };
    }
    const state: IsrState = { kind: 'CommittedPartitionState', isr: answer.isr };
    return { outcome: 'committed', state, partitionEpoch: answer.partitionEpoch };
  }
  const outcome = outcomeOfAlterPartitionError(answer.error);
  const state: IsrState =
    outcome === 'reverted' ? { kind: 'CommittedPartitionState', isr: pending.isr } : pending;
  return { outcome, state, partitionEpoch };
}

function outcomeOfAlterPartitionError(error: KafkaError): AlterPartitionOutcome {
  switch (error) {
    case 'OPERATION_NOT_ATTEMPTED':
    case 'INELIGIBLE_REPLICA':
      return 'reverted';
    case 'UNKNOWN_TOPIC_OR_PARTITION':
    case 'UNKNOWN_TOPIC_ID':
    case 'FENCED_LEADER_EPOCH':
    case 'INVALID_UPDATE_VERSION':
    case 'INVALID_REQUEST':
    case 'NEW_LEADER_ELECTED':
      return 'keptPending';
    default:
      return 'resend';
  }
}
