import { NOBODY } from '../broker/coordinator/group/GroupContext.ts';
import { commitOffsets } from '../broker/coordinator/group/offsetRequests.ts';
import type { CommittedPartition } from '../protocol/requests.ts';
import type { OffsetsTarget } from '../../scenario/Scenario.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import { atCoordinator } from './atCoordinator.ts';
import type { Cluster } from './Cluster.ts';
import { describeGroups } from './describeGroups.ts';
import { controllerOf, replicasOf } from './ledger.ts';

/**
 * `kafka-consumer-groups.sh --reset-offsets --execute`: commits other offsets for a group in which nobody is. All it has committed is
 * meant where no partitions are named. Kafka: `ConsumerGroupCommand.resetOffsets`, `OffsetsUtils` (4.2).
 */
export function resetOffsets(
  groupId: string,
  asked: readonly TopicPartition[] | null,
  to: OffsetsTarget,
  cluster: Cluster,
): void {
  const refuse = (error: string, message: string): void => {
    cluster.trace({ kind: 'AdminRequestFailed', request: 'ResetOffsets', resource: groupId, error, message });
  };
  const group = describeGroups(cluster)[groupId];
  if (group?.type === 'Share') {
    refuse('GROUP_ID_NOT_FOUND', `Group ${groupId} is not a consumer group.`);
    return;
  }
  if (group && group.groupState !== 'Empty' && group.groupState !== 'Dead') {
    refuse(
      'NON_EMPTY_GROUP',
      `Assignments can only be reset if the group '${groupId}' is inactive, but the current state is ${group.groupState}.`,
    );
    return;
  }
  const partitions: CommittedPartition[] = [];
  for (const topicPartition of asked ?? Object.keys(group?.offsets ?? {})) {
    const leader = controllerOf(cluster)?.image.partitions.get(topicPartition)?.registration.leader ?? -1;
    const log = replicasOf(cluster, topicPartition).get(leader)?.log;
    if (!log) {
      refuse('LEADER_NOT_AVAILABLE', `Nobody leads ${topicPartition}.`);
      return;
    }
    const committed = group?.offsets[topicPartition]?.currentOffset ?? null;
    const committedOffset = targetOffset(log, to, committed, cluster.nowUs / MICROS_PER_MILLI);
    if (committedOffset === null) {
      refuse(
        'INVALID_REQUEST',
        `Cannot shift offset for partition ${topicPartition} since there is no current committed offset.`,
      );
      return;
    }
    partitions.push({ topicPartition, committedOffset, committedLeaderEpoch: -1, committedMetadata: '' });
  }
  if (!commit(groupId, partitions, cluster))
    refuse('COORDINATOR_NOT_AVAILABLE', `Nobody coordinates ${groupId}.`);
}

/** Where a partition is to begin; null: there is nothing to shift. What is outside of the log is moved to its next end. */
function targetOffset(
  log: UnifiedLog,
  { to, value }: OffsetsTarget,
  committed: Offset | null,
  nowMs: number,
): Offset | null {
  const within = (offset: Offset): Offset =>
    Math.min(Math.max(offset, log.logStartOffset), log.highWatermark);
  switch (to) {
    case 'earliest':
      return log.logStartOffset;
    case 'latest':
      return log.highWatermark;
    case 'current':
      return committed ?? log.highWatermark;
    case 'offset':
      return within(value);
    case 'shift-by':
      return committed === null ? null : within(committed + value);
    case 'by-duration':
      return firstSince(log, nowMs - value);
  }
}

/** The first record that is no older; the end, if all are. Simplified: of a batch with several the first. */
function firstSince(log: UnifiedLog, timestampMs: number): Offset {
  for (let i = 0; i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    if (batch.baseOffset >= log.highWatermark) break;
    if (batch.maxTimestampMs >= timestampMs) return Math.max(batch.baseOffset, log.logStartOffset);
  }
  return log.highWatermark;
}

/** An OffsetCommit of no member. False: nobody takes it. */
function commit(groupId: string, partitions: readonly CommittedPartition[], cluster: Cluster): boolean {
  return atCoordinator(groupId, cluster, (context) => {
    commitOffsets(
      {
        kind: 'OffsetCommitRequest',
        groupId,
        generationIdOrMemberEpoch: -1,
        memberId: '',
        groupInstanceId: null,
        partitions,
      },
      NOBODY,
      context,
    );
  });
}
