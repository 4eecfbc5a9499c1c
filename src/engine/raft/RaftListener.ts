import type { MetadataSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { NodeContext } from '../node/Node.ts';
import type { BrokerId, Epoch, Offset, TopicPartition } from '../../shared/units.ts';

/** Whoever writes and reads the log through a client. Kafka: `RaftClient.Listener`. */
export interface RaftListener {
  /** Not in Kafka: what a snapshot carries for the laws. */
  readonly uncleanlyElected: Iterable<TopicPartition>;
  /** Everything below `end` is committed. What a snapshot was loaded for is not handed over again. */
  handleCommit(end: Offset, ctx: NodeContext): void;
  /** The log does not reach back to where the listener is: it begins anew with a snapshot. */
  handleLoadSnapshot(snapshot: MetadataSnapshot, ctx: NodeContext): void;
  /** Called for its own leadership only once all earlier epochs' records were handed over as committed. */
  handleLeaderChange(leaderId: BrokerId | null, epoch: Epoch, ctx: NodeContext): void;
  /** The process may end: somebody else leads, or waiting any longer is no use. */
  handleShutdownComplete(ctx: NodeContext): void;
}
