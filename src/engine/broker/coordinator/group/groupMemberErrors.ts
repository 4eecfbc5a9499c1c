import type { KafkaError } from '../../../protocol/Errors.ts';
import type { ClassicGroupState } from './ClassicGroupState.ts';

/** Whom a group has: what decides over a request of somebody who says to be a member. */
export interface GroupMembership {
  readonly state: ClassicGroupState;
  readonly generationId: number;
  readonly hasMember: (memberId: string) => boolean;
  /** Member that stands under a `group.instance.id`; null: none. */
  readonly staticMemberId: (groupInstanceId: string) => string | null;
}

/** What somebody says of itself. */
export interface ClaimedMember {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
}

/**
 * Whether somebody is the member that it says to be (G7). A static one whose instance id stands for another member by now is fenced:
 * its process was replaced. Kafka: `ClassicGroup.validateMember` (4.2).
 */
export function memberError(
  group: GroupMembership,
  { memberId, groupInstanceId }: ClaimedMember,
): 'NONE' | 'UNKNOWN_MEMBER_ID' | 'FENCED_INSTANCE_ID' {
  if (groupInstanceId !== null) {
    const known = group.staticMemberId(groupInstanceId);
    if (known === null) return 'UNKNOWN_MEMBER_ID';
    if (known !== memberId) return 'FENCED_INSTANCE_ID';
  }
  return group.hasMember(memberId) ? 'NONE' : 'UNKNOWN_MEMBER_ID';
}

/** A heartbeat (G6). Kafka: `GroupMetadataManager.classicGroupHeartbeatToClassicGroup`. */
export function heartbeatError(
  group: GroupMembership,
  request: ClaimedMember & { readonly generationId: number },
): KafkaError {
  if (group.state === 'Dead') return 'COORDINATOR_NOT_AVAILABLE';
  const error = memberError(group, request);
  if (error !== 'NONE') return error;
  if (request.generationId !== group.generationId) return 'ILLEGAL_GENERATION';
  if (group.state === 'Empty') return 'UNKNOWN_MEMBER_ID';
  return group.state === 'PreparingRebalance' ? 'REBALANCE_IN_PROGRESS' : 'NONE';
}

/** SyncGroup, before anything is done (G6). Kafka: `GroupMetadataManager.validateSyncGroup`. */
export function syncGroupError(
  group: GroupMembership & { readonly protocolType: string | null; readonly protocolName: string | null },
  request: ClaimedMember & {
    readonly generationId: number;
    readonly protocolType: string | null;
    readonly protocolName: string | null;
  },
): KafkaError {
  if (group.state === 'Dead') return 'COORDINATOR_NOT_AVAILABLE';
  const error = memberError(group, request);
  if (error !== 'NONE') return error;
  if (request.generationId !== group.generationId) return 'ILLEGAL_GENERATION';
  const isOther = (asked: string | null, own: string | null): boolean =>
    asked !== null && own !== null && asked !== own;
  if (isOther(request.protocolType, group.protocolType) || isOther(request.protocolName, group.protocolName))
    return 'INCONSISTENT_GROUP_PROTOCOL';
  return group.state === 'PreparingRebalance' ? 'REBALANCE_IN_PROGRESS' : 'NONE';
}

/**
 * OffsetCommit and TxnOffsetCommit (O1, T19): a member of the present generation may, and anybody while there are no members. While the
 * leader assigns, those who joined are put off; in a transaction that is not looked at, and neither is one who names no member.
 * Kafka: `ClassicGroup.validateOffsetCommit` (4.2).
 */
export function offsetCommitError(
  group: GroupMembership,
  request: ClaimedMember & { readonly generationId: number },
  isTransactional: boolean,
): KafkaError {
  const { state } = group;
  const { generationId, memberId, groupInstanceId } = request;
  if (state === 'Dead') return 'COORDINATOR_NOT_AVAILABLE';
  if (generationId < 0 && state === 'Empty') return 'NONE';
  if (generationId >= 0 || memberId !== '' || groupInstanceId !== null) {
    const error = memberError(group, request);
    if (error !== 'NONE') return error;
    if (generationId !== group.generationId) return 'ILLEGAL_GENERATION';
  } else if (!isTransactional && state !== 'Empty') return 'UNKNOWN_MEMBER_ID';
  return !isTransactional && state === 'CompletingRebalance' ? 'REBALANCE_IN_PROGRESS' : 'NONE';
}

/**
 * OffsetCommit and TxnOffsetCommit to a group that does not exist: who names no generation has it created, as a simple group.
 * Kafka: `OffsetMetadataManager.validateOffsetCommit`; version 9 of the request came with KIP-848.
 */
export function missingGroupError(
  generationId: number,
  isTransactional: boolean,
  requestVersion: number,
): 'NONE' | 'ILLEGAL_GENERATION' | 'GROUP_ID_NOT_FOUND' {
  if (generationId < 0) return 'NONE';
  return isTransactional || requestVersion < 9 ? 'ILLEGAL_GENERATION' : 'GROUP_ID_NOT_FOUND';
}
