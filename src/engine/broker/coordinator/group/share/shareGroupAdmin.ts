import type { KafkaError } from '../../../../protocol/Errors.ts';
import { splitPartition } from '../../../../protocol/ConsumerProtocol.ts';
import type { ShareGroupRecord } from '../../../../storage/ShareGroupRecord.ts';
import type { Offset, TopicPartition } from '../../../../../shared/units.ts';
import { tellShareCoordinators } from '../../../share/persister.ts';
import type { ShareAdminChange } from '../../../share/SharePersister.ts';
import type { GroupContext } from '../GroupContext.ts';
import type { ShareGroup } from './ShareGroup.ts';
import { statePartitionMetadata } from './shareGroupHeartbeat.ts';

// What an admin client may do to a share group that nobody is in (KIP-932). Kafka: `GroupMetadataManager` (4.2).

/**
 * Other places to begin at. Its share partitions are initialized anew, under the epoch of the group. Kafka: `alterShareGroupOffsets`.
 *
 * Errors: GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP, UNKNOWN_TOPIC_OR_PARTITION.
 */
export function alterShareGroupOffsets(
  groupId: string,
  offsets: readonly { readonly topicPartition: TopicPartition; readonly offset: Offset }[],
  context: GroupContext,
): KafkaError {
  const group = emptyGroup(groupId, context);
  if (typeof group === 'string') return group;
  const { image } = context.host.broker;
  if (!offsets.every(({ topicPartition }) => image.partitions.has(topicPartition)))
    return 'UNKNOWN_TOPIC_OR_PARTITION';
  const unknown = offsets
    .map(({ topicPartition }) => topicPartition)
    .filter((name) => !group.initializing.includes(name) && !group.initialized.includes(name));
  const records = unknown.length === 0 ? [] : [initializing(group, [...group.initializing, ...unknown])];
  tell({ kind: 'AlterOffsets', groupId, stateEpoch: group.groupEpoch, offsets }, records, context);
  return 'NONE';
}

/**
 * What is kept of topics goes; who subscribes to them again begins by share.auto.offset.reset. Topics of which nothing is kept are left
 * out. Kafka: `initiateDeleteShareGroupOffsets`, `completeDeleteShareGroupOffsets`.
 *
 * Simplified: what is being deleted is not listed as such meanwhile, so that a deletion which the share coordinator refuses is not taken
 * up again. Errors: GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP.
 */
export function deleteShareGroupOffsets(
  groupId: string,
  topics: readonly string[],
  context: GroupContext,
): KafkaError {
  const group = emptyGroup(groupId, context);
  if (typeof group === 'string') return group;
  const isGone = (name: TopicPartition): boolean => topics.includes(splitPartition(name).topic);
  const partitions = group.initialized.filter(isGone);
  if (partitions.length === 0) return 'NONE';
  const kept = group.initialized.filter((name) => !isGone(name));
  const records = [statePartitionMetadata(groupId, group.initializing, kept)];
  tell({ kind: 'DeleteOffsets', groupId, partitions }, records, context);
  return 'NONE';
}

/** First what the share coordinator keeps of it, then the group. Errors: GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP. */
export function deleteShareGroup(groupId: string, context: GroupContext): KafkaError {
  const group = emptyGroup(groupId, context);
  if (typeof group === 'string') return group;
  const partitions = [...group.initialized, ...group.initializing];
  const change = { kind: 'DeleteGroup', groupId, partitions } as const;
  if (partitions.length === 0) onShareAdminDone(change, [], context);
  else tell(change, [statePartitionMetadata(groupId, [], [])], context);
  return 'NONE';
}

export function onShareAdminStored(change: ShareAdminChange, context: GroupContext): void {
  const shard = context.shard.topicPartition;
  tellShareCoordinators({ kind: 'ShareAdminDone', shard, change }, context.host);
}

/** The share coordinator has done it, for `done`; others it has refused. */
export function onShareAdminDone(
  change: ShareAdminChange,
  done: readonly TopicPartition[],
  context: GroupContext,
): void {
  const { groupId } = change;
  const { broker, ctx } = context.host;
  const offsets = new Map(
    change.kind === 'AlterOffsets'
      ? change.offsets.map(({ topicPartition, offset }) => [topicPartition, offset])
      : [],
  );
  for (const partition of done)
    ctx.trace({
      kind: 'ShareOffsetAltered',
      group: groupId,
      broker: broker.id,
      partition,
      offset: offsets.get(partition) ?? -1,
    });
  const group = context.state.shareGroups.get(groupId);
  if (!group) return;
  if (change.kind === 'AlterOffsets') {
    const initialized = [...new Set([...group.initialized, ...done])];
    const left = group.initializing.filter((name) => !offsets.has(name));
    const records = [statePartitionMetadata(groupId, left, initialized)];
    context.write(records, { kind: 'Stored' }, { replays: true });
  } else if (change.kind === 'DeleteGroup' && done.length === change.partitions.length) {
    context.traceDeletion(groupId, 'DeleteGroups');
    context.write(tombstones(groupId), { kind: 'Stored' }, { replays: true });
  }
}

function emptyGroup(groupId: string, { state }: GroupContext): ShareGroup | KafkaError {
  const group = state.shareGroups.get(groupId);
  if (!group) return 'GROUP_ID_NOT_FOUND';
  return group.members.size > 0 ? 'NON_EMPTY_GROUP' : group;
}

function initializing(
  { groupId, initialized }: ShareGroup,
  names: readonly TopicPartition[],
): ShareGroupRecord {
  return statePartitionMetadata(groupId, names, initialized);
}

function tell(change: ShareAdminChange, records: readonly ShareGroupRecord[], context: GroupContext): void {
  context.write(records, { kind: 'ShareAdmin', change: Object.freeze(change) }, { replays: true });
}

/** Kafka: `ShareGroup.createGroupTombstoneRecords` (4.2), of a group without members. */
function tombstones(groupId: string): readonly ShareGroupRecord[] {
  const key = { groupId };
  return [
    { kind: 'ShareGroupTargetAssignmentMetadata', key, value: null },
    { kind: 'ShareGroupStatePartitionMetadata', key, value: null },
    { kind: 'ShareGroupMetadata', key, value: null },
  ];
}
