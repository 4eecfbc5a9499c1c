import type { NodeContext } from '../node/Node.ts';
import type { Offset } from '../../shared/units.ts';
import { followerFlushUs } from './followerFlush.ts';
import type { RaftVoter } from './RaftVoter.ts';

export const FLUSH_TIMER = 'raft/flush';
/** What was gathered is written when it fires. */
export const LINGER_TIMER = 'raft/appendLinger';

/** @param highWatermark came with what is flushed, and counts once it is; null: none came */
export function startFlush(voter: RaftVoter, highWatermark: Offset | null, ctx: NodeContext): void {
  voter.flush = { to: voter.log.endOffset, highWatermark };
  voter.flushCount += 1;
  const jitter = voter.state?.kind === 'Follower' ? ctx.jitter('fsync', voter.flushCount) : 0.5;
  ctx.setTimer(FLUSH_TIMER, followerFlushUs(voter.config.fsyncUs, jitter));
}
