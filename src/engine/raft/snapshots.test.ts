import { describe, expect, test } from 'vitest';
import { MetadataImage } from '../metadata/MetadataImage.ts';
import { imageOfSnapshot, snapshotOf } from '../metadata/MetadataSnapshot.ts';
import type { MetadataSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import type { FetchSnapshotResponse } from '../protocol/requests.ts';
import { committedImage } from './committedImage.ts';
import { firstKeptSnapshot } from './firstKeptSnapshot.ts';
import { RaftLog } from './RaftLog.ts';
import { snapshotReason } from './snapshotReason.ts';
import { afterSlice, fetchSnapshotRequest, newsOf } from './snapshotSlices.ts';
import { needsSnapshot } from './validateRaftFetch.ts';

const HOUR_US = 3_600_000_000;
const registration = {
  replicas: [1, 2],
  isr: [1],
  elr: [2],
  lastKnownElr: [],
  leader: 1,
  leaderEpoch: 3,
  partitionEpoch: 5,
  recovery: 'RECOVERED',
} as const;

function topic(name: string): MetadataRecord[] {
  return [
    { kind: 'TopicRecord', topic: name },
    { kind: 'PartitionRecord', topic: name, partition: 0, registration },
  ];
}

function logOf(records: readonly MetadataRecord[], epochs: readonly number[] = []): RaftLog {
  const log = new RaftLog();
  for (const [i, record] of records.entries()) log.append({ epoch: epochs[i] ?? 1, record });
  return log;
}

function snapshotAt(log: RaftLog, endOffset: number, timestampMs = 0): MetadataSnapshot {
  const epoch = log.epochAt(endOffset - 1) ?? 0;
  const snapshot = snapshotOf(committedImage(log, endOffset), epoch, timestampMs, []);
  log.addSnapshot(snapshot);
  return snapshot;
}

const NO_OPS = Array<MetadataRecord>(10).fill({ kind: 'NoOpRecord' });

describe('when a snapshot is made', () => {
  const config = { maxBytesBetween: 20_971_520, maxIntervalUs: HOUR_US };

  test.each([
    ['nothing much has happened', 20_971_519, HOUR_US - 1, config, null],
    ['exactly so many bytes', 20_971_520, 0, config, 'MaxBytes'],
    ['exactly so much time', 60, HOUR_US, config, 'MaxInterval'],
    ['both: bytes are asked first', 20_971_520, HOUR_US, config, 'MaxBytes'],
    ['never by time with an interval of 0', 60, 100 * HOUR_US, { ...config, maxIntervalUs: 0 }, null],
  ] as const)('[Q12] %s', (_name, bytes, elapsedUs, given, reason) => {
    expect(snapshotReason({ sinceUs: 7, bytes }, 7 + elapsedUs, given)).toBe(reason);
  });
});

describe('who is sent to a snapshot', () => {
  const earliest = { endOffset: 500, epoch: 3 };

  test.each([
    ['the leader has no snapshot', 0, 0, 0, undefined, false],
    ['an empty log gets the snapshot, though the whole log is there', 0, 0, 0, earliest, true],
    ['before the start of the log', 499, 3, 500, earliest, true],
    ['at the start, with the epoch of the snapshot', 500, 3, 500, earliest, false],
    ['at the start, with another epoch', 500, 2, 500, earliest, true],
    ['after the start, in an epoch before the snapshot', 510, 2, 500, earliest, true],
    ['after the start, in a later epoch', 510, 4, 500, earliest, false],
    ['before a snapshot whose records are still in the log', 100, 3, 0, earliest, false],
    ['the same in an older epoch', 100, 2, 0, earliest, true],
  ] as const)('[Q12] %s', (_name, fetchOffset, epoch, start, snapshot, needed) => {
    expect(needsSnapshot(fetchOffset, epoch, start, snapshot)).toBe(needed);
  });
});

describe('which snapshots stay', () => {
  const snapshots = [
    { endOffset: 100, sizeBytes: 1000, timestampMs: 0 },
    { endOffset: 200, sizeBytes: 1000, timestampMs: 5000 },
    { endOffset: 300, sizeBytes: 1000, timestampMs: 9000 },
  ];
  const free = { maxRetentionBytes: -1, maxRetentionMs: -1 };
  const kept = (config: Partial<typeof free>, of = snapshots) =>
    firstKeptSnapshot(of, 0, (offset) => 60 * (400 - offset), 10_000, { ...free, ...config });

  test.each([
    ['no limits', {}, 0],
    ['all just fit', { maxRetentionBytes: 24_000 + 3000 }, 0],
    ['one byte too many: the oldest goes, with 200 records', { maxRetentionBytes: 26_999 }, 1],
    ['then the next one', { maxRetentionBytes: 13_999 }, 2],
    ['the newest stays whatever it takes', { maxRetentionBytes: 0 }, 2],
    ['exactly so old stays', { maxRetentionMs: 10_000 }, 0],
    ['older goes', { maxRetentionMs: 9999 }, 1],
    ['both older ones', { maxRetentionMs: 1 }, 2],
  ] as const)('[Q12] %s', (_name, config, first) => {
    expect(kept(config)).toBe(first);
  });

  test('[Q12] a single snapshot is never deleted', () => {
    expect(kept({ maxRetentionBytes: 0, maxRetentionMs: 0 }, snapshots.slice(0, 1))).toBe(0);
    expect(kept({ maxRetentionBytes: 0, maxRetentionMs: 0 }, [])).toBe(0);
  });
});

describe('the image in a snapshot', () => {
  const records: MetadataRecord[] = [
    { kind: 'FeatureLevelRecord', name: 'eligible.leader.replicas.version', level: 1 },
    ...[1, 2, 3].flatMap((broker): MetadataRecord[] => [
      { kind: 'RegisterBrokerRecord', broker, incarnationId: `i${broker}`, brokerEpoch: broker, rack: 'a' },
      { kind: 'BrokerRegistrationChangeRecord', broker, brokerEpoch: broker, fenced: false },
    ]),
    { kind: 'BrokerRegistrationChangeRecord', broker: 2, brokerEpoch: 2, inControlledShutdown: true },
    { kind: 'BrokerRegistrationChangeRecord', broker: 3, brokerEpoch: 3, fenced: true },
    ...topic('gone'),
    ...topic('orders'),
    { kind: 'RemoveTopicRecord', topic: 'gone' },
    ...topic('gone'),
    { kind: 'ConfigRecord', topic: 'orders', name: 'min.insync.replicas', value: '2' },
    { kind: 'ConfigRecord', topic: 'orders', name: 'retention.ms', value: '5' },
    { kind: 'ConfigRecord', topic: 'orders', name: 'retention.ms', value: null },
    { kind: 'ConfigRecord', topic: null, name: 'min.insync.replicas', value: '1' },
    { kind: 'ConfigRecord', topic: null, broker: 2, name: 'num.io.threads', value: '4' },
    {
      kind: 'ClientQuotaRecord',
      entity: { user: null, clientId: 'p' },
      key: 'producer_byte_rate',
      value: 1000,
    },
    { kind: 'ProducerIdsRecord', broker: 1, nextProducerId: 2000 },
    { kind: 'NoOpRecord' },
  ];
  const image = new MetadataImage();
  for (const record of records) image.replay(record);
  const snapshot = snapshotOf(image, 4, 0, ['orders-0']);

  test('[Q12] loading it gives the image that it was made from, topic ids and offset included', () => {
    expect(imageOfSnapshot(snapshot)).toEqual(image);
    expect(snapshot).toMatchObject({ endOffset: records.length, epoch: 4, uncleanlyElected: ['orders-0'] });
  });

  test('[Q12] what was deleted or set anew takes no room in it', () => {
    expect(snapshot.records.length).toBeLessThan(records.length);
    expect(
      snapshot.records.filter(({ kind }) => kind === 'NoOpRecord' || kind === 'RemoveTopicRecord'),
    ).toEqual([]);
    expect(snapshot.sizeBytes).toBe(60 * (snapshot.records.length + 2));
  });
});

describe('a log with snapshots', () => {
  test('[Q12] once the oldest is deleted the log begins where the next one ends', () => {
    const log = logOf(NO_OPS, [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]);
    snapshotAt(log, 2);
    const second = snapshotAt(log, 5);
    log.deleteBefore(second);
    expect([log.startOffset, log.endOffset, log.snapshots]).toEqual([5, 10, [second]]);
    expect(log.epochs.entries).toEqual([
      { epoch: 2, startOffset: 5 },
      { epoch: 3, startOffset: 6 },
    ]);
    expect([3, 4, 5, 6].map((offset) => log.epochAt(offset))).toEqual([null, 2, 2, 3]);
    expect([log.read(4, 7).length, log.read(5, 7).length]).toEqual([0, 2]);
    expect(log.entryAt(9).epoch).toBe(3);
  });

  test('[Q12] a downloaded snapshot takes the place of a log that ends before it, and the epoch of the log is its own', () => {
    const log = logOf(NO_OPS.slice(0, 4));
    const leader = logOf(NO_OPS, Array<number>(10).fill(2));
    const snapshot = snapshotAt(leader, 8);
    log.addSnapshot(snapshot);
    expect(log.truncateToLatestSnapshot()).toBe(true);
    expect([log.startOffset, log.endOffset, log.flushedOffset, log.lastEpoch]).toEqual([8, 8, 8, 2]);
    expect(log.endOfEpoch(2)).toEqual({ epoch: 2, endOffset: 8 });
    log.append({ epoch: 3, record: { kind: 'NoOpRecord' } });
    // Older than all that the log knows: it begins with the snapshot.
    expect(log.endOfEpoch(1)).toEqual({ epoch: 2, endOffset: 8 });
    expect(log.endOfEpoch(3)).toEqual({ epoch: 3, endOffset: 9 });
  });

  test('[Q12] a snapshot within the log leaves the log as it is', () => {
    const log = logOf(NO_OPS);
    snapshotAt(log, 8);
    expect(log.truncateToLatestSnapshot()).toBe(false);
    expect([log.startOffset, log.endOffset]).toEqual([0, 10]);
  });

  test('[Q12] what is committed is read from the newest snapshot before it and the records after that', () => {
    const log = logOf([...topic('a'), ...NO_OPS.slice(0, 2), ...topic('b')]);
    const whole = committedImage(log, 6);
    snapshotAt(log, 2);
    log.deleteBefore(snapshotAt(log, 4));
    expect(committedImage(log, 6)).toEqual(whole);
    expect([...committedImage(log, 5).topics.get('b')!]).toEqual([]);
  });
});

describe('fetching a snapshot slice by slice', () => {
  const id = { endOffset: 500, epoch: 3 };
  const MIB = 1024 * 1024;
  const answer = (given: Partial<FetchSnapshotResponse>): FetchSnapshotResponse => ({
    kind: 'FetchSnapshotResponse',
    error: 'NONE',
    leaderId: 1,
    leaderEpoch: 3,
    snapshotId: id,
    sizeBytes: 20 * MIB,
    position: 0,
    sliceBytes: 8 * MIB,
    snapshot: null,
    ...given,
  });

  test('[Q12] it asks for 8 MiB from where it is', () => {
    expect(fetchSnapshotRequest(3, 7, { id, positionBytes: 8 * MIB }, false)).toEqual({
      kind: 'FetchSnapshotRequest',
      replicaId: 3,
      currentLeaderEpoch: 7,
      snapshotId: id,
      position: 8 * MIB,
      maxBytes: 8 * MIB,
      isLocal: false,
    });
  });

  test.each([
    ['the first slice of three', answer({}), { id, positionBytes: 8 * MIB }],
    ['the last slice', answer({ position: 16 * MIB, sliceBytes: 4 * MIB }), null],
    ['the leader has deleted it', answer({ error: 'SNAPSHOT_NOT_FOUND' }), null],
    [
      'a slice of another snapshot',
      answer({ snapshotId: { endOffset: 400, epoch: 3 } }),
      { id, positionBytes: 0 },
    ],
  ] as const)('[Q12] %s', (_name, response, left) => {
    expect(afterSlice({ id, positionBytes: 0 }, response)).toEqual(left);
  });

  test('[Q12] a snapshot that is gone is no news of the quorum; any other refusal is', () => {
    expect(newsOf(answer({ error: 'SNAPSHOT_NOT_FOUND' })).error).toBe('NONE');
    expect(newsOf(answer({ error: 'POSITION_OUT_OF_RANGE' })).error).toBe('NONE');
    expect(newsOf(answer({ error: 'FENCED_LEADER_EPOCH' })).error).toBe('FENCED_LEADER_EPOCH');
  });
});
