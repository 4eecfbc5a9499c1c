import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  deletableSegments,
  localLimit,
  retentionReasons,
} from '../../src/engine/storage/deletableSegments.ts';
import type { RetentionReason } from '../../src/engine/storage/deletableSegments.ts';
import { lookUpIndex } from '../../src/engine/storage/indexLookup.ts';
import { LogSegment } from '../../src/engine/storage/LogSegment.ts';
import { lookUpOffset, lookUpTimestamp } from '../../src/engine/storage/lookUpOffset.ts';
import { endOffsetOf, NO_ORIGIN } from '../../src/engine/storage/RecordBatch.ts';
import type { StoredBatch } from '../../src/engine/storage/RecordBatch.ts';
import { segmentFileName } from '../../src/engine/storage/segmentFileName.ts';
import {
  isTimeIndexFull,
  maxEntries,
  OFFSET_INDEX_ENTRY_BYTES,
  shouldRollSegment,
  TIME_INDEX_ENTRY_BYTES,
} from '../../src/engine/storage/shouldRollSegment.ts';
import { UnifiedLog } from '../../src/engine/storage/UnifiedLog.ts';

const GROUPS = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: Readonly<Record<string, readonly unknown[]>>;
  }
).groups;

/** All cases of a group of `vectors-2.json`; their number is written at the call, so that none is passed over unseen. */
function casesOf<Case extends { readonly id: string }>(group: string, count: number): readonly Case[] {
  const cases = GROUPS[group] as readonly Case[];
  test(`${group}: ${count} cases`, () => {
    expect(cases.length).toBe(count);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(count);
  });
  return cases;
}

interface IndexesCase {
  readonly id: string;
  readonly baseOffset: number;
  readonly indexIntervalBytes: number;
  readonly segmentIndexBytes: number;
  readonly offsetIndexMaxEntries: number;
  readonly timeIndexMaxEntries: number;
  readonly batches: readonly {
    readonly baseOffset: number;
    readonly lastOffset: number;
    readonly sizeInBytes: number;
    readonly position: number;
    readonly maxTimestamp: number;
    readonly timestamps: readonly number[];
  }[];
  readonly segmentSize: number;
  readonly offsetIndex: readonly {
    readonly offset: number;
    readonly relativeOffset: number;
    readonly position: number;
  }[];
  readonly timeIndex: readonly { readonly timestamp: number; readonly offset: number }[];
  readonly largestTimestamp: number;
  readonly offsetLookups: readonly {
    readonly offset: number;
    readonly indexEntry: { readonly offset: number; readonly position: number };
    readonly found: {
      readonly batchLastOffset: number;
      readonly position: number;
      readonly batchSize: number;
    } | null;
  }[];
  readonly timestampLookups: readonly {
    readonly timestamp: number;
    readonly timeIndexEntry: { readonly timestamp: number; readonly offset: number };
    readonly result: { readonly offset: number; readonly timestamp: number } | null;
  }[];
  readonly afterRoll: {
    readonly timeIndexLastEntry: { readonly timestamp: number; readonly offset: number };
    readonly timeIndexEntries: number;
    readonly offsetIndexSizeBytes: number;
    readonly timeIndexSizeBytes: number;
  };
  readonly logFileName: string;
}

