import { describe, expect, test } from 'vitest';
import type { BrokerView, LogLimitsView, ReplicaView, SegmentView } from '../../bridge/frame.ts';
import { segmentFates } from './segmentFates.ts';

const LIMITS: LogLimitsView = {
  isDeleted: true,
  isCompacted: false,
  retentionMs: 10_000,
  retentionBytes: null,
  segmentBytes: 1000,
  segmentMs: 10_000,
  indexIntervalBytes: 4096,
};

const segment = (baseOffset: number, maxTimestampMs: number, sizeBytes = 100): SegmentView => ({
  baseOffset,
  sizeBytes,
  firstTimestampMs: maxTimestampMs - 500,
  maxTimestampMs,
  offsetIndexEntries: 0,
  timeIndexEntries: 1,
});

function replica(
  segments: readonly SegmentView[],
  limits: Partial<LogLimitsView> | null = {},
  more: Partial<ReplicaView> = {},
): ReplicaView {
  return {
    logStartOffset: 0,
    highWatermark: 400,
    logEndOffset: 400,
    storage: {
      logDir: '/data',
      isOffline: false,
      sizeBytes: segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      segmentCount: segments.length,
      segments,
      deleted: [],
      limits: limits === null ? null : { ...LIMITS, ...limits },
    },
    ...more,
  } as ReplicaView;
}

/** It looks at 5 s, 8 s, 11 s … */
const BROKER = {
  retentionCheck: { nextUs: 5_000_000, intervalUs: 3_000_000 },
  clockOffsetMs: 0,
} as BrokerView;

const byTime = (atUs: number, heldBy: number | null = null) => ({
  kind: 'goes',
  reason: 'RetentionMsBreach',
  atUs,
  heldBy,
});

describe('what retention will take', () => {
  const three = [segment(0, 1000), segment(100, 2000), segment(200, 9000)];

  test('by time: the first check at which the newest record is older than the limit', () => {
    expect(segmentFates(replica(three), BROKER)).toEqual([
      byTime(14_000_000),
      byTime(14_000_000),
      byTime(20_000_000),
    ]);
  });

  test('exactly at the limit a segment stays until the check after', () => {
    expect(segmentFates(replica([segment(0, 1000)]), BROKER)).toEqual([byTime(14_000_000)]);
    expect(segmentFates(replica([segment(0, 999)]), BROKER)).toEqual([byTime(11_000_000)]);
  });

  test('one record of a later time holds all that stand behind it', () => {
    const segments = [segment(0, 1000), segment(100, 60_000), segment(200, 2000)];
    expect(segmentFates(replica(segments), BROKER)).toEqual([
      byTime(14_000_000),
      byTime(71_000_000),
      byTime(71_000_000, 100),
    ]);
  });

  test('by the clock of the broker', () => {
    expect(segmentFates(replica([segment(0, 1000)]), { ...BROKER, clockOffsetMs: 4000 })).toEqual([
      byTime(8_000_000),
    ]);
  });

  test('by size: as long as what is left is not below the limit', () => {
    const limits = { retentionMs: null, retentionBytes: 150 };
    expect(segmentFates(replica(three, limits), BROKER)).toEqual([
      { kind: 'goes', reason: 'RetentionSizeBreach', atUs: 5_000_000, heldBy: null },
      { kind: 'stays' },
      { kind: 'stays' },
    ]);
  });

  test('by log start, also where the topic is only compacted', () => {
    const limits = { isDeleted: false, isCompacted: true };
    expect(segmentFates(replica(three, limits, { logStartOffset: 150 }), BROKER)).toEqual([
      { kind: 'goes', reason: 'StartOffsetBreach', atUs: 5_000_000, heldBy: null },
      { kind: 'stays' },
      { kind: 'stays' },
    ]);
  });

  test('nothing beyond the high watermark, nor an empty active segment', () => {
    expect(segmentFates(replica(three, {}, { highWatermark: 199 }), BROKER).slice(1)).toEqual([
      { kind: 'waitsForHighWatermark' },
      { kind: 'waitsForHighWatermark' },
    ]);
    const empty = { ...segment(400, 0, 0), firstTimestampMs: null, maxTimestampMs: null };
    expect(segmentFates(replica([empty]), BROKER)).toEqual([{ kind: 'stays' }]);
  });

  test('nothing while no process looks', () => {
    expect(segmentFates(replica(three, null), BROKER)[0]).toEqual({ kind: 'unattended' });
    expect(segmentFates(replica(three), { ...BROKER, retentionCheck: null })[0]).toEqual({
      kind: 'unattended',
    });
  });
});
