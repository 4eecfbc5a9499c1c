import type { RecordedConsumerEvent, RecordedOutcome } from './Recording.ts';

/** A gap this long between two callbacks, or two reads, is worth telling. */
const JOINED_WITHIN_MS = 250;

/** Outcomes that continue each other become one: same partition, records and offsets (or the same error) in a row, no gap in time. */
export function joinOutcomes(
  outcomes: readonly RecordedOutcome[],
  withinMs = JOINED_WITHIN_MS,
): RecordedOutcome[] {
  const joined: RecordedOutcome[] = [];
  const lastOf = new Map<number, number>();
  for (const outcome of outcomes) {
    const [first, count, partition, result, t] = outcome;
    const index = lastOf.get(partition) ?? -1;
    const last = joined[index];
    if (last && first === last[0] + last[1] && continues(last[3], last[1], result) && t - last[4] < withinMs)
      joined[index] = [last[0], last[1] + count, partition, last[3], t];
    else {
      lastOf.set(partition, joined.length);
      joined.push(outcome);
    }
  }
  return joined;
}

function continues(before: number | string, count: number, result: number | string): boolean {
  return typeof before === 'number' && typeof result === 'number'
    ? result === before + count || (before < 0 && result < 0)
    : result === before;
}

/** Reads that continue each other become one, with the time of the first. */
export function joinReads(
  events: readonly RecordedConsumerEvent[],
  withinMs = JOINED_WITHIN_MS,
): RecordedConsumerEvent[] {
  const joined: RecordedConsumerEvent[] = [];
  const lastOf = new Map<string, { index: number; t: number }>();
  for (const event of events) {
    if (event[0] !== 'read') {
      lastOf.clear();
      joined.push(event);
      continue;
    }
    const [, t, partition, offset, count] = event;
    const known = lastOf.get(partition);
    const last = known === undefined ? undefined : joined[known.index];
    if (known && last?.[0] === 'read' && offset === last[3] + last[4] && t - known.t < withinMs) {
      joined[known.index] = ['read', last[1], partition, last[3], last[4] + count];
      known.t = t;
    } else {
      lastOf.set(partition, { index: joined.length, t });
      joined.push(['read', t, partition, offset, count]);
    }
  }
  return joined;
}
