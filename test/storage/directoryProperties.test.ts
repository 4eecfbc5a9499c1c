import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeLeaderEpochCheckpoint,
  decodePartitionMetadata,
  encodeLeaderEpochCheckpoint,
} from '../../src/engine/storage/format/checkpointText.ts';
import { encodeBatch } from '../../src/engine/storage/format/batchBytes.ts';
import { buildBatch } from '../../src/engine/storage/format/buildBatch.ts';
import { parseSegmentFileName, segmentFileName } from '../../src/engine/storage/segmentFileName.ts';
import { decodeOffsetIndex, decodeTimeIndex } from '../../src/engine/storage/format/indexBytes.ts';
import { decodeDirectory, encodeDirectory } from '../../src/engine/storage/format/partitionDirectory.ts';
import {
  decodeProducerSnapshot,
  encodeProducerSnapshot,
} from '../../src/engine/storage/format/producerSnapshotBytes.ts';
import {
  attempt,
  checkIndexes,
  decodeSegment,
  encodeSegment,
} from '../../src/engine/storage/format/segmentBytes.ts';
import {
  decodeTransactionIndex,
  encodeTransactionIndex,
} from '../../src/engine/storage/format/transactionIndexBytes.ts';
import { anyPartition } from './arbitraries.ts';
import { fromHex } from './kafkaFiles.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const codeOf = (read: () => unknown): string | null => {
  const result = attempt(read);
  return 'problem' in result ? result.problem.code : null;
};

test('[segment-files] any directory round trips, and its indexes point at its batches', () => {
  fc.assert(
    fc.property(anyPartition, (partition) => {
      const files = encodeDirectory(partition);
      expect(decodeDirectory(files)).toEqual({ partition, problems: [], preallocatedBytes: 0 });
      expect([...files.keys()]).toEqual([...files.keys()].sort());
      for (const { baseOffset, offsetIndex, timeIndex } of partition.segments) {
        const { batches } = decodeSegment(files.get(segmentFileName(baseOffset, '.log'))!);
        expect(checkIndexes(batches, offsetIndex, timeIndex)).toEqual([]);
      }
    }),
  );
});

test('[segment-files] a changed byte in any file throws nothing, and the other files are read as before', () => {
  fc.assert(
    fc.property(
      anyPartition,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (partition, file, place, flip) => {
        const files = encodeDirectory(partition);
        const name = [...files.keys()][file % files.size]!;
        const bytes = files.get(name)!;
        if (bytes.length === 0) return;
        bytes[place % bytes.length]! ^= flip;
        const { partition: read, problems } = decodeDirectory(files);
        expect(problems.filter((problem) => problem.file !== name)).toEqual([]);
        expect(read.segments.length).toBe(partition.segments.length);
        // Snapshots have a CRC: each change in one is noticed.
        if (name.endsWith('.snapshot')) expect(problems).toHaveLength(1);
      },
    ),
    { numRuns: 300 },
  );
});

test('[segment-files] random bytes under any name are read or refused, never thrown', () => {
  const names = [
    '00000000000000000000.log',
    '00000000000000000000.index',
    '00000000000000000000.timeindex',
    '00000000000000000000.txnindex',
    '00000000000000000007.snapshot',
    'leader-epoch-checkpoint',
    'partition.metadata',
    'stray',
  ];
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 150 }), { minLength: 8, maxLength: 8 }), (contents) => {
      const { problems } = decodeDirectory(new Map(names.map((name, i) => [name, contents[i]!])));
      expect(problems.map(({ code }) => code)).toContain('unknown-file');
    }),
    { numRuns: 500 },
  );
});

test('[segment-files] a segment is read up to its first broken batch', () => {
  const batches = [0, 1, 2].map((offset) =>
    buildBatch({
      baseOffset: offset,
      partitionLeaderEpoch: 0,
      records: [{ offset, timestampMs: 1000 + offset, key: null, value: text('value') }],
    }),
  );
  const bytes = encodeSegment(batches);
  const size = bytes.length / 3;
  expect(decodeSegment(bytes.subarray(0, bytes.length - 1))).toMatchObject({
    validBytes: 2 * size,
    problem: { code: 'truncated', position: 2 * size },
  });
  const flipped = bytes.slice();
  flipped[size + 70]! ^= 1;
  expect(decodeSegment(flipped)).toMatchObject({
    validBytes: size,
    problem: { code: 'wrong-crc', position: size + 17 },
  });
  const twice = Uint8Array.from([...encodeBatch(batches[1]!), ...encodeBatch(batches[1]!)]);
  expect(decodeSegment(twice).problem).toMatchObject({ code: 'not-in-order', found: 1, expected: 2 });
});

test('[segment-files] names are 20 digits, and others are not names', () => {
  expect(segmentFileName(170_210, '.log')).toBe('00000000000000170210.log');
  expect(parseSegmentFileName('00000000000000170210.timeindex')).toEqual({
    offset: 170_210,
    suffix: '.timeindex',
  });
  for (const other of [
    '170210.log',
    '00000000000000170210.log.deleted',
    '00000000000000170210.swap',
    '0000000000000017021x.log',
    '99999999999999999999.log',
    '',
  ])
    expect(parseSegmentFileName(other)).toBeNull();
  fc.assert(
    fc.property(fc.maxSafeNat(), (offset) => {
      expect(parseSegmentFileName(segmentFileName(offset, '.snapshot'))).toEqual({
        offset,
        suffix: '.snapshot',
      });
    }),
  );
});

