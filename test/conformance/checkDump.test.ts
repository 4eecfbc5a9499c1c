import { describe, expect, it, test } from 'vitest';
import { complaintsOf, differencesOf } from '../../conformance/dump/checkDump.ts';
import { parseDump } from '../../conformance/record/parseDump.ts';
import { buildBatch } from '../../src/engine/storage/format/buildBatch.ts';
import { decodeSegment, encodeSegment } from '../../src/engine/storage/format/segmentBytes.ts';

const VALID =
  'baseOffset: 0 lastOffset: 1 count: 2 baseSequence: 0 lastSequence: 1 producerId: 7 producerEpoch: 0 partitionLeaderEpoch: 3 isTransactional: false isControl: false deleteHorizonMs: OptionalLong.empty position: 0 CreateTime: 1000 size: 78 magic: 2 compresscodec: none crc: 1 isvalid: true';
const RECORDS = [
  '| offset: 0 CreateTime: 1000 keySize: 1 valueSize: 1 sequence: 0 headerKeys: [] key: k payload: v',
  '| offset: 1 CreateTime: 1000 keySize: 1 valueSize: -1 sequence: 1 headerKeys: [] key: k',
];

const bytes = (text: string) => new TextEncoder().encode(text);
const WRITTEN = decodeSegment(
  encodeSegment([
    buildBatch({
      baseOffset: 0,
      partitionLeaderEpoch: 3,
      producerId: 7,
      producerEpoch: 0,
      baseSequence: 0,
      isTransactional: false,
      records: [
        { offset: 0, timestampMs: 1000, key: bytes('k'), value: bytes('v') },
        { offset: 1, timestampMs: 1000, key: bytes('k'), value: null },
      ],
    }),
  ]),
).batches;

const readAs = (lines: readonly string[]) =>
  parseDump(['Dumping /tmp/0.log', ...lines].join('\n')).get('/tmp/0.log') ?? [];

describe('complaints of kafka-dump-log', () => {
  test.each([
    ['nothing', { stdout: VALID, stderr: '' }, false, 0],
    [
      'a batch that is not valid',
      { stdout: VALID.replace('true', 'false').replace(/true$/, 'false'), stderr: '' },
      false,
      1,
    ],
    [
      'an index entry that points elsewhere',
      { stdout: '', stderr: 'Mismatches in :/tmp/0.index\n  Index offset: 5, log offset: 4' },
      true,
      2,
    ],
    [
      'an index that is corrupt',
      {
        stdout: '',
        stderr: 'Exception in thread "main" org.apache.kafka.storage.internals.log.CorruptIndexException',
      },
      true,
      1,
    ],
    [
      'offsets that are missing',
      { stdout: '', stderr: 'Non-consecutive offsets in /tmp/0.log\n  4 is followed by 9' },
      false,
      2,
    ],
    [
      'offsets that a cleaner took',
      { stdout: '', stderr: 'Non-consecutive offsets in /tmp/0.log\n  4 is followed by 9' },
      true,
      0,
    ],
    [
      'a segment that does not begin at 0',
      { stdout: '', stderr: 'Non-consecutive offsets in /tmp/421.log\n  -1 is followed by 421\n' },
      false,
      0,
    ],
    [
      'a gap in such a segment',
      {
        stdout: '',
        stderr:
          'Non-consecutive offsets in /tmp/421.log\n  -1 is followed by 421\n  430 is followed by 440\n',
      },
      false,
      3,
    ],
    ['what a JVM says of itself', { stdout: '', stderr: 'OpenJDK 64-Bit Server VM warning: …\n' }, false, 0],
  ])('%s', (_, output, isCleaned, count) => {
    expect(complaintsOf(output, isCleaned)).toHaveLength(count);
  });
});

describe('what Kafka read of what was written', () => {
  it('is the same', () => {
    expect(differencesOf(WRITTEN, readAs([VALID, ...RECORDS]))).toEqual([]);
  });

  test.each([
    ['a batch that it did not read', []],
    ['another size', [VALID.replace('size: 78', 'size: 80'), ...RECORDS]],
    ['another producer', [VALID.replace('producerId: 7', 'producerId: 8'), ...RECORDS]],
    ['another codec', [VALID.replace('codec: none', 'codec: gzip'), ...RECORDS]],
    ['a record that is missing', [VALID, RECORDS[0]!]],
    ['a value in the place of a tombstone', [VALID, RECORDS[0]!, RECORDS[1]!.replace('-1', '1')]],
  ])('%s is told', (_, lines) => {
    expect(differencesOf(WRITTEN, readAs(lines))).toHaveLength(1);
  });
});
