import { expect, it } from 'vitest';
import { parseDump } from '../../conformance/record/parseDump.ts';

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
  });
  expect(data?.records).toEqual([
    { offset: 0, createTimeMs: 1795988894100, payload: '0007' },
    { offset: 1, createTimeMs: 1795988894104, payload: '0008' },
  ]);
  expect(marker?.isControl).toBe(true);
  expect(marker?.records[0]?.payload).toContain('COMMIT');
  const [change] = files.get('/data/__cluster_metadata-0/00000000000000000000.log') ?? [];
  expect(change?.records[0]?.payload).toMatch(/^LeaderChange: .*"leaderId":101/);
});
