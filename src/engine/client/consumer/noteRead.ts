import { RangeSet } from '../../kernel/RangeSet.ts';
import { NO_ORIGIN } from '../../storage/RecordBatch.ts';
import type { NodeIndex, TopicPartition } from '../../../shared/units.ts';

/** Notes a record that an application has seen, for the ledger; those that stood in the log from the start are nobody's. */
export function noteRead(
  seen: Map<TopicPartition, Map<NodeIndex, RangeSet>>,
  topicPartition: TopicPartition,
  origin: NodeIndex,
  ordinal: number,
): void {
  if (origin === NO_ORIGIN) return;
  const byOrigin = seen.get(topicPartition) ?? new Map<NodeIndex, RangeSet>();
  seen.set(topicPartition, byOrigin);
  const ranges = byOrigin.get(origin) ?? new RangeSet();
  byOrigin.set(origin, ranges);
  ranges.add(ordinal, ordinal + 1);
}