test('[segment-files] an index file must hold whole entries in order; zeros at its end are none', () => {
  expect(decodeOffsetIndex(fromHex('0000000500000100'), 40)).toEqual({
    entries: [{ offset: 45, position: 256 }],
    preallocatedBytes: 0,
  });
  expect(decodeOffsetIndex(fromHex('0000000500000100' + '00'.repeat(16)), 40).preallocatedBytes).toBe(16);
  expect(decodeOffsetIndex(new Uint8Array(1024), 0)).toEqual({ entries: [], preallocatedBytes: 1024 });
  expect(codeOf(() => decodeOffsetIndex(fromHex('00000005000001'), 0))).toBe('truncated');
  expect(codeOf(() => decodeOffsetIndex(fromHex('00000005000001000000000500000200'), 0))).toBe(
    'not-in-order',
  );
  expect(codeOf(() => decodeOffsetIndex(fromHex('00000005000002000000000600000200'), 0))).toBe(
    'not-in-order',
  );
  expect(codeOf(() => decodeOffsetIndex(fromHex('ffffffff00000200'), 0))).toBe('points-nowhere');
  expect(decodeTimeIndex(fromHex('000000000000000000000000'), 3).entries).toEqual([
    { timestampMs: 0, offset: 3 },
  ]);
  expect(codeOf(() => decodeTimeIndex(fromHex('000000000000000500000001000000000000000500000002'), 0))).toBe(
    'not-in-order',
  );
  expect(codeOf(() => decodeTimeIndex(fromHex('000000000000000500000002000000000000000600000001'), 0))).toBe(
    'not-in-order',
  );
});

test('[segment-files] index entries that point at no batch are found', () => {
  const batch = buildBatch({
    baseOffset: 3,
    partitionLeaderEpoch: 0,
    records: [{ offset: 3, timestampMs: 9, key: null, value: null }],
  });
  const placed = [{ batch, position: 0, sizeBytes: 68 }];
  expect(checkIndexes(placed, [{ offset: 3, position: 0 }], [{ timestampMs: 9, offset: 3 }])).toEqual([]);
  expect(checkIndexes(placed, [{ offset: 3, position: 68 }], [{ timestampMs: 8, offset: 3 }])).toMatchObject([
    { code: 'points-nowhere', field: '.index', expected: null },
    { code: 'points-nowhere', field: '.timeindex', found: 8, expected: 9 },
  ]);
});

test('[aborted-index] an entry takes 34 bytes and must be whole and of version 0', () => {
  const entry = { producerId: 1, firstOffset: 2, lastOffset: 3, lastStableOffset: 4 };
  const bytes = encodeTransactionIndex([entry]);
  expect(bytes.length).toBe(34);
  expect(decodeTransactionIndex(bytes)).toEqual([entry]);
  expect(codeOf(() => decodeTransactionIndex(bytes.subarray(1)))).toBe('truncated');
  expect(codeOf(() => decodeTransactionIndex(Uint8Array.from([0, 1, ...bytes.subarray(2)])))).toBe(
    'wrong-version',
  );
  expect(codeOf(() => decodeTransactionIndex(encodeTransactionIndex([entry, entry])))).toBe('not-in-order');
});

test('[producer-snapshots] a snapshot must be whole, of version 1 and true to its CRC', () => {
  const bytes = encodeProducerSnapshot([]);
  expect(bytes.length).toBe(10);
  expect(decodeProducerSnapshot(bytes)).toEqual([]);
  expect(codeOf(() => decodeProducerSnapshot(bytes.subarray(0, 9)))).toBe('wrong-crc');
  expect(codeOf(() => decodeProducerSnapshot(bytes.subarray(0, 5)))).toBe('truncated');
  expect(codeOf(() => decodeProducerSnapshot(Uint8Array.from([0, 2, ...bytes.subarray(2)])))).toBe(
    'wrong-version',
  );
});

test.each([
  ['', 'truncated'],
  ['1\n0\n', 'wrong-version'],
  ['0\n', 'truncated'],
  ['0\n1\n', 'length-mismatch'],
  ['0\n1\n5\n', 'bad-line'],
  ['0\n1\n5 x\n', 'bad-line'],
  ['0\n2\n5 10\n5 20\n', 'not-in-order'],
  ['0\n2\n5 10\n6 10\n', 'not-in-order'],
  ['0\n1\n5 99999999999999999999\n', 'bad-line'],
  ['0\n0\n', null],
])('[segment-files] a leader-epoch-checkpoint of %j gives %s', (content, code) => {
  expect(codeOf(() => decodeLeaderEpochCheckpoint(text(content)))).toBe(code);
});

test('[segment-files] leader epochs are lines of two numbers', () => {
  const bytes = encodeLeaderEpochCheckpoint([
    { epoch: 0, startOffset: 0 },
    { epoch: 4, startOffset: 170 },
  ]);
  expect(new TextDecoder().decode(bytes)).toBe('0\n2\n0 0\n4 170\n');
});

test.each([
  ['version: 0\ntopic_id: AAECAwQFBgcICQoLDA0ODw', null],
  ['version: 0\ntopic_id: AAECAwQFBgcICQoLDA0ODw\n', null],
  ['version: 1\ntopic_id: AAECAwQFBgcICQoLDA0ODw', 'wrong-version'],
  ['version: 0\ntopic_id: short', 'bad-line'],
  ['version: 0\n', 'bad-line'],
  ['', 'bad-line'],
  ['version: 0\ntopic_id: AAECAwQFBgcICQoLDA0ODw\nmore', 'bytes-left-over'],
])('[segment-files] a partition.metadata of %j gives %s', (content, code) => {
  expect(codeOf(() => decodePartitionMetadata(text(content)))).toBe(code);
});