describe('segmentIndexes', () => {
  for (const vector of casesOf<IndexesCase>('segmentIndexes', 5)) {
    test(`[SG1] [SG2] [SG4] ${vector.id}`, () => {
      const { baseOffset, segmentIndexBytes } = vector;
      expect(maxEntries(segmentIndexBytes, OFFSET_INDEX_ENTRY_BYTES)).toBe(vector.offsetIndexMaxEntries);
      expect(maxEntries(segmentIndexBytes, TIME_INDEX_ENTRY_BYTES)).toBe(vector.timeIndexMaxEntries);
      const segment = new LogSegment(baseOffset, 0, 0, {
        indexIntervalBytes: vector.indexIntervalBytes,
        maxIndexBytes: segmentIndexBytes,
        rollJitterMs: 0,
      });
      const timestamps = new Map<StoredBatch, readonly number[]>();
      const batches = vector.batches.map((given) => {
        const batch: StoredBatch = {
          baseOffset: given.baseOffset,
          count: given.lastOffset - given.baseOffset + 1,
          sizeBytes: given.sizeInBytes,
          maxTimestampMs: given.maxTimestamp,
        };
        expect(segment.sizeBytes).toBe(given.position);
        timestamps.set(batch, given.timestamps);
        segment.append(batch);
        return batch;
      });
      const indexes = segment.indexesOf(batches);
      expect(segment.sizeBytes).toBe(vector.segmentSize);
      expect(segment.maxTimestampMs).toBe(vector.largestTimestamp);
      expect(
        indexes.offsetIndex.map(({ offset, position }) => ({
          offset,
          relativeOffset: offset - baseOffset,
          position,
        })),
      ).toEqual(vector.offsetIndex);
      expect(
        indexes.timeIndex.map(({ timestampMs: timestamp, offset }) => ({ timestamp, offset })),
      ).toEqual(vector.timeIndex);
      expect([segment.offsetIndexEntries, segment.timeIndexEntries]).toEqual([
        vector.offsetIndex.length,
        vector.timeIndex.length,
      ]);

      const files = { baseOffset, batches, indexes };
      for (const lookup of vector.offsetLookups) {
        const { entry, found } = lookUpOffset(files, lookup.offset);
        expect(entry, `offset ${lookup.offset}`).toEqual(lookup.indexEntry);
        expect(
          found && {
            batchLastOffset: endOffsetOf(found.batch) - 1,
            position: found.position,
            batchSize: found.batch.sizeBytes,
          },
          `offset ${lookup.offset}`,
        ).toEqual(lookup.found);
      }
      for (const lookup of vector.timestampLookups) {
        const { timeEntry, found } = lookUpTimestamp(
          files,
          lookup.timestamp,
          baseOffset,
          (batch) => timestamps.get(batch) ?? [],
        );
        const what = `timestamp ${lookup.timestamp}`;
        expect({ timestamp: timeEntry.timestampMs, offset: timeEntry.offset }, what).toEqual(
          lookup.timeIndexEntry,
        );
        expect(found && { offset: found.offset, timestamp: found.timestampMs }, what).toEqual(lookup.result);
      }

      segment.close();
      const { offsetIndex, timeIndex } = segment.indexesOf(batches);
      const last = timeIndex.at(-1);
      expect({
        timeIndexLastEntry: { timestamp: last?.timestampMs, offset: last?.offset },
        timeIndexEntries: timeIndex.length,
        offsetIndexSizeBytes: offsetIndex.length * OFFSET_INDEX_ENTRY_BYTES,
        timeIndexSizeBytes: timeIndex.length * TIME_INDEX_ENTRY_BYTES,
      }).toEqual(vector.afterRoll);
      expect(segment.timeIndexEntries).toBe(vector.afterRoll.timeIndexEntries);
      expect(segmentFileName(baseOffset, '.log')).toBe(vector.logFileName);
    });
  }
});

interface LookupCase {
  readonly id: string;
  readonly kind: 'offsetIndex' | 'timeIndex';
  readonly baseOffset: number;
  readonly maxEntries?: number;
  readonly entries: readonly (readonly [number, number])[];
  readonly isFullWith29Of30?: boolean;
  readonly lookups: readonly {
    readonly target: number;
    readonly offset: number;
    readonly position?: number;
    readonly timestamp?: number;
  }[];
}

