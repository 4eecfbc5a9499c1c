import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateBatchSize } from '../../src/engine/storage/validateBatchSize.ts';
import { isCompacted, validateKey } from '../../src/engine/storage/validateKey.ts';
import { timestampToStore, validateTimestamp } from '../../src/engine/storage/validateTimestamp.ts';

interface SizeCase {
  readonly id: string;
  readonly maxMessageBytes: number;
  readonly segmentBytes: number;
  readonly batchSizeInBytes: number;
  readonly expect: string;
}

interface TimestampCase {
  readonly id: string;
  readonly messageTimestampType: 'CreateTime' | 'LogAppendTime';
  readonly beforeMaxMs: number;
  readonly afterMaxMs: number;
  readonly nowMs: number;
  readonly recordTimestamp: number;
  readonly expect: string;
}

interface KeyCase {
  readonly id: string;
  readonly cleanupPolicy: string;
  readonly record: { readonly key: string | null; readonly value: string | null };
  readonly expect: string;
}

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
  readonly groups: {
    readonly messageSize: readonly SizeCase[];
    readonly timestampValidation: readonly TimestampCase[];
    readonly compactedTopicValidation: readonly KeyCase[];
  };
};

/** As the vectors say it. */
const said = (error: string): string => (error === 'NONE' ? 'OK' : error);

describe('vectors-2.json messageSize', () => {
  test.each(groups.messageSize)('[batch-limits] $id', (vector) => {
    const { batchSizeInBytes, maxMessageBytes, segmentBytes } = vector;
    expect(said(validateBatchSize(batchSizeInBytes, maxMessageBytes, segmentBytes))).toBe(vector.expect);
  });

  test('runs 4 of 4 cases, 0 are left', () => {
    expect(groups.messageSize.map(({ id }) => id)).toEqual(['ms-exact', 'ms-over', 'ms-segment', 'ms-compressed']);
  });

  test('[batch-limits] too large for the topic comes before too large for a segment, both limits are inclusive', () => {
    expect(validateBatchSize(101, 100, 50)).toBe('MESSAGE_TOO_LARGE');
    expect(validateBatchSize(51, 100, 50)).toBe('RECORD_LIST_TOO_LARGE');
    expect(validateBatchSize(50, 50, 50)).toBe('NONE');
  });
});

describe('vectors-2.json timestampValidation', () => {
  test.each(groups.timestampValidation)('[timestamp-limits] $id', (vector) => {
    const { messageTimestampType: type, beforeMaxMs, afterMaxMs, nowMs, recordTimestamp } = vector;
    const error = validateTimestamp(recordTimestamp, nowMs, { type, beforeMaxMs, afterMaxMs });
    const stored = timestampToStore(recordTimestamp, nowMs, type);
    const outcome = said(error) + (stored === recordTimestamp ? '' : ` (overwritten with ${stored})`);
    expect(outcome).toBe(vector.expect);
  });

  test('runs 5 of 5 cases, 0 are left', () => {
    expect(groups.timestampValidation.map(({ id }) => id)).toEqual([
      'tv-ok',
      'tv-1h-ahead',
      'tv-too-far',
      'tv-very-old',
      'tv-log-append',
    ]);
  });

  test.each([
    ['exactly as old as allowed', 8_999_000, 'NONE'],
    ['a millisecond too old', 8_998_999, 'INVALID_TIMESTAMP'],
    ['exactly as far ahead as allowed', 9_000_500, 'NONE'],
    ['a millisecond too far ahead', 9_000_501, 'INVALID_TIMESTAMP'],
    ['without a timestamp', -1, 'NONE'],
    ['of 1970', 0, 'INVALID_TIMESTAMP'],
  ])('[timestamp-limits] a record %s', (_, timestampMs, error) => {
    const limits = { type: 'CreateTime', beforeMaxMs: 1000, afterMaxMs: 500 } as const;
    expect(validateTimestamp(timestampMs, 9_000_000, limits)).toBe(error);
    expect(validateTimestamp(timestampMs, 9_000_000, { ...limits, type: 'LogAppendTime' })).toBe('NONE');
  });
});

describe('vectors-2.json compactedTopicValidation', () => {
  test.each(groups.compactedTopicValidation)('[compacted-keys] $id', (vector) => {
    const { cleanupPolicy, record } = vector;
    expect(said(validateKey(record.key !== null, isCompacted(cleanupPolicy)))).toBe(vector.expect);
  });

  test('runs 5 of 5 cases, 0 are left', () => {
    expect(groups.compactedTopicValidation.map(({ id }) => id)).toEqual([
      'cv-null-key',
      'cv-empty-key',
      'cv-tombstone',
      'cv-compact-delete',
      'cv-delete',
    ]);
  });

  test('[compacted-keys] a value matters in no policy', () => {
    for (const [policy, expected] of [
      ['', false],
      ['delete', false],
      ['delete, compact', true],
      ['compacted', false],
    ] as const)
      expect(isCompacted(policy)).toBe(expected);
  });
});
