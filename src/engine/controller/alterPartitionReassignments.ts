import type { NodeContext } from '../node/Node.ts';
import type { PartitionEntry } from '../metadata/MetadataImage.ts';
import type { BrokerId, TopicPartition } from '../../shared/units.ts';
import { adminError, type AdminError } from './AdminControl.ts';
import { assignmentFault } from './newPartitions.ts';
import { isReassigning, planReassignment, revertReassignment } from './reassignment.ts';
import { changePartition, isUncleanAllowed, type ReplicationControl } from './ReplicationControl.ts';

/** One partition of an AlterPartitionReassignments request. */
export interface ReassignmentRequest {
  readonly partition: TopicPartition;
  /** The assignment to come to; null cancels what is under way. */
  readonly replicas: readonly BrokerId[] | null;
}

/**
 * Starts, replaces or cancels the reassignment of one partition (KIP-455). A new assignment may have more or fewer replicas than
 * the old one. It is complete at once where all its replicas are in the ISR already; else an AlterPartition completes it, once
 * they are. Kafka: `ReplicationControlManager.alterPartitionReassignment` (4.2).
 */
export function alterPartitionReassignment(
  control: ReplicationControl,
  { partition, replicas }: ReassignmentRequest,
  ctx: NodeContext,
): AdminError | null {
  const entry = control.image.partitions.get(partition);
  if (!entry) return unknownPartition(control, partition);
  return replicas === null ? cancel(control, entry, ctx) : change(control, entry, replicas, ctx);
}

function unknownPartition(control: ReplicationControl, partition: TopicPartition): AdminError {
  const dash = partition.lastIndexOf('-');
  const topic = partition.slice(0, dash);
  return adminError(
    'UNKNOWN_TOPIC_OR_PARTITION',
    control.image.topics.has(topic)
      ? `Unable to find partition ${topic}:${partition.slice(dash + 1)}.`
      : `Unable to find a topic named ${topic}.`,
  );
}

function change(
  control: ReplicationControl,
  entry: PartitionEntry,
  target: readonly BrokerId[],
  ctx: NodeContext,
): AdminError | null {
  const { registration, topicPartition: partition } = entry;
  const fault = assignmentFault(target, null, (broker) => control.image.brokers.has(broker));
  if (fault) return fault;
  const { replicas, adding, removing } = planReassignment(registration.replicas, target);
  if (adding.length > 0 || removing.length > 0 || !isSame(replicas, registration.replicas))
    ctx.trace({ kind: 'ReassignmentStarted', partition, replicas: target, adding, removing });
  // An earlier reassignment's replicas stay adding or removing where this one has none of its own.
  const next = changePartition(
    control,
    entry,
    {
      // Moving replicas asks for no election that may lose records.
      election: 'ONLINE',
      targetReplicas: replicas,
      ...(adding.length === 0 ? {} : { targetAdding: adding }),
      ...(removing.length === 0 ? {} : { targetRemoving: removing }),
    },
    ctx,
  );
  if (next && !isReassigning(registration) && !isReassigning(next))
    ctx.trace({ kind: 'ReassignmentCompleted', partition, replicas: next.replicas });
  return null;
}

function cancel(control: ReplicationControl, entry: PartitionEntry, ctx: NodeContext): AdminError | null {
  const { registration, topicPartition, topic, partition } = entry;
  if (!isReassigning(registration))
    return adminError('NO_REASSIGNMENT_IN_PROGRESS', 'No partition reassignment is in progress.');
  const reverted = revertReassignment(registration);
  if (!reverted)
    return adminError(
      'INVALID_REPLICA_ASSIGNMENT',
      'Invalid replica assignment: addingReplicas contains all replicas.',
    );
  if (reverted.unclean && !isUncleanAllowed(control, topic))
    return adminError(
      'INVALID_REPLICA_ASSIGNMENT',
      `Unable to revert partition assignment for ${topic}:${partition} because it would require an unclean leader election.`,
    );
  ctx.trace({ kind: 'ReassignmentCancelled', partition: topicPartition, replicas: reverted.replicas });
  changePartition(
    control,
    entry,
    { targetIsr: reverted.isr, targetReplicas: reverted.replicas, targetAdding: [], targetRemoving: [] },
    ctx,
  );
  return null;
}

function isSame(a: readonly BrokerId[], b: readonly BrokerId[]): boolean {
  return a.length === b.length && a.every((broker, i) => broker === b[i]);
}
