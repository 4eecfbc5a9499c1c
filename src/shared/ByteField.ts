import type { FormatProblem } from './FormatProblem.ts';

/** Names of fields as Kafka writes them: of a batch’s header, of a record, of a marker. */
export const BYTE_FIELD_NAMES = [
  'baseOffset',
  'batchLength',
  'partitionLeaderEpoch',
  'magic',
  'crc',
  'attributes',
  'lastOffsetDelta',
  'baseTimestamp',
  'maxTimestamp',
  'producerId',
  'producerEpoch',
  'baseSequence',
  'recordsCount',
  'compressedRecords',
  'record',
  'length',
  'recordAttributes',
  'timestampDelta',
  'offsetDelta',
  'keyLength',
  'key',
  'valueLength',
  'value',
  'headersCount',
  'header',
  'headerKeyLength',
  'headerKey',
  'headerValueLength',
  'headerValue',
  'controlVersion',
  'controlType',
  'markerVersion',
  'coordinatorEpoch',
  // Of the other files of a partition's directory.
  'entry',
  'line',
  'relativeOffset',
  'position',
  'timestamp',
  'version',
  'firstOffset',
  'lastOffset',
  'lastStableOffset',
  'producerEntries',
  'lastSequence',
  'lastBatchDelta',
  'currentTxnFirstOffset',
  'unreadable',
] as const;

export type ByteFieldName = (typeof BYTE_FIELD_NAMES)[number];

/**
 * Bytes that mean one thing, for a view that explains them. What a field means is a sentence of i18n by its name; what this one
 * says is in `reading`.
 */
export interface ByteField {
  readonly name: ByteFieldName;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The number in it; null where it holds bytes, or other fields. */
  readonly value: number | null;
  readonly reading: FieldReading;
  /** Id of the rule that says so. */
  readonly rule: string;
  /** What it is made of; without a gap, or empty. */
  readonly fields: readonly ByteField[];
}

/** What a field says beside its number, in Kafka's words. */
export type FieldReading =
  | { readonly kind: 'plain' }
  /** Offsets, timestamps and sequences that a delta stands for. */
  | { readonly kind: 'stands for'; readonly value: number }
  /** What the CRC is, and should be. */
  | { readonly kind: 'crc'; readonly computed: number; readonly isValid: boolean }
  /** Codec, timestamp type and flags. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Key, value or header, readable or not. */
  | { readonly kind: 'bytes' };

export interface FieldsOfBytes {
  readonly fields: readonly ByteField[];
  /** Why no more could be read; null if all was. */
  readonly problem: FormatProblem | null;
}
