import type { NodeContext } from '../node/Node.ts';
import type { BrokerId, Epoch, Offset } from '../../shared/units.ts';

/** Whoever writes and reads the log through a client. Kafka: `RaftClient.Listener`. */
export interface RaftListener {
  /** Everything below `end` is committed. */
  handleCommit(end: Offset, ctx: NodeContext): void;
  /** Called for its own leadership only once all earlier epochs' records were handed over as committed. */
  handleLeaderChange(leaderId: BrokerId | null, epoch: Epoch, ctx: NodeContext): void;
  /** The process may end: somebody else leads, or waiting any longer is no use. */
  handleShutdownComplete(ctx: NodeContext): void;
}
