import type { ByteField } from '../../shared/ByteField.ts';
import type {
  BatchView,
  FileView,
  LookUpTarget,
  LookUpView,
  RollView,
  TransactionView,
} from '../../shared/LogDirectory.ts';
import { MAX_TIMESTAMP } from '../../shared/maxTimestamp.ts';
import { formatClock, formatDuration, formatNumber, formatTimestamp } from '../format.ts';
import { plural } from '../plural.ts';

const bytes = (count: number): string => `${formatNumber(count)} B`;
const batches = (count: number): string => plural(count, { one: '# batch', other: '# batches' });
const probes = (count: number): string => plural(count, { one: '# index probe', other: '# index probes' });
const entries = (count: number): string => plural(count, { one: '# entry', other: '# entries' });

/** A key of an index, as it is read: an offset, or a time of day. */
const key = (file: string, value: number): string =>
  file.endsWith('.timeindex') ? (value < 0 ? String(value) : formatClock(value)) : formatNumber(value);

const targetText = (target: LookUpTarget): string =>
  target.by === 'offset'
    ? formatNumber(target.offset)
    : isLatest(target)
      ? 'max-timestamp'
      : formatClock(target.timestampMs);

const isLatest = (target: LookUpTarget): boolean =>
  target.by === 'timestamp' && target.timestampMs === MAX_TIMESTAMP;

