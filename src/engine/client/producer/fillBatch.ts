import { hasRoomFor } from '../../storage/recordBatchSize.ts';
import { MICROS_PER_MILLI, millisFromMicros } from '../../../shared/units.ts';
import type { Bytes, Micros } from '../../../shared/units.ts';
import { nextRecordBytes } from './appendRecord.ts';
import type { OpenBatch, RecordShape } from './appendRecord.ts';

/** Calls of send() to come: when the one after `ahead` others is due; Infinity when there is none. Times do not fall. */
export interface DueCalls {
  timeOf(ahead: number): Micros;
}

/** What came into a batch: so many records, and the time of the last of them. */
export interface Filling {
  readonly count: number;
  readonly sizeBytes: Bytes;
  readonly lastUs: Micros;
}

/**
 * How many of the records that are due by `untilUs` an open batch takes, until it has `limitBytes` (S1). Records of one shape
 * are equally large until their offset or their time takes a byte more, so a run of them is worked out at once.
 *
 * @param writeLimitBytes the memory that the batch has (`ProducerBatch.pooledBytes`).
 */
export function fillBatch(
  open: OpenBatch,
  shape: RecordShape,
  due: DueCalls,
  untilUs: Micros,
  limitBytes: Bytes,
  writeLimitBytes: Bytes,
): Filling {
  const { firstTimestampMs } = open;
  let { sizeBytes } = open;
  let taken = 0;
  let lastUs: Micros = 0;
  for (;;) {
    const atUs = due.timeOf(taken);
    if (atUs === Infinity || atUs > untilUs || sizeBytes >= limitBytes) break;
    const timestampMs = millisFromMicros(atUs);
    const count = open.count + taken;
    const recordBytes = nextRecordBytes({ count, sizeBytes, firstTimestampMs }, shape, timestampMs);
    if (!hasRoomFor(count, sizeBytes, recordBytes, writeLimitBytes)) break;
    const sameUntilUs = (firstTimestampMs + nextWider(timestampMs - firstTimestampMs)) * MICROS_PER_MILLI - 1;
    const most = Math.min(
      nextWider(count) - count,
      Math.floor((writeLimitBytes - sizeBytes) / recordBytes),
      Math.ceil((limitBytes - sizeBytes) / recordBytes),
    );
    const run = dueBy(due, taken, Math.max(1, most), Math.min(untilUs, sameUntilUs));
    taken += run;
    sizeBytes += run * recordBytes;
    lastUs = due.timeOf(taken - 1);
  }
  return { count: taken, sizeBytes, lastUs };
}

/** The least number above this one that takes a byte more as a varint (RB4). */
function nextWider(value: number): number {
  let bound = 64;
  while (value >= bound) bound *= 128;
  return bound;
}

/** How many calls from the one at `from` on are due by then: at least one, at most `most`. */
function dueBy(due: DueCalls, from: number, most: number, untilUs: Micros): number {
  if (due.timeOf(from + most - 1) <= untilUs) return most;
  let [low, high] = [1, most];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (due.timeOf(from + middle - 1) <= untilUs) low = middle;
    else high = middle;
  }
  return low;
}
