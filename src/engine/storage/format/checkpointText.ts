import { refuseBytes } from '../../../shared/FormatProblem.ts';
import { utf8Bytes } from '../../../shared/utf8.ts';
import type { LeaderEpochEntry } from '../LeaderEpochCache.ts';

export const LEADER_EPOCH_CHECKPOINT = 'leader-epoch-checkpoint';
export const PARTITION_METADATA = 'partition.metadata';
const CURRENT_VERSION = 0;

/**
 * leader-epoch-checkpoint: version, number of entries, then "epoch startOffset" on a line each. Kafka: `CheckpointFile`,
 * `LeaderEpochCheckpointFile` (4.2).
 */
export function encodeLeaderEpochCheckpoint(entries: readonly LeaderEpochEntry[]): Uint8Array {
  const lines = [
    CURRENT_VERSION,
    entries.length,
    ...entries.map((entry) => `${entry.epoch} ${entry.startOffset}`),
  ];
  return utf8Bytes(lines.map((line) => `${line}\n`).join(''));
}

/** Reads it; throws a FormatError with the byte at which the line begins. Kafka: `CheckpointFile.CheckpointReadBuffer` (4.2). */
export function decodeLeaderEpochCheckpoint(bytes: Uint8Array): LeaderEpochEntry[] {
  const lines = linesOf(bytes, LEADER_EPOCH_CHECKPOINT);
  const version = numbersOf(lines[0], 1, LEADER_EPOCH_CHECKPOINT, bytes.length)[0]!;
  if (version !== CURRENT_VERSION)
    return refuseBytes('wrong-version', 0, LEADER_EPOCH_CHECKPOINT, version, CURRENT_VERSION);
  const count = numbersOf(lines[1], 1, LEADER_EPOCH_CHECKPOINT, bytes.length)[0]!;
  const entries: LeaderEpochEntry[] = [];
  for (const line of lines.slice(2)) {
    const [epoch, startOffset] = numbersOf(line, 2, LEADER_EPOCH_CHECKPOINT, bytes.length);
    const before = entries.at(-1);
    if (before !== undefined && (epoch! <= before.epoch || startOffset! <= before.startOffset))
      return refuseBytes('not-in-order', line.position, LEADER_EPOCH_CHECKPOINT, line.text);
    entries.push({ epoch: epoch!, startOffset: startOffset! });
  }
  if (entries.length !== count)
    return refuseBytes('length-mismatch', lines[1]!.position, LEADER_EPOCH_CHECKPOINT, count, entries.length);
  return entries;
}

/** partition.metadata: the version and the topic's id, 22 characters. Kafka: `PartitionMetadataFile` (4.2). */
export function encodePartitionMetadata(topicId: string): Uint8Array {
  return utf8Bytes(`version: ${CURRENT_VERSION}\ntopic_id: ${topicId}`);
}

/** The topic's id in it; throws a FormatError. */
export function decodePartitionMetadata(bytes: Uint8Array): string {
  const [first, second, ...more] = linesOf(bytes, PARTITION_METADATA);
  const version = /^version: (\d+)$/.exec(first?.text ?? '')?.[1];
  if (version === undefined) return refuseBytes('bad-line', 0, PARTITION_METADATA, first?.text ?? '');
  if (Number(version) !== CURRENT_VERSION)
    return refuseBytes('wrong-version', 0, PARTITION_METADATA, Number(version), CURRENT_VERSION);
  const topicId = /^topic_id: ([\w-]{22})$/.exec(second?.text ?? '')?.[1];
  if (topicId === undefined)
    return refuseBytes('bad-line', second?.position ?? bytes.length, PARTITION_METADATA, second?.text ?? '');
  if (more.length > 0)
    return refuseBytes('bytes-left-over', more[0]!.position, PARTITION_METADATA, more[0]!.text);
  return topicId;
}

interface Line {
  readonly text: string;
  readonly position: number;
}

/** Both files are ASCII. A last line without its end is a line. */
function linesOf(bytes: Uint8Array, field: string): Line[] {
  const lines: Line[] = [];
  let text = '';
  let position = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x80 || byte === 0) return refuseBytes('bad-line', i, field, byte);
    if (byte === 0x0a) {
      lines.push({ text, position });
      text = '';
      position = i + 1;
    } else text += String.fromCharCode(byte);
  }
  if (text !== '') lines.push({ text, position });
  return lines;
}

function numbersOf(line: Line | undefined, count: number, field: string, end: number): number[] {
  if (line === undefined) return refuseBytes('truncated', end, field, 0, null);
  const words = line.text.split(' ');
  const numbers = words.map(Number);
  const isRight =
    words.length === count &&
    words.every((word) => /^\d+$/.test(word)) &&
    numbers.every(Number.isSafeInteger);
  return isRight ? numbers : refuseBytes('bad-line', line.position, field, line.text);
}
