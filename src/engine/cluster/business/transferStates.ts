import type { Producer } from '../../client/producer/Producer.ts';
import { transferOf } from '../../client/producer/workload/transfers.ts';
import type { TransferPlan } from '../../client/producer/workload/transfers.ts';
import type { RangeSet } from '../../kernel/RangeSet.ts';
import { runsOf } from '../../storage/BatchContents.ts';
import type { RecordFates } from '../ledger.ts';
import { transactionalRecords } from '../transactionalRecords.ts';

/** What is known of a record: bits. */
export const ACKED = 1;
/** A callback said error, or the process ended and none came. */
export const UNTOLD = 2;
/** In the log, and it counts: in no transaction that was aborted or is open. Or it was there, and retention removed it. */
export const STORED = 4;
export const ABORTED = 8;
export const OPEN = 16;
export const LOST = 32;

/** By the number of the record among all of its producer. */
interface RecordStates {
  readonly bits: Uint8Array;
  /** How often the log has it and it counts. */
  readonly copies: Uint8Array;
}

/** Where each record of a producer stands, over all partitions that it went to. @param fates of that producer alone. */
export function recordStates(producer: Producer, fates: readonly RecordFates[]): RecordStates {
  const bits = new Uint8Array(producer.recordCount + 1);
  const copies = new Uint8Array(producer.recordCount + 1);
  for (const fate of fates) {
    const numbers = producer.numbers?.of(fate.partition) ?? [];
    const mark = (records: RangeSet, bit: number): void => {
      const { flat } = records;
      for (let i = 0; i < flat.length; i += 2)
        for (let ordinal = flat[i] as number; ordinal < (flat[i + 1] as number); ordinal++)
          bits[numbers[ordinal] as number]! |= bit;
    };
    const { aborted, open, counting } = transactionalRecords(fate);
    const told = producer.outcomes;
    mark(fate.acked, ACKED);
    for (const untold of [told.failed, told.abandoned]) {
      const records = untold.get(fate.partition);
      if (records) mark(records, UNTOLD);
    }
    mark(counting, STORED);
    mark(fate.expired, STORED);
    mark(aborted, ABORTED);
    mark(open, OPEN);
    mark(fate.lost, LOST);
    mark(fate.expired.minus(counting), REMOVED);
    countCopies(fate, counting, numbers, copies);
  }
  for (let n = 0; n < bits.length; n++)
    if (copies[n] === 0 && (bits[n]! & (STORED | REMOVED)) !== 0) copies[n] = 1;
  return { bits, copies };
}

const REMOVED = 64;

function countCopies(
  { log, origin }: RecordFates,
  counting: RangeSet,
  numbers: readonly number[],
  copies: Uint8Array,
): void {
  if (!log) return;
  const counts = new Uint8Array(numbers.length);
  for (let i = 0; i < counting.flat.length; i += 2)
    counts.fill(1, counting.flat[i] as number, counting.flat[i + 1] as number);
  for (let i = 0; i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    if (batch.origin !== origin || batch.marker) continue;
    for (const [first, end] of runsOf(batch))
      for (let ordinal = batch.firstOrdinal + first; ordinal < batch.firstOrdinal + end; ordinal++)
        if (counts[ordinal] === 1) copies[numbers[ordinal] as number]! += 1;
  }
}

/** Places of a transfer's records, first and end: of two there may be one so far. */
export function recordsOf(
  { records }: TransferPlan,
  transfer: number,
): readonly [first: number, end: number] {
  return [transfer * records, (transfer + 1) * records];
}

/** How many transfers were begun with so many records. */
export function transferCount(plan: TransferPlan, records: number): number {
  return records === 0 ? 0 : transferOf(plan, records - 1) + 1;
}

export type TransferState = 'open' | 'aborted' | 'lost' | 'neverHappened' | 'happenedUntold' | 'expected';

/** What the application that sent a transfer knows of it, and what it will find; by the bits of its records, all of them. */
export function transferState(bits: readonly number[], isComplete: boolean): TransferState {
  const isAny = (bit: number): boolean => bits.some((own) => (own & bit) !== 0);
  if (isAny(ABORTED)) return 'aborted';
  const isOpen = (own: number): boolean => (own & (ACKED | UNTOLD)) === 0 || (own & OPEN) !== 0;
  if (!isComplete || bits.some(isOpen)) return 'open';
  if (bits.some((own) => (own & LOST) !== 0 && (own & ACKED) !== 0)) return 'lost';
  if (bits.every((own) => (own & ACKED) !== 0)) return 'expected';
  return isAny(STORED) ? 'happenedUntold' : 'neverHappened';
}
