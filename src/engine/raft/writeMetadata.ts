import type { MetadataRecord } from '../metadata/records.ts';
import type { NodeContext } from '../node/Node.ts';
import { learnHighWatermark } from './followerFetches.ts';
import { LINGER_TIMER, startFlush } from './flushMetadata.ts';
import { completeFetches, raiseLeaderWatermark } from './leaderFetches.ts';
import type { RaftListener } from './RaftListener.ts';
import { armAt } from './raftRequests.ts';
import type { LeaderState } from './RaftState.ts';
import type { RaftVoter } from './RaftVoter.ts';

/** Gathers a record for the log; it counts once it is committed. Only the leader may (Q10). Kafka: `BatchAccumulator.append`. */
export function gather(voter: RaftVoter, record: MetadataRecord, ctx: NodeContext): void {
  const { state } = voter;
  if (state?.kind !== 'Leader') return;
  state.accumulator.push(record);
  state.drainAtUs ??= ctx.nowUs + voter.config.appendLingerUs;
  armAt(LINGER_TIMER, state.drainAtUs, ctx);
}

/**
 * Writes what was gathered. Parked fetches get it before it is flushed; it counts here only afterwards.
 * Kafka: `KafkaRaftClient.maybeAppendBatches`.
 */
export function maybeDrain(
  voter: RaftVoter,
  state: LeaderState,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  if (state.drainAtUs === null || state.drainAtUs > ctx.nowUs || voter.flush) return;
  for (const record of state.accumulator) voter.log.append({ epoch: state.epoch, record });
  voter.meters.wrote(state.accumulator.length, voter.log.endOffset, ctx.nowUs);
  state.accumulator = [];
  state.drainAtUs = null;
  startFlush(voter, null, ctx);
  completeFetches(voter, voter.parked.takeBelow(voter.log.endOffset), listener, ctx);
}

/** The disk has what was written before the flush began: it counts for the high watermark. */
export function finishFlush(voter: RaftVoter, listener: RaftListener, ctx: NodeContext): void {
  const { flush, state, log } = voter;
  if (!flush) return;
  voter.flush = null;
  const to = Math.min(flush.to, log.endOffset);
  log.flushedOffset = Math.max(log.flushedOffset, to);
  if (state?.kind === 'Leader') {
    const own = state.voters.get(voter.nodeId);
    if (own) own.endOffset = log.flushedOffset;
    raiseLeaderWatermark(voter, state, listener, ctx);
  } else if (state?.kind === 'Follower' && flush.highWatermark !== null)
    learnHighWatermark(voter, Math.min(flush.highWatermark, to), listener, ctx);
}
