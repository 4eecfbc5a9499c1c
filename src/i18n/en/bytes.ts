import type { ByteField, ByteFieldName } from '../../shared/ByteField.ts';
import type { FormatProblem, FormatProblemCode } from '../../shared/FormatProblem.ts';
import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const bytes = (count: number | string): string =>
  typeof count === 'number' ? plural(count, { one: '# byte', other: '# bytes' }) : `${count} bytes`;

const left = (count: number | string): string =>
  typeof count === 'number' ? plural(count, { one: '# is left', other: '# are left' }) : `${count} are left`;

/** What each field of a batch means, in one sentence. */
const meaning: Readonly<Record<ByteFieldName, string>> = {
  baseOffset: 'Offset of the first record. The leader sets it when it appends the batch.',
  batchLength: 'Bytes that follow this field: the size of the batch without its first 12.',
  partitionLeaderEpoch: 'Leader epoch under which the batch was appended. The leader sets it.',
  magic: 'Version of the format. 2 since Kafka 0.11.',
  crc: 'CRC-32C of everything that follows. What the leader sets stands before it, so it stays valid.',
  attributes: 'Codec, timestamp type, and whether the batch is transactional or holds markers.',
  lastOffsetDelta: 'From the base offset to the last record. It stays when the cleaner takes records out.',
  baseTimestamp: 'Time that the records count theirs from, or the delete horizon that the cleaner set.',
  maxTimestamp:
    'The latest time of a record, or the time of the append. Retention and the time index go by it.',
  producerId: 'Who wrote it, for idempotence. −1 without.',
  producerEpoch: 'Which life of that producer. An older one is fenced. −1 without idempotence.',
  baseSequence: 'Sequence of the first record, by which a leader finds duplicates and gaps. −1 without.',
  recordsCount: 'How many records follow.',
  compressedRecords: 'All records, as the codec made them. The header is never compressed.',
  record: 'One record: its own length, then its fields.',
  length: 'Bytes of this record that follow.',
  recordAttributes: 'Not used: always 0.',
  timestampDelta: 'From the batch’s base timestamp to this record’s.',
  offsetDelta: 'From the batch’s base offset to this record’s.',
  keyLength: 'Length of the key. −1 is a key that is null.',
  key: 'The key: it decides the partition, and what compaction keeps.',
  valueLength: 'Length of the value. −1 is a value that is null: a tombstone where the topic is compacted.',
  value: 'The value, of which the broker knows nothing.',
  headersCount: 'How many headers follow.',
  header: 'One header: a name and a value.',
  headerKeyLength: 'Length of the header’s name. It is never null.',
  headerKey: 'The header’s name, in UTF-8.',
  headerValueLength: 'Length of the header’s value. −1 is null.',
  headerValue: 'The header’s value.',
  controlVersion: 'Version of the marker’s key.',
  controlType: 'Which marker it is: 0 ABORT, 1 COMMIT.',
  markerVersion: 'Version of the marker’s value.',
  coordinatorEpoch: 'Epoch of the transaction coordinator that wrote the marker. An older one is fenced.',
  entry: 'One entry: all of them are equally long.',
  line: 'One line of text.',
  relativeOffset: 'From the base offset in the file’s name to a batch’s last record.',
  position: 'Where that batch begins in the .log file.',
  timestamp: 'In ms since 1970: the largest so far, or that of a producer’s last batch.',
  version: 'Version of this file’s format.',
  firstOffset: 'Where the aborted transaction begins.',
  lastOffset: 'The last record: of an aborted transaction its marker, of a producer that of its last batch.',
  lastStableOffset: 'The last stable offset when the marker was appended.',
  producerEntries: 'How many producers follow.',
  lastSequence: 'Sequence of that producer’s last record. −1: none is known.',
  lastBatchDelta: 'From the first record of that producer’s last batch to the last.',
  currentTxnFirstOffset: 'Where its open transaction begins. −1: none is open.',
  unreadable: 'Nothing more can be read from here.',
};

/** What is wrong with bytes, where, and what would be right. */
const problem: Readonly<Record<FormatProblemCode, (of: FormatProblem) => string>> = {
  truncated: ({ field, found, expected }) =>
    expected === null ? `${field} is cut off.` : `${field} needs ${bytes(expected)}, and ${left(found)}.`,
  'batch-too-small': ({ found, expected }) =>
    `The batch says it is ${bytes(found)} long; its header alone is ${bytes(expected ?? 0)}.`,
  'wrong-magic': ({ field, found, expected }) => `${field} is ${found}, and only ${expected ?? 2} is read.`,
  'wrong-version': ({ field, found, expected }) =>
    `${field} is ${found}, and only ${expected ?? 0} is known.`,
  'wrong-crc': ({ found, expected }) =>
    `The checksum is ${hex(found)}, and that of the bytes is ${hex(expected ?? 0)}: they were changed or torn.`,
  'unknown-codec': ({ found }) => `No codec has the id ${found}.`,
  'unknown-attributes': ({ field, found }) => `${field} has bits that no known version sets: ${found}.`,
  'varint-too-long': ({ field }) => `${field} does not end: each of its bytes says that one more follows.`,
  'number-too-large': ({ field }) => `${field} is larger than any number that can stand there.`,
  'negative-length': ({ field, found }) => `${field} is ${found}.`,
  'negative-count': ({ field, found }) => `${field} is ${found}.`,
  'length-mismatch': ({ field, found, expected }) =>
    `${field} says ${found}, and what stands there is ${expected ?? 'another'} long.`,
  'bytes-left-over': ({ field, found }) => `After the end of ${field} more follows: ${found}.`,
  'not-in-order': ({ field, found }) => `${field} must grow, and ${found} does not.`,
  'points-nowhere': ({ field, found }) => `${field} points at ${found}, where no such batch is.`,
  'bad-line': ({ found }) => `This line is not one of such a file: ${found}`,
  'codec-failed': ({ field, found }) => `${field} cannot unpack this: ${found}.`,
  'no-codec': ({ found }) => `The records are compressed with ${found}, which is not at hand.`,
  'unknown-file': ({ field }) => `${field} is no file of a partition’s directory.`,
  'missing-file': ({ field, found }) => `${field} is missing, and ${found} is there.`,
};

const hex = (value: number | string): string =>
  typeof value === 'number' ? `0x${value.toString(16).padStart(8, '0')}` : value;

/** Bytes of a log: what they mean, and what is wrong with them. */
export const bytesOfLogs = {
  meaning: ({ name }: ByteField): string => meaning[name],
  problem: (of: FormatProblem): string => `Byte ${formatNumber(of.position)}: ${problem[of.code](of)}`,
};
