import type { TraceRow } from '../shared/traceEvents.ts';

/** The smallest value that so many of 100 are not above; null: there are none. */
export function percentileOf(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? null;
}

/** For each record of the deliveries, in ms, how long before it was written by the leader; of those whose writing is among the rows. */
export function waitsInLogMs(rows: readonly TraceRow[], deliveries: readonly TraceRow[]): number[] {
  const writtenUs = new Map<string, Map<number, number>>();
  for (const { timeUs, event } of rows) {
    if (event.kind !== 'RecordsAppended' || event.role !== 'leader') continue;
    const offsets = writtenUs.get(event.partition) ?? new Map<number, number>();
    for (let i = 0; i < event.count; i++) offsets.set(event.baseOffset + i, timeUs);
    writtenUs.set(event.partition, offsets);
  }
  return deliveries.flatMap(({ timeUs, event }) => {
    if (event.kind !== 'RecordsDelivered') return [];
    const { partition, baseOffset, count } = event;
    return Array.from({ length: count }, (_, i) => writtenUs.get(partition)?.get(baseOffset + i)).flatMap(
      (us) => (us === undefined ? [] : (timeUs - us) / 1000),
    );
  });
}
