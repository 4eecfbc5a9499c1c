import type { GroupContext } from '../broker/coordinator/group/GroupContext.ts';
import { NOBODY } from '../broker/coordinator/group/GroupContext.ts';
import { deleteGroups } from '../broker/coordinator/group/offsetRequests.ts';
import {
  alterShareGroupOffsets,
  deleteShareGroup,
  deleteShareGroupOffsets,
} from '../broker/coordinator/group/share/shareGroupAdmin.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { CommandBody } from '../../scenario/Scenario.ts';
import { atCoordinator } from './atCoordinator.ts';
import type { Cluster } from './Cluster.ts';

type GroupAdminCommand = Extract<
  CommandBody,
  { readonly kind: 'DeleteGroups' | 'AlterShareGroupOffsets' | 'DeleteShareGroupOffsets' }
>;

/** What an admin client asks of the coordinators of groups. Kafka: `KafkaAdminClient` (4.2). */
export function administerGroups(command: GroupAdminCommand, cluster: Cluster): void {
  switch (command.kind) {
    case 'DeleteGroups':
      for (const groupId of command.groups)
        ask(command.kind, groupId, (context) => deleteGroup(groupId, context), cluster);
      return;
    case 'AlterShareGroupOffsets':
      ask(
        command.kind,
        command.group,
        (context) =>
          alterShareGroupOffsets(
            command.group,
            command.offsets.map(({ partition, offset }) => ({ topicPartition: partition, offset })),
            context,
          ),
        cluster,
      );
      return;
    case 'DeleteShareGroupOffsets':
      ask(
        command.kind,
        command.group,
        (context) => deleteShareGroupOffsets(command.group, command.topics, context),
        cluster,
      );
  }
}

function ask(
  request: string,
  groupId: string,
  deed: (context: GroupContext) => KafkaError,
  cluster: Cluster,
): void {
  const outcome: { error: KafkaError } = { error: 'COORDINATOR_NOT_AVAILABLE' };
  atCoordinator(groupId, cluster, (context) => {
    outcome.error = deed(context);
  });
  const { error } = outcome;
  if (error !== 'NONE')
    cluster.trace({
      kind: 'AdminRequestFailed',
      request,
      resource: groupId,
      error,
      message: messageOf(error, groupId),
    });
}

/** In Kafka's words, but for a coordinator that nobody found. */
function messageOf(error: KafkaError, groupId: string): string {
  switch (error) {
    case 'NON_EMPTY_GROUP':
      return 'The group is not empty.';
    case 'GROUP_ID_NOT_FOUND':
      return `Group ${groupId} not found.`;
    case 'UNKNOWN_TOPIC_OR_PARTITION':
      return 'This server does not host this topic-partition.';
    default:
      return `Nobody coordinates ${groupId}.`;
  }
}

/** Share groups are looked for first, as their share partitions must go before them. Kafka: `GroupCoordinatorService.deleteGroups` (4.2). */
function deleteGroup(groupId: string, context: GroupContext): KafkaError {
  if (context.state.shareGroups.has(groupId)) return deleteShareGroup(groupId, context);
  const [result] = deleteGroups(
    { kind: 'DeleteGroupsRequest', groupsNames: [groupId] },
    NOBODY,
    context,
  ).results;
  return result?.error ?? 'NONE';
}
