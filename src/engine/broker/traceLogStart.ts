import type { NodeContext } from '../node/Node.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';

/** Says that the log start moved, if it did. */
export function traceLogStart(
  partition: TopicPartition,
  { logStartOffset: to }: UnifiedLog,
  from: Offset,
  reason: 'SegmentDeletion' | 'LeaderOffsetIncremented' | 'ClientRecordDeletion',
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  if (to > from)
    ctx.trace({ kind: 'LogStartOffsetIncremented', partition, broker: broker.id, from, to, reason });
}