/** The directory of a partition, to the byte. */
export const microscope = {
  title: 'Microscope',
  heading: (partition: string, broker: number) => `Microscope: ${partition} on broker ${broker}`,
  of: (partition: string, broker: number) => `${partition} on broker ${broker}`,
  opened: (name: string) => (name === '' ? 'A directory from files' : `${name}, from files`),
  back: 'Back to the Lab',
  loading: 'Reading the directory.',
  gone: 'This broker has no directory of that partition now.',
  bytes,

  find: {
    label: 'Find a record by',
    by: { offset: 'Offset', timestamp: 'Timestamp', transaction: 'Transaction' },
    field: { offset: 'Offset', timestamp: 'Time', transaction: 'Transactional id or producer id' },
    transactionHint: 'A transactional id or a producer id. Empty: the transactions of all producers.',
    allProducers: 'all producers',
    hint: (hasRunClock: boolean) =>
      hasRunClock
        ? 'ms since 1970, date and time (UTC), time of the run, or max-timestamp'
        : 'ms since 1970, date and time (UTC), or max-timestamp',
    go: 'Find',
    problems: {
      'not-an-offset': 'An offset is a whole number.',
      'not-a-time':
        'A time is ms since 1970, as 1790683201000, a date and time in UTC, as 2026-09-29 12:00:01, or max-timestamp.',
      'no-run-clock': 'These files are of no run. Give ms since 1970, or a date and time in UTC.',
    },
    found: (lookUp: LookUpView, logBytes: number) => {
      const count = (lookUp.timeIndex?.probes.length ?? 0) + (lookUp.offsetIndex?.probes.length ?? 0);
      const files =
        lookUp.target.by === 'offset'
          ? '1 file'
          : plural(lookUp.segmentsRead, { one: '# segment looked at', other: '# segments looked at' });
      return {
        lead: lookUp.outcome === 'found' ? 'found: ' : 'not found: ',
        cost: `${files}, ${probes(count)}, ${batches(lookUp.scanned.length)} read`,
        share: ` (${formatNumber(lookUp.scannedBytes)} of ${formatNumber(logBytes)} bytes)`,
      };
    },
    outcome: {
      'below-log-start': (start: number) => `OFFSET_OUT_OF_RANGE: the log starts at ${formatNumber(start)}.`,
      'beyond-log-end': (end: number) =>
        `No record there: the log ends at ${formatNumber(end)}, which is the next offset.`,
      'later-than-all': (target: LookUpTarget) =>
        `${isLatest(target) ? 'No record has the largest timestamp of its segment.' : 'No record is as late as that.'} ListOffsets answers −1.`,
    },
  },

  steps: {
    label: 'Steps of the look-up',
    first: 'From the beginning',
    previous: 'One step back',
    next: 'Next step',
    last: 'All steps',
    play: 'Play the steps',
    pause: 'Stop',
    at: (done: number, of: number) => `step ${done} of ${of}`,
    none: 'Nothing is read yet.',
    segment: (lookUp: LookUpView) => {
      const what = targetText(lookUp.target);
      if (isLatest(lookUp.target))
        return lookUp.segment === null
          ? 'No segment has a record.'
          : `The first segment with the largest timestamp of all begins at ${formatNumber(lookUp.segment)}.`;
      if (lookUp.segment === null)
        return lookUp.target.by === 'offset'
          ? `No segment holds offset ${what}.`
          : `No segment has a record at or after ${what}.`;
      return lookUp.target.by === 'offset'
        ? `The segment with the greatest base offset at or below ${what} begins at ${formatNumber(lookUp.segment)}.`
        : `The first segment whose largest timestamp is at or after ${what} begins at ${formatNumber(lookUp.segment)}.`;
    },
    probe: (
      file: string,
      step: { readonly slot: number; readonly key: number; readonly step: 'warm' | 'first' | 'bisect' },
      target: number,
    ) => {
      const compared = `entry ${formatNumber(step.slot)} has ${key(file, step.key)}, ${step.key > target ? 'above' : 'not above'} ${key(file, target)}`;
      switch (step.step) {
        case 'warm':
          return `Warm section first: ${compared}. ${step.key < target ? 'The search stays in the last 8 192 bytes, which are in memory.' : 'The search goes to what stands before.'}`;
        case 'first':
          return `First entry: ${compared}. ${step.key > target ? 'The target lies before all entries.' : ''}`.trim();
        case 'bisect':
          return `The middle: ${compared}.`;
      }
    },
    entry: (file: string, slot: number, found: { readonly key: number; readonly value: number } | null) =>
      found === null
        ? file.endsWith('.timeindex')
          ? 'No entry of the time index is early enough: it begins with the segment.'
          : 'No entry of the index is low enough: the scan begins at byte 0.'
        : file.endsWith('.timeindex')
          ? `Entry ${formatNumber(slot)}: up to offset ${formatNumber(found.value)} nothing is later than ${key(file, found.key)}.`
          : `Entry ${formatNumber(slot)}: offset ${formatNumber(found.key)} ends the batch at byte ${formatNumber(found.value)}.`,
    scan: (batch: { readonly position: number; readonly baseOffset: number; readonly lastOffset: number }) =>
      `The batch at byte ${formatNumber(batch.position)} has the offsets ${formatNumber(batch.baseOffset)} to ${formatNumber(batch.lastOffset)}.`,
    end: (lookUp: LookUpView) =>
      lookUp.found === null
        ? 'Nothing was found.'
        : `Found: offset ${formatNumber(lookUp.found.offset)}, in the batch at byte ${formatNumber(lookUp.found.batch.position)}.`,
  },

  files: {
    heading: (target: LookUpTarget | null) =>
      target === null
        ? 'Files'
        : target.by === 'offset'
          ? `Greatest base offset ≤\u00a0${formatNumber(target.offset)}`
          : isLatest(target)
            ? 'First segment with the largest timestamp'
            : `First segment with a time ≥ ${formatClock(target.timestampMs)}`,
    segments: 'Segments',
    others: 'Other files',
    active: 'active',
    offsets: (first: number, last: number) =>
      last < first ? 'empty' : `${formatNumber(first)}–${formatNumber(last)}`,
    segment: (facts: {
      readonly name: string;
      readonly offsets: string;
      readonly size: number;
      readonly isActive: boolean;
    }) => `${facts.name}, offsets ${facts.offsets}, ${bytes(facts.size)}${facts.isActive ? ', active' : ''}`,
    folded: (count: number) => plural(count, { one: '+ # more segment', other: '+ # more segments' }),
    showAll: 'Show all',
    file: (file: FileView, nowUs: number | null): string => {
      if (file.kind === 'deleted')
        return `${bytes(file.sizeBytes)}${file.untilUs === null || nowUs === null ? ', renamed' : `, gone in ${formatDuration(Math.max(0, file.untilUs - nowUs))}`}`;
      if (file.entries === null) return bytes(file.sizeBytes);
      if (file.kind === '.snapshot')
        return `${plural(file.entries, { one: '# producer', other: '# producers' })}, ${bytes(file.sizeBytes)}`;
      if (file.kind === 'leader-epoch-checkpoint')
        return plural(file.entries, { one: '# epoch', other: '# epochs' });
      return `${entries(file.entries)}, ${bytes(file.sizeBytes)}`;
    },
    allocated: (sizeBytes: number) =>
      `Indexes of the active segment are allocated in full, here ${bytes(sizeBytes)}, until it rolls or the broker stops.`,
    note: 'The name is the base offset, so choosing the file reads no disk: the broker keeps the names in a sorted map.',
    timeNote: 'Each segment knows its largest timestamp. The broker goes over them from the oldest on.',
    roll: 'What will roll the active segment',
    rollOf: (now: string, limit: string) => `${now} of ${limit}`,
    rollRows: (roll: RollView) =>
      [
        [
          'segment.bytes',
          roll.sizeBytes / roll.segmentBytes,
          formatNumber(roll.sizeBytes),
          formatNumber(roll.segmentBytes),
        ],
        [
          'segment.ms',
          (roll.ageMs ?? 0) / roll.segmentMs,
          roll.ageMs === null ? 'empty' : formatDuration(Math.max(0, roll.ageMs) * 1000),
          formatDuration(roll.segmentMs * 1000),
        ],
        [
          'segment.index.bytes',
          Math.max(roll.offsetIndexBytes, roll.timeIndexBytes) / roll.segmentIndexBytes,
          formatNumber(Math.max(roll.offsetIndexBytes, roll.timeIndexBytes)),
          formatNumber(roll.segmentIndexBytes),
        ],
      ] as const,
  },

  index: {
    heading: (file: string, target: number) =>
      file.endsWith('.timeindex')
        ? `Halve the time index: last entry ≤ ${key(file, target)}`
        : `Halve the index: last entry ≤\u00a0${formatNumber(target)}`,
    empty: 'The index has no entry yet: the scan begins with the segment.',
    none: 'No index is read.',
    first: 'entry 0',
    last: (slot: number) => `entry ${formatNumber(slot)}`,
    /** A time is long, and the heading says what it is compared with. */
    compare: (file: string, found: number, target: number) =>
      file.endsWith('.timeindex')
        ? `${key(file, found)} ${found <= target ? '≤' : '>'}`
        : `${key(file, found)} ${found <= target ? '≤' : '>'} ${key(file, target)}`,
    entry: (slot: number) => `entry ${formatNumber(slot)}`,
    leadsTo: (file: string, found: { readonly key: number; readonly value: number }) =>
      `${key(file, found.key)} → ${file.endsWith('.timeindex') ? 'offset' : 'byte'} ${formatNumber(found.value)}`,
    toBeginning: 'no entry → beginning of the segment',
  },

  scan: {
    heading: (from: number | null) => (from === null ? 'Scan' : `Scan from byte ${formatNumber(from)}`),
    plain: 'Batches of the segment',
    batches: 'Batches, by their base offset',
    batch: (facts: BatchView) =>
      `Batch of offsets ${formatNumber(facts.baseOffset)} to ${formatNumber(facts.lastOffset)}, ${plural(facts.recordCount, { one: '# record', other: '# records' })}, ${bytes(facts.sizeBytes)} at byte ${formatNumber(facts.position)}`,
    note: (target: LookUpTarget) =>
      target.by === 'offset'
        ? `Headers only: each says how long its batch is, so the scan jumps from header to header until lastOffset ≥ ${formatNumber(target.offset)}.`
        : isLatest(target)
          ? 'The index leads to the batch that brought the timestamp; in the first with this maxTimestamp record by record.'
          : `A batch whose maxTimestamp is below ${formatClock(target.timestampMs)} is passed over; in the first other one record by record.`,
    skipped: (count: number) => plural(count, { one: '# batch between', other: '# batches between' }),
    earlier: 'Earlier batches',
    later: 'Later batches',
    range: (from: number, to: number) => `${formatNumber(from)}–${formatNumber(to)}`,
    none: 'Nothing is scanned.',
    empty: 'The segment is empty.',
  },

  coordinator: {
    heading: 'What its records say',
    unknown: 'a key of no known kind',
    unknownValue: 'The value is of a version that is not known.',
    tombstone: 'null: a tombstone',
    more: (count: number) => plural(count, { one: '# record more', other: '# records more' }),
  },

  transactions: {
    heading: (producer: string) =>
      producer.trim() === '' ? 'Transactions of all producers' : `Transactions of ${producer.trim()}`,
    none: 'No batch of such a transaction is in this log.',
    noName: 'Files name no transactional id: it is in __transaction_state. Look for a producer id.',
    more: (shown: number, of: number) =>
      `The latest ${formatNumber(shown)} of ${formatNumber(of)} transactions.`,
    /** Kafka’s words for how it ended. */
    outcome: { COMMIT: 'COMMIT', ABORT: 'ABORT', open: 'open' },
    title: (of: TransactionView) => {
      const range =
        of.firstOffset === null
          ? `marker at ${formatNumber(of.lastOffset ?? 0)}`
          : of.lastOffset === null
            ? `from offset ${formatNumber(of.firstOffset)} on`
            : `offsets ${formatNumber(of.firstOffset)} to ${formatNumber(of.lastOffset)}`;
      return `${range}, ${of.transactionalId === null ? '' : `${of.transactionalId}, `}producerId ${String(of.producerId)}, epoch ${formatNumber(of.producerEpoch)}`;
    },
    gone: 'Its records are gone: retention, DeleteRecords or the cleaner took them.',
    marker: (facts: {
      readonly outcome: string;
      readonly offset: number;
      readonly coordinatorEpoch: number;
    }) =>
      `Marker ${facts.outcome} at offset ${formatNumber(facts.offset)}, coordinatorEpoch ${formatNumber(facts.coordinatorEpoch)}`,
    noMarker: 'No marker yet: readers with read_committed wait before its first offset.',
    /** The name without the zeros before it. */
    entry: (slot: number, name: string) => `Entry ${formatNumber(slot)} of ${name}`,
    entrySays: (facts: {
      readonly firstOffset: number;
      readonly lastOffset: number;
      readonly lastStableOffset: number;
    }) =>
      `aborted from ${formatNumber(facts.firstOffset)} to ${formatNumber(facts.lastOffset)}, lastStableOffset ${formatNumber(facts.lastStableOffset)}`,
  },

  batch: {
    heading: (sizeBytes: number, position: number) =>
      `The batch, ${formatNumber(sizeBytes)} bytes at ${formatNumber(position)}`,
    format: 'record batch v2',
    file: (name: string, sizeBytes: number) => `${name}, ${bytes(sizeBytes)}`,
    nothing: 'Choose a batch or a file to see its bytes.',
    emptyFile: 'Nothing is written in it yet.',
    show: 'Show bytes as',
    as: { hex: 'Bytes', text: 'Text' },
    grid: (what: string) => `Bytes of ${what}`,
    byte: (facts: { readonly byte: number; readonly value: number; readonly names: readonly string[] }) =>
      `Byte ${formatNumber(facts.byte)}, 0x${facts.value.toString(16).padStart(2, '0')}, ${facts.names.join(', ')}`,
    fields: 'Fields',
    fieldsOf: (name: string) => `Fields of ${name}`,
    record: (offset: number) => `record ${formatNumber(offset)}`,
    unpacked: (codec: string, packed: number, unpacked: number) =>
      `Records, unpacked: ${codec} made ${bytes(packed)} of ${bytes(unpacked)}.`,
    showUnpacked: 'Bytes of the records',
    packed: { packed: 'On disk', unpacked: 'Unpacked' },
    window: (from: number, to: number, of: number) =>
      `bytes ${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(of)}`,
    earlier: 'Earlier bytes',
    later: 'Later bytes',
    noBytes: 'This batch has a size and no bytes',
    noBytesWhy:
      'Its size comes from a preset compression ratio. No codec made it, so there are no compressed bytes to show.',
    madeUp:
      'Values are made up, as long as those of the run: what is in them decides nothing. Headers, sizes and times are those of the run.',
    moreRecords: (before: number, after: number) =>
      [
        ...(before > 0 ? [`${formatNumber(before)} before`] : []),
        ...(after > 0 ? [`${formatNumber(after)} after`] : []),
      ].join(', '),
  },

  field: {
    label: 'Field',
    range: (field: ByteField) =>
      field.end - field.start === 1
        ? `byte ${formatNumber(field.start)}`
        : `bytes ${formatNumber(field.start)} to ${formatNumber(field.end - 1)}`,
    standsFor: (value: string, meant: string) => `${value} → ${meant}`,
    time: (ms: number) => (ms < 0 ? String(ms) : formatTimestamp(ms)),
    clock: (ms: number) => (ms < 0 ? String(ms) : formatClock(ms)),
    later: (ms: number) => `+ ${formatNumber(ms)} ms`,
    crc: (hex: string, isValid: boolean) => `${hex} ${isValid ? '✓' : '✕'}`,
    crcWrong: (hex: string) => `The bytes come to ${hex}.`,
    empty: 'empty',
    isNull: 'null',
    rule: 'Rule',
    families: {
      position: 'position',
      epoch: 'epoch',
      integrity: 'integrity',
      time: 'time',
      producer: 'producer',
      records: 'records',
    },
    recordLine: (facts: {
      readonly offset: number;
      readonly laterMs: number;
      readonly key: string;
      readonly value: string;
    }) =>
      `${formatNumber(facts.offset)}  +${formatNumber(facts.laterMs)} ms  key ${facts.key}  value ${facts.value}`,
  },

  problems: {
    title: (count: number) =>
      plural(count, {
        one: '# thing in this directory is not right',
        other: '# things in this directory are not right',
      }),
    in: (file: string) => `${file}:`,
    mend: {
      log: 'kafka-dump-log.sh --files shows the segment. A broker that starts after an unclean stop cuts it there and makes its indexes anew.',
      index:
        'Delete the file while the broker is stopped: it makes the index anew from the .log file when it starts.',
      snapshot:
        'Delete the file while the broker is stopped: it reads the state of the producers from the log.',
      checkpoint: 'Delete the file while the broker is stopped: the broker makes it anew from the log.',
      metadata:
        'Put the topic’s id into it as kafka-topics.sh --describe says it: version: 0, then topic_id.',
      missing: 'Copy the file that is missing as well, or leave out what belongs to it.',
      other:
        'Leave it out: a partition’s directory holds .log, .index, .timeindex, .txnindex, .snapshot, leader-epoch-checkpoint and partition.metadata.',
    },
  },

  withoutBytes: (count: number) =>
    `${batches(count)} of this log ${count === 1 ? 'has' : 'have'} a size from a preset compression ratio, and no bytes.`,

  exchange: {
    export: 'Export',
    exportLabel: 'Export the directory as a zip',
    exported: (name: string, count: number) =>
      `${name} with ${plural(count, { one: '# file', other: '# files' })}, as the broker leaves them when it stops cleanly.`,
    noBytes: 'The export is refused',
    noBytesWhy: (count: number, firstOffset: number) =>
      `${batches(count)}, the first at offset ${formatNumber(firstOffset)}, ${count === 1 ? 'has' : 'have'} a size from a preset compression ratio. No codec made them, so their bytes do not exist.`,
    uncompressed: 'Write them uncompressed',
    uncompressedNote:
      'Then later batches stand at other positions than in the run, and the indexes are those of the files.',
    tooLarge: (sizeBytes: number, limitBytes: number) =>
      `The log has ${bytes(sizeBytes)}; up to ${bytes(limitBytes)} are exported. Take a partition with less in it, or lower retention.bytes.`,
    notDone: 'That did not work',
    failed: 'The files could not be made.',
    import: 'Open files',
    importLabel: 'Open a partition’s directory: a zip, or its files',
    back: (name: string) => `Back to ${name}`,
    choose: 'The zip holds several directories. Which one?',
    readFailed: {
      'not-a-zip': (name: string) =>
        `${name} is no zip that can be read. Zip the partition’s directory, or choose its files.`,
      'too-large': (limitBytes: number) =>
        `More than ${bytes(limitBytes)} are not read. Leave out older segments.`,
      'no-files': () =>
        'There is no file of a partition’s directory in it, as 00000000000000000000.log. Choose the directory payments-0 below log.dirs, or a zip of it.',
      unreadable: (name: string) => `The browser could not read ${name}.`,
    },
  },

  open: {
    section: 'Files on disk',
    broker: 'On broker',
    partition: 'Of partition',
    open: 'Look into the directory',
    openLabel: (partition: string, broker: number) => `Files of ${partition} on broker ${broker}`,
    none: 'No broker has a partition.',
    key: 'Files of the partition on the broker in focus',
  },

  keys: {
    title: 'Microscope',
    bytes: 'Byte to byte, row to row',
    field: 'Next and previous field',
    ends: 'First and last byte of the row; with Ctrl of all',
    next: 'Next step',
    previous: 'One step back',
    close: 'Back',
  },
};