describe('indexLookup', () => {
  for (const vector of casesOf<LookupCase>('indexLookup', 2)) {
    test(`[SG2] ${vector.id}`, () => {
      const isOffsetIndex = vector.kind === 'offsetIndex';
      const entryBytes = isOffsetIndex ? OFFSET_INDEX_ENTRY_BYTES : TIME_INDEX_ENTRY_BYTES;
      const keys = vector.entries.map(([key]) => key);
      for (const lookup of vector.lookups) {
        const [key, value] = vector.entries[lookUpIndex(keys, lookup.target, entryBytes).slot] ?? [];
        expect(
          isOffsetIndex
            ? { offset: key ?? vector.baseOffset, position: value ?? 0 }
            : { timestamp: key ?? -1, offset: value ?? vector.baseOffset },
          `target ${lookup.target}`,
        ).toEqual(
          isOffsetIndex
            ? { offset: lookup.offset, position: lookup.position }
            : { timestamp: lookup.timestamp, offset: lookup.offset },
        );
      }
      if (vector.maxEntries !== undefined) {
        const maxIndexBytes = vector.maxEntries * TIME_INDEX_ENTRY_BYTES;
        expect(isTimeIndexFull(vector.entries.length, maxIndexBytes)).toBe(vector.isFullWith29Of30);
        expect(isTimeIndexFull(vector.entries.length - 1, maxIndexBytes)).toBe(false);
      }
    });
  }
});

interface RollCase {
  readonly id: string;
  readonly name: string;
  readonly segmentMs: number;
  readonly segmentBytes: number;
  readonly rollJitterMs: number;
  readonly segmentSize: number;
  readonly firstBatchMaxTimestamp: number | null;
  readonly segmentCreatedAtMs: number;
  readonly nowMs: number;
  readonly incomingMaxTimestamp: number;
  readonly incomingLastOffset: number;
  readonly incomingSize: number;
  readonly segmentBaseOffset: number;
  readonly roll: boolean;
}

describe('segmentRoll', () => {
  for (const vector of casesOf<RollCase>('segmentRoll', 13)) {
    test(`[SG3] ${vector.id}: ${vector.name}`, () => {
      const segment = {
        baseOffset: vector.segmentBaseOffset,
        sizeBytes: vector.segmentSize,
        firstBatchMaxTimestampMs: vector.firstBatchMaxTimestamp ?? -1,
        rollJitterMs: vector.rollJitterMs,
        offsetIndexEntries: 0,
        timeIndexEntries: 0,
        maxIndexBytes: 10_485_760,
      };
      expect(
        shouldRollSegment(
          segment,
          vector,
          vector.incomingSize,
          vector.incomingMaxTimestamp,
          vector.incomingLastOffset,
          vector.nowMs - vector.segmentCreatedAtMs,
        ),
      ).toBe(vector.roll);
    });
  }
});

interface RetentionConfig {
  readonly cleanupPolicy: string;
  readonly retentionMs: number;
  readonly retentionBytes: number;
  readonly localRetentionMs: number;
  readonly localRetentionBytes: number;
  readonly remoteStorageEnable: boolean;
  readonly remoteCopyDisable: boolean;
}

type RetentionOp =
  | { readonly op: 'append'; readonly records: number; readonly bytes: number; readonly timestamp: number }
  | { readonly op: 'roll' }
  | { readonly op: 'highWatermark'; readonly offset: number }
  | { readonly op: 'deleteRecords'; readonly offset: number }
  | { readonly op: 'uploadedUpTo'; readonly offset: number }
  | { readonly op: 'remoteLogStart'; readonly offset: number }
  | { readonly op: 'config'; readonly set: Partial<RetentionConfig> }
  | {
      readonly op: 'retention';
      readonly nowMs: number;
      readonly expect: Readonly<Record<string, unknown>>;
    };

interface RetentionCase {
  readonly id: string;
  readonly config: RetentionConfig;
  readonly ops: readonly RetentionOp[];
}

const SEGMENT = { indexIntervalBytes: 4096, maxIndexBytes: 10_485_760, rollJitterMs: 0 };

/**
 * A log of the engine under the operations of a case. What is in remote storage, of which the engine has nothing, is kept here:
 * there a segment that leaves the disk moves the local log start only, and the log's start is where the remote one is.
 */
class RetentionRun {
  private readonly log = new UnifiedLog(0, 1e15);
  private config: RetentionConfig;
  private uploadedUpTo = -1;
  /** Of the whole log, what is in remote storage included. */
  private logStart = 0;
  private readonly deleted = { StartOffsetBreach: 0, RetentionSizeBreach: 0, RetentionMsBreach: 0 };

  constructor(config: RetentionConfig) {
    this.config = config;
  }

