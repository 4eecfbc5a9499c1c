import type { NodeContext } from '../../../node/Node.ts';
import type { JoinError } from './ConsumerCoordinator.ts';
import type { GroupConsumer } from './GroupConsumer.ts';

/** Kafka: `ConsumerProtocol.PROTOCOL_TYPE`. */
export const PROTOCOL_TYPE = 'consumer';

/** The connection that the JoinGroup or the SyncGroup went over has ended. */
export function failJoin(consumer: GroupConsumer, error: JoinError): void {
  const { coordinator } = consumer;
  if (coordinator.join?.kind !== 'underWay') return;
  coordinator.failedRebalances += 1;
  coordinator.leaderJoin = null;
  coordinator.join = { kind: 'failed', error };
}

/** Kafka: `AbstractCoordinator.sendSyncGroupRequest`. */
export function sendSyncGroup(
  consumer: GroupConsumer,
  assignments: Parameters<typeof frozenAssignments>[0],
  ctx: NodeContext,
): void {
  const { coordinator } = consumer;
  const { config, generation, channel } = coordinator;
  channel.call(
    { kind: 'SyncGroup', generation },
    {
      kind: 'SyncGroupRequest',
      groupId: config.groupId,
      generationId: generation.generationId,
      memberId: generation.memberId,
      groupInstanceId: config.groupInstanceId,
      protocolType: PROTOCOL_TYPE,
      protocolName: generation.protocolName,
      assignments: frozenAssignments(assignments),
    },
    ctx,
  );
}

function frozenAssignments(
  assignments: readonly { readonly memberId: string; readonly partitions: readonly string[] }[],
) {
  return Object.freeze(
    assignments.map(({ memberId, partitions }) =>
      Object.freeze({
        memberId,
        assignment: Object.freeze({ assignedPartitions: Object.freeze([...partitions]), userData: null }),
      }),
    ),
  );
}
