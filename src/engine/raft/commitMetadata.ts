import type { NodeContext } from '../node/Node.ts';
import type { Offset } from '../../shared/units.ts';
import { answerLocalFetches } from './localFetches.ts';
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
  if (highWatermark <= voter.committedEnd) return;
  voter.committedEnd = highWatermark;
  listener.handleCommit(highWatermark, ctx);
  answerLocalFetches(voter, voter.parkedLocal.takeBelow(highWatermark), ctx);
}
