/** A batch as `DumpLogSegments --print-data-log` prints it. */
export interface DumpedBatch {
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly leaderEpoch: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly isTransactional: boolean;
  readonly isControl: boolean;
  /** `compression.type` of its producer, or of the topic. */
  readonly codec: string;
  readonly sizeBytes: number;
  /** When the cleaner may drop its tombstones and markers, epoch ms; null: no cleaning has said so. */
  readonly deleteHorizonMs: number | null;
  readonly records: readonly DumpedRecord[];
}

export interface DumpedRecord {
  readonly offset: number;
  readonly createTimeMs: number;
  /** Without a value: it deletes its key. */
  readonly isTombstone: boolean;
  /** Text of the value; for metadata the record as JSON, for a control record what it says. */
  readonly payload: string;
}

/** What the tool printed about several files, by file. */
export function parseDump(text: string): Map<string, DumpedBatch[]> {
  const files = new Map<string, DumpedBatch[]>();
  let batches: (DumpedBatch & { records: DumpedRecord[] })[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('Dumping ')) {
      batches = [];
      files.set(line.slice('Dumping '.length).trim(), batches);
    } else if (line.startsWith('baseOffset: ')) batches.push({ ...batchOf(line), records: [] });
    else if (line.startsWith('| ')) batches.at(-1)?.records.push(recordOf(line));
  }
  return files;
}

/** What the tool printed about index files, by file: [offset, position] of an offset index, [timestamp in ms, offset] of a time index. */
export function parseIndexDump(text: string): Map<string, [number, number][]> {
  const files = new Map<string, [number, number][]>();
  let entries: [number, number][] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('Dumping ')) {
      entries = [];
      files.set(line.slice('Dumping '.length).trim(), entries);
    }
    const found = /^(?:offset: (\d+) position: (\d+)|timestamp: (-?\d+) offset: (\d+))/.exec(line);
    if (!found) continue;
    const entry: [number, number] = [Number(found[1] ?? found[3]), Number(found[2] ?? found[4])];
    if (!isUnwritten(found[2], found[3])) entries.push(entry);
  }
  return files;
}

/**
 * The file of an active segment is as large as it may become, and zero where nothing was written yet: the tool prints one such entry of an empty file.
 * No batch that an entry points at stands at the beginning.
 */
function isUnwritten(position: string | undefined, timestamp: string | undefined): boolean {
  return position === '0' || timestamp === '0';
}

function batchOf(line: string): Omit<DumpedBatch, 'records'> {
  const number = (name: string) => Number(field(line, name));
  return {
    baseOffset: number('baseOffset'),
    lastOffset: number('lastOffset'),
    leaderEpoch: number('partitionLeaderEpoch'),
    producerId: number('producerId'),
    producerEpoch: number('producerEpoch'),
    baseSequence: number('baseSequence'),
    isTransactional: field(line, 'isTransactional') === 'true',
    isControl: field(line, 'isControl') === 'true',
    codec: field(line, 'compresscodec').toLowerCase(),
    sizeBytes: number('size'),
    deleteHorizonMs: Number(/deleteHorizonMs: OptionalLong\[(\d+)\]/.exec(line)?.[1] ?? NaN) || null,
  };
}

function recordOf(line: string): DumpedRecord {
  const payload =
    /(?: payload: | endTxnMarker: | (?=LeaderChange: |SnapshotHeader|SnapshotFooter|KRaftVersion|KRaftVoters))(.*)$/.exec(
      line,
    )?.[1] ?? '';
  return {
    offset: Number(field(line, 'offset')),
    createTimeMs: Number(field(line, 'CreateTime')),
    isTombstone: field(line, 'valueSize') === '-1',
    payload,
  };
}

function field(line: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}: (\\S+)`).exec(line)?.[1] ?? '';
}
