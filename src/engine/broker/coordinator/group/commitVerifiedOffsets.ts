import type { ReplyAddress } from '../../../node/Node.ts';
import type { TxnOffsetCommitRequest } from '../../../protocol/requests.ts';
import { NO_GUARD } from '../../../storage/LogTransactions.ts';
import type { VerifiedBatches } from '../../TransactionVerifications.ts';
import type { CoordinatorHost } from '../CoordinatorShard.ts';
import { offsetsPartitionOf } from '../internalTopics.ts';
import { GROUP_COORDINATOR } from './groupCoordinator.ts';
import { GroupContext } from './GroupContext.ts';
import { errorResponse } from './groupResponses.ts';
import { commitTransactionalOffsets } from './offsetRequests.ts';

/** The transaction coordinator has said whether offsets may be written in a transaction; by now another broker may coordinate the group. */
export function commitVerifiedOffsets(
  request: TxnOffsetCommitRequest,
  replyTo: ReplyAddress,
  { errors, guards }: VerifiedBatches,
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const topicPartition = offsetsPartitionOf(request.groupId, broker.image);
  const shard = process.coordinators.groups.activeShard(topicPartition);
  if (typeof shard === 'string') {
    broker.answer(replyTo, errorResponse(request, shard), ctx);
    return;
  }
  const context = new GroupContext(GROUP_COORDINATOR, shard, host);
  const error = errors.get(shard.topicPartition) ?? 'NONE';
  if (error === 'NONE') {
    commitTransactionalOffsets(request, replyTo, guards.get(shard.topicPartition) ?? NO_GUARD, context);
    return;
  }
  context.traceRefusal('TxnOffsetCommit', request.groupId, request.memberId, error);
  context.respond(replyTo, errorResponse(request, error));
}
