import type { NodeContext } from '../node/Node.ts';
import type { BrokerId } from '../../shared/units.ts';
import { backOffFrom } from './raftRequests.ts';
import { becomeFollower, becomeUnattached } from './raftTransitions.ts';
import type { RaftVoter } from './RaftVoter.ts';
import { reactToRaftResponse } from './reactToRaftResponse.ts';
import type { QuorumNews } from './reactToRaftResponse.ts';

/** Takes over what an answer tells of epoch and leader; true when the rest of it counts as well. */
export function learnQuorumNews(
  voter: RaftVoter,
  news: QuorumNews,
  from: BrokerId,
  ctx: NodeContext,
): boolean {
  const reaction = reactToRaftResponse(news, { epoch: voter.epoch, leaderId: voter.leaderId });
  switch (reaction.kind) {
    case 'handle':
      return true;
    case 'ignore':
      if (reaction.failed) backOffFrom(voter, from, ctx);
      return false;
    case 'follow':
      if (reaction.leaderId === voter.nodeId) return false;
      becomeFollower(voter, news.leaderEpoch, reaction.leaderId, ctx);
      return reaction.thenHandle;
    case 'unattach':
      becomeUnattached(voter, news.leaderEpoch, null, ctx);
      return false;
  }
}
