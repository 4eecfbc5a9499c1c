import type { Controller } from '../engine/controller/Controller.ts';
import type { MetadataEntry } from '../engine/metadata/records.ts';
import type { RaftLog } from '../engine/raft/RaftLog.ts';
import type { Offset } from '../shared/units.ts';
import type { MetadataLogView, MetadataRowView } from './frame.ts';
import { metadataFields } from './metadataFields.ts';

/** A page shows no more rows; records before them are counted. */
const SHOWN_ROWS = 120;
/** Looked at for one view: an idle cluster writes nothing but NoOpRecords, and its rows are long. */
const MOST_RECORDS = 4000;

export const METADATA_LOG_KEY = 'metadata-log';

/**
 * The newest records of `__cluster_metadata` as one controller has them. NoOpRecords in a row are one row, so that what was
 * decided is not lost among them; none of these rows crosses the high watermark.
 */
export function projectMetadataTail(
  { nodeId, raft }: Controller,
  before: MetadataLogView | undefined,
): MetadataLogView {
  const { log } = raft;
  const { endOffset } = log;
  const highWatermark = Math.max(raft.committedEnd, raft.highWatermark ?? 0);
  if (
    before?.controller === nodeId &&
    before.endOffset === endOffset &&
    before.highWatermark === highWatermark &&
    before.lastEpoch === log.lastEpoch
  )
    return before;
  const rows: MetadataRowView[] = [];
  let offset = endOffset;
  while (offset > log.startOffset && rows.length < SHOWN_ROWS && endOffset - offset < MOST_RECORDS) {
    const lastOffset = offset - 1;
    const from = startOfNoOps(log, lastOffset, highWatermark, endOffset - MOST_RECORDS);
    rows.push(from === lastOffset ? recordView(log, lastOffset) : noOps(log, from, lastOffset));
    offset = from;
  }
  return {
    kind: 'metadataLog',
    key: METADATA_LOG_KEY,
    controller: nodeId,
    endOffset,
    highWatermark,
    lastEpoch: log.lastEpoch,
    records: rows.reverse(),
  };
}

/** Where the NoOpRecords begin that end with this record; its own offset when it is another one. */
function startOfNoOps(log: RaftLog, lastOffset: Offset, highWatermark: Offset, leastOffset: Offset): Offset {
  const { epoch, record } = log.entryAt(lastOffset);
  let from = lastOffset;
  if (record.kind !== 'NoOpRecord') return from;
  while (from > Math.max(log.startOffset, leastOffset) && from !== highWatermark) {
    const previous = log.entryAt(from - 1);
    if (previous.record.kind !== 'NoOpRecord' || previous.epoch !== epoch) break;
    from -= 1;
  }
  return from;
}

function noOps(log: RaftLog, offset: Offset, lastOffset: Offset): MetadataRowView {
  return { offset, lastOffset, epoch: log.entryAt(offset).epoch, type: 'NoOpRecord', fields: [] };
}

/** Each made once: a record never changes, and logs and checkpoints share it. */
const VIEWS = new WeakMap<MetadataEntry, MetadataRowView>();

function recordView(log: RaftLog, offset: Offset): MetadataRowView {
  const entry = log.entryAt(offset);
  const known = VIEWS.get(entry);
  if (known?.offset === offset) return known;
  const { epoch, record } = entry;
  const view: MetadataRowView = {
    offset,
    lastOffset: offset,
    epoch,
    type: record.kind,
    fields: metadataFields(record, log, offset),
  };
  VIEWS.set(entry, view);
  return view;
}
