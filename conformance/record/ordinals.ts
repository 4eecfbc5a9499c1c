import type { RecordedOutcome } from '../recording/Recording.ts';

/** [number, ms of send(), ms of the callback, partition, offset or error]: as the driver tells it. */
export type CallbackOutcome = readonly [number, number, number, number, number | string];

/** A record's own number (it stands in its value) to its place among the records of its producer for its partition. */
export type Ordinals = Map<number, number>;

/** Places of one producer's records, as far as callbacks told their partitions. */
export function countOrdinals(outcomes: readonly CallbackOutcome[], ordinals: Ordinals): void {
  const counts = new Map<number, number>();
  for (const [number, , , partition] of [...outcomes].sort((a, b) => a[0] - b[0])) {
    if (partition < 0) continue;
    const place = counts.get(partition) ?? 0;
    counts.set(partition, place + 1);
    ordinals.set(number, place);
  }
}

export function outcomesOf(outcomes: readonly CallbackOutcome[], ordinals: Ordinals): RecordedOutcome[] {
  return outcomes.map(([number, , calledMs, partition, result]) => [
    ordinals.get(number) ?? -1,
    1,
    partition,
    result,
    calledMs,
  ]);
}
