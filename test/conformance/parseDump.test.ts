import { expect, it } from 'vitest';
import { parseQuorum } from '../../conformance/record/recordQuorum.ts';
import { parseDump, parseIndexDump } from '../../conformance/record/parseDump.ts';
import { cleanedRecords } from '../../conformance/record/recordLogs.ts';

const PRINTED = `Dumping /data/payments-0/00000000000000000000.log
Log starting offset: 0
baseOffset: 0 lastOffset: 1 count: 2 baseSequence: 0 lastSequence: 1 producerId: 1000 producerEpoch: 0 partitionLeaderEpoch: 3 isTransactional: true isControl: false deleteHorizonMs: OptionalLong.empty position: 0 CreateTime: 1795988894104 size: 280 magic: 2 compresscodec: none crc: 1 isvalid: true
| offset: 0 CreateTime: 1795988894100 keySize: -1 valueSize: 4 sequence: 0 headerKeys: [] payload: 0007
| offset: 1 CreateTime: 1795988894104 keySize: 3 valueSize: 4 sequence: 1 headerKeys: [] key: abc payload: 0008
baseOffset: 2 lastOffset: 2 count: 1 baseSequence: -1 lastSequence: -1 producerId: 1000 producerEpoch: 0 partitionLeaderEpoch: 3 isTransactional: true isControl: true deleteHorizonMs: OptionalLong.empty position: 280 CreateTime: 1795988894204 size: 78 magic: 2 compresscodec: none crc: 1 isvalid: true
| offset: 2 CreateTime: 1795988894204 keySize: 4 valueSize: 6 sequence: -1 headerKeys: [] endTxnMarker: COMMIT coordinatorEpoch: 0
Dumping /data/__cluster_metadata-0/00000000000000000000.log
Log starting offset: 0
baseOffset: 0 lastOffset: 0 count: 1 baseSequence: -1 lastSequence: -1 producerId: -1 producerEpoch: -1 partitionLeaderEpoch: 1 isTransactional: false isControl: true deleteHorizonMs: OptionalLong.empty position: 0 CreateTime: 1 size: 89 magic: 2 compresscodec: none crc: 1 isvalid: true
| offset: 0 CreateTime: 1 keySize: 4 valueSize: 11 sequence: -1 headerKeys: [] LeaderChange: {"version":0,"leaderId":101,"voters":[{"voterId":101}],"grantingVoters":[]}
`;

it('reads batches and records of each file as DumpLogSegments prints them', () => {
  const files = parseDump(PRINTED);
  expect([...files.keys()]).toEqual([
    '/data/payments-0/00000000000000000000.log',
    '/data/__cluster_metadata-0/00000000000000000000.log',
  ]);
  const [data, marker] = files.get('/data/payments-0/00000000000000000000.log') ?? [];
  expect(data).toMatchObject({
    baseOffset: 0,
    lastOffset: 1,
    leaderEpoch: 3,
    producerId: 1000,
    producerEpoch: 0,
    baseSequence: 0,
    isTransactional: true,
    isControl: false,
    codec: 'none',
    sizeBytes: 280,
  });
  expect(data?.records).toEqual([
    { offset: 0, createTimeMs: 1795988894100, isTombstone: false, payload: '0007' },
    { offset: 1, createTimeMs: 1795988894104, isTombstone: false, payload: '0008' },
  ]);
  expect(marker?.isControl).toBe(true);
  expect(marker?.records[0]?.payload).toContain('COMMIT');
  const [change] = files.get('/data/__cluster_metadata-0/00000000000000000000.log') ?? [];
  expect(change?.records[0]?.payload).toMatch(/^LeaderChange: .*"leaderId":101/);
});

it('reads what compaction left: which offsets hold records, tombstones, and until when those stay', () => {
  const batch = (base: number, last: number, horizon: string) =>
    `baseOffset: ${base} lastOffset: ${last} count: 1 baseSequence: 0 lastSequence: 0 producerId: 1000 producerEpoch: 0 partitionLeaderEpoch: 0 isTransactional: false isControl: false deleteHorizonMs: ${horizon} position: 0 CreateTime: 9000 size: 69 magic: 2 compresscodec: none crc: 1 isvalid: true`;
  const record = (offset: number, value: string | null) =>
    `| offset: ${offset} CreateTime: 9000 keySize: 2 valueSize: ${value === null ? '-1' : value.length} sequence: 0 headerKeys: [] key: k1${value === null ? '' : ` payload: ${value}`}`;
  const batchesOf = (...lines: string[]) =>
    parseDump(['Dumping /data/a-0/0.log', ...lines].join('\n')).get('/data/a-0/0.log') ?? [];
  const none = 'OptionalLong.empty';
  expect(
    cleanedRecords(
      batchesOf(
        batch(3, 6, 'OptionalLong[9500]'),
        record(4, null),
        record(6, '0012'),
        batch(7, 7, none),
        record(7, '0013'),
        batch(8, 9, none),
        batch(10, 10, none),
        record(10, null),
      ),
      9000,
    ),
  ).toEqual({
    kept: [
      [4, 4],
      [6, 7],
      [10, 10],
    ],
    tombstones: [
      [4, 500],
      [10, null],
    ],
  });
  // A log that has all its records, or lost whole batches, has nothing of the kind.
  expect(
    cleanedRecords(
      batchesOf(batch(3, 3, none), record(3, '0012'), batch(7, 7, none), record(7, '0013')),
      9000,
    ),
  ).toBeNull();
});

it('reads the entries of index files', () => {
  const printed = `Dumping /data/clicks-0/00000000000000000052.index
offset: 55 position: 60216
offset: 58 position: 120432
Mismatches in :/data/clicks-0/00000000000000000052.index
Dumping /data/clicks-0/00000000000000000052.timeindex
timestamp: 1795988894104 offset: 55
Dumping /data/clicks-0/00000000000000000090.index
offset: 90 position: 0
Dumping /data/clicks-0/00000000000000000090.timeindex
timestamp: 0 offset: 90
`;
  expect([...parseIndexDump(printed)]).toEqual([
    [
      '/data/clicks-0/00000000000000000052.index',
      [
        [55, 60216],
        [58, 120432],
      ],
    ],
    ['/data/clicks-0/00000000000000000052.timeindex', [[1795988894104, 55]]],
    ['/data/clicks-0/00000000000000000090.index', []],
    ['/data/clicks-0/00000000000000000090.timeindex', []],
  ]);
});

it('reads who is in the quorum from the table of kafka-metadata-quorum', () => {
  const printed = `NodeId\tDirectoryId           \tLogEndOffset\tLag\tLastFetchTimestamp\tLastCaughtUpTimestamp\tStatus  \t
101   \tAAAAAAAAAAAAAAAAAAAAAA\t104         \t0  \t1796012196209     \t1796012196209        \tLeader  \t
2     \tZMa36_EkRQlydoXN5hD2FQ\t104         \t0  \t1796012195750     \t1796012195750        \tObserver\t
`;
  expect(parseQuorum(printed)).toEqual([
    [2, 'Observer'],
    [101, 'Leader'],
  ]);
  expect(() => parseQuorum('Error: timed out')).toThrow('printed no table');
});
