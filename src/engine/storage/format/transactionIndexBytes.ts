import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { Bytes, Offset } from '../../../shared/units.ts';
import { ByteReader } from './ByteReader.ts';
import { ByteWriter } from './ByteWriter.ts';

/** an aborted transaction in one partition. Kafka: `AbortedTxn`. */
export interface AbortedTransaction {
  readonly producerId: number;
  readonly firstOffset: Offset;
  /** Of the ABORT marker. */
  readonly lastOffset: Offset;
  /** As it was when the marker was appended. */
  readonly lastStableOffset: Offset;
}

export const ABORTED_TRANSACTION_BYTES: Bytes = 34;
const CURRENT_VERSION = 0;

/** A .txnindex file: one entry for each aborted transaction, in the order of their markers. Kafka: `TransactionIndex` (4.2). */
export function encodeTransactionIndex(aborted: readonly AbortedTransaction[]): Uint8Array {
  const writer = new ByteWriter(aborted.length * ABORTED_TRANSACTION_BYTES);
  for (const { producerId, firstOffset, lastOffset, lastStableOffset } of aborted) {
    writer.int16(CURRENT_VERSION);
    writer.int64(producerId);
    writer.int64(firstOffset);
    writer.int64(lastOffset);
    writer.int64(lastStableOffset);
  }
  return writer.written();
}

/** Reads a .txnindex file; throws a FormatError. Kafka: `TransactionIndex.iterable`, `sanityCheck` (4.2). */
export function decodeTransactionIndex(bytes: Uint8Array): AbortedTransaction[] {
  const reader = new ByteReader(bytes);
  const aborted: AbortedTransaction[] = [];
  while (reader.left > 0) {
    const at = reader.position;
    if (reader.left < ABORTED_TRANSACTION_BYTES)
      return refuseBytes('truncated', at, '.txnindex', reader.left, ABORTED_TRANSACTION_BYTES);
    const version = reader.int16('version');
    if (version !== CURRENT_VERSION)
      return refuseBytes('wrong-version', at, 'version', version, CURRENT_VERSION);
    const entry = {
      producerId: reader.int64('producerId'),
      firstOffset: reader.int64('firstOffset'),
      lastOffset: reader.int64('lastOffset'),
      lastStableOffset: reader.int64('lastStableOffset'),
    };
    const before = aborted.at(-1);
    if (before !== undefined && entry.lastOffset <= before.lastOffset)
      return refuseBytes('not-in-order', at + 18, 'lastOffset', entry.lastOffset);
    aborted.push(entry);
  }
  return aborted;
}
