import { describe, expect, test } from 'vitest';
import { copyableSegments } from './copyableSegments.ts';
import { deletableRemoteSegments } from './deletableRemoteSegments.ts';

/** Of 100 bytes and ten offsets each; the newest record of the n-th has the time 1 000 n. */
const remote = [0, 1, 2, 3].map((n) => ({
  baseOffset: 10 * n,
  endOffset: 10 * n + 10,
  sizeBytes: 100,
  maxTimestampMs: 1000 * n,
}));
const NO_LIMITS = { retentionBytes: -1, retentionMs: -1 };

describe('[TS4] what remote storage gives up', () => {
  test.each([
    { what: 'nothing without limits', limits: {}, reasons: [] },
    {
      what: 'what is below the log start',
      logStartOffset: 20,
      limits: {},
      reasons: ['StartOffsetBreach', 'StartOffsetBreach'],
    },
    {
      what: 'not a segment that the log start is within',
      logStartOffset: 19,
      limits: {},
      reasons: ['StartOffsetBreach'],
    },
    {
      what: 'by size, what is only on the disk included',
      onlyLocalBytes: 150,
      limits: { retentionBytes: 450 },
      reasons: ['RetentionSizeBreach'],
    },
    {
      what: 'nothing that would leave less than the limit',
      onlyLocalBytes: 149,
      limits: { retentionBytes: 450 },
      reasons: [],
    },
    {
      what: 'by time, as old as the limit already',
      limits: { retentionMs: 500 },
      nowMs: 1500,
      reasons: ['RetentionMsBreach', 'RetentionMsBreach'],
    },
    {
      what: 'by time, not a ms earlier',
      limits: { retentionMs: 500 },
      nowMs: 1499,
      reasons: ['RetentionMsBreach'],
    },
    {
      what: 'by size first, then by time',
      limits: { retentionBytes: 300, retentionMs: 500 },
      nowMs: 1500,
      reasons: ['RetentionSizeBreach', 'RetentionMsBreach'],
    },
  ])('is $what', ({ limits, reasons, logStartOffset = 0, onlyLocalBytes = 0, nowMs = 100_000 }) => {
    const log = { remote, logStartOffset, onlyLocalBytes };
    expect(deletableRemoteSegments(log, { ...NO_LIMITS, ...limits }, nowMs)).toEqual(reasons);
  });
});

describe('[TS1] what is copied', () => {
  const segments = [0, 10, 20, 30].map((baseOffset) => ({ baseOffset }));
  test.each([
    { copied: -1, stable: 100, bases: [0, 10, 20] },
    { copied: 9, stable: 100, bases: [10, 20] },
    { copied: -1, stable: 20, bases: [0, 10] },
    { copied: -1, stable: 19, bases: [0] },
    { copied: 29, stable: 100, bases: [] },
  ])(
    'after offset $copied with LSO $stable are $bases, and never the active one',
    ({ copied, stable, bases }) => {
      expect(copyableSegments(segments, copied, stable).map(({ baseOffset }) => baseOffset)).toEqual(bases);
    },
  );
});
