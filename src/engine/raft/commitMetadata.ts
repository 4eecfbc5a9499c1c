import type { NodeContext } from '../node/Node.ts';
import type { Offset } from '../../shared/units.ts';
import { answerLocalFetches } from './localFetches.ts';
import { maybeLoadSnapshot, maybeMakeSnapshot } from './metadataSnapshots.ts';
import type { RaftListener } from './RaftListener.ts';
import type { RaftVoter } from './RaftVoter.ts';

/** The high watermark is another one: what is new below it goes to the listener, and to the broker of the same process. */
export function setHighWatermark(
  voter: RaftVoter,
  highWatermark: Offset,
  listener: RaftListener,
  ctx: NodeContext,
): void {
  voter.highWatermark = highWatermark;
  voter.meters.committed(highWatermark, ctx.nowUs);
  if (highWatermark <= voter.committedEnd) return;
  maybeLoadSnapshot(voter, listener, ctx);
  const from = voter.committedEnd;
  if (highWatermark > from) {
    voter.committedEnd = highWatermark;
    listener.handleCommit(highWatermark, ctx);
    maybeMakeSnapshot(voter, from, listener, ctx);
  }
  answerLocalFetches(voter, voter.parkedLocal.takeBelow(voter.committedEnd), ctx);
}
