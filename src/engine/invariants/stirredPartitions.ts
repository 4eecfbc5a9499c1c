import type { TraceKind } from '../../shared/traceEvents.ts';
import type { TopicPartition } from '../../shared/units.ts';
import type { RunHistory } from './RunHistory.ts';

/** What tells of one partition, and leaves all others as they were. Most facts of a run are of these kinds. */
const OF_ONE_PARTITION: ReadonlySet<TraceKind> = new Set<TraceKind>([
  'RecordsAppended',
  'HighWatermarkAdvanced',
  'LastStableOffsetAdvanced',
  'ProduceParked',
  'ProduceRefused',
  'ProduceTimedOut',
  'ProduceRetried',
  'RecordsAcknowledged',
  'RecordsDelivered',
  'RecordsFailed',
  'FetchFailed',
  'LogFlushed',
]);

/** So often all partitions are looked at, whatever happened: nothing is to hide where no fact tells of it. */
const STEPS_BETWEEN_LOOKS_AT_ALL = 64;

/** The partitions that something happened to in this step of a run; null: it may have happened to any. */
export function stirredPartitions({ rows, step }: RunHistory): ReadonlySet<TopicPartition> | null {
  if (step % STEPS_BETWEEN_LOOKS_AT_ALL === 0) return null;
  const stirred = new Set<TopicPartition>();
  for (const row of rows) {
    if (!OF_ONE_PARTITION.has(row.kind) || !('partition' in row) || typeof row.partition !== 'string')
      return null;
    stirred.add(row.partition);
  }
  return stirred;
}