  private get isRemote(): boolean {
    return this.config.remoteStorageEnable && !this.config.remoteCopyDisable;
  }

  perform(op: Exclude<RetentionOp, { readonly op: 'retention' }>): void {
    const { log } = this;
    switch (op.op) {
      case 'append':
        log.append(
          {
            baseOffset: log.logEndOffset,
            count: op.records,
            sizeBytes: op.bytes,
            leaderEpoch: 0,
            maxTimestampMs: op.timestamp,
            producerId: -1,
            producerEpoch: -1,
            baseSequence: -1,
            origin: NO_ORIGIN,
            firstOrdinal: 0,
          },
          0,
        );
        return;
      case 'roll':
        log.roll(0, SEGMENT);
        return;
      case 'highWatermark':
        log.highWatermark = op.offset;
        return;
      case 'deleteRecords':
        this.logStart = op.offset;
        log.raiseLogStart(op.offset, 0);
        return;
      case 'uploadedUpTo':
        this.uploadedUpTo = op.offset;
        return;
      case 'remoteLogStart':
        this.logStart = op.offset;
        log.raiseLogStart(op.offset, 0);
        return;
      case 'config':
        this.config = { ...this.config, ...op.set };
    }
  }

  check(nowMs: number): Record<string, unknown> {
    for (const reason of ['StartOffsetBreach', 'RetentionSizeBreach', 'RetentionMsBreach'] as const)
      this.deleted[reason] = 0;
    const policies = this.config.cleanupPolicy.split(',');
    for (const reason of retentionReasons(policies.includes('delete'))) this.apply(reason, nowMs);
    const { log } = this;
    const { StartOffsetBreach, RetentionSizeBreach, RetentionMsBreach } = this.deleted;
    return {
      segmentCount: log.segments.length,
      segmentBaseOffsets: log.segments.map(({ baseOffset }) => baseOffset),
      activeSegmentBytes: log.activeSegment.sizeBytes,
      deletedByStartOffset: StartOffsetBreach,
      deletedBySize: RetentionSizeBreach,
      deletedByTime: RetentionMsBreach,
      deletedTotal: StartOffsetBreach + RetentionSizeBreach + RetentionMsBreach,
      logStartOffset: this.logStart,
      localLogStartOffset: log.logStartOffset,
    };
  }

  private apply(reason: RetentionReason, nowMs: number): void {
    const { log, config } = this;
    const limits = this.isRemote
      ? {
          retentionMs: localLimit(config.localRetentionMs, config.retentionMs),
          retentionBytes: localLimit(config.localRetentionBytes, config.retentionBytes),
        }
      : config;
    const remote = config.remoteStorageEnable
      ? {
          isCopying: !config.remoteCopyDisable,
          highestOffset: this.uploadedUpTo,
          localLogStartOffset: log.logStartOffset,
        }
      : null;
    const { segments, sizeBytes, highWatermark, logEndOffset } = log;
    const seen = { segments, sizeBytes, highWatermark, logEndOffset, logStartOffset: this.logStart };
    const { count, mustRoll } = deletableSegments(seen, reason, limits, nowMs, remote);
    if (mustRoll) log.roll(0, SEGMENT);
    this.deleted[reason] = count;
    if (count === 0) return;
    if (count === log.segments.length) log.roll(0, SEGMENT);
    log.deleteOldestSegments(count, 0, 0);
    if (!this.isRemote) this.logStart = log.logStartOffset;
  }
}

describe('retention', () => {
  for (const vector of casesOf<RetentionCase>('retention', 29)) {
    test(`[RE1] [RE2] [RE3] [RE4] ${vector.id}`, () => {
      const run = new RetentionRun(vector.config);
      let checks = 0;
      for (const op of vector.ops) {
        if (op.op !== 'retention') {
          run.perform(op);
          continue;
        }
        const { _kafkaAsserted, ...expected } = op.expect;
        expect(run.check(op.nowMs), `check ${checks}`).toMatchObject(expected);
        checks += 1;
      }
      expect(checks).toBeGreaterThan(0);
    });
  }
});
