import type { TraceRow } from '../shared/traceEvents.ts';

/**
 * How long partitions of a group were without an owner, added up, in ms: from onPartitionsRevoked or onPartitionsLost to the next
 * onPartitionsAssigned that has the partition. One that nobody was given yet does not count.
 */
export function pausedPartitionMs(rows: readonly TraceRow[], group: string): number {
  const since = new Map<string, number>();
  let pausedUs = 0;
  for (const { timeUs, event } of rows) {
    if (event.kind === 'PartitionsRevoked' || event.kind === 'PartitionsLost') {
      if (event.group === group) for (const partition of event.partitions) since.set(partition, timeUs);
    } else if (event.kind === 'PartitionsAssigned' && event.group === group) {
      for (const partition of event.partitions) {
        pausedUs += timeUs - (since.get(partition) ?? timeUs);
        since.delete(partition);
      }
    }
  }
  return pausedUs / 1000;
}
