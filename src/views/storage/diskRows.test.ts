import { expect, test } from 'vitest';
import type { BrokerView, ReplicaView } from '../../bridge/frame.ts';
import { storageOf } from '../gallery/exampleFrames.ts';
import { diskRows, longestBarBytes } from './diskRows.ts';

const broker = (nodeId: number, more: Partial<BrokerView> = {}) =>
  ({
    nodeId,
    hasDiskFailed: false,
    logDirs: [
      { path: '/a', hasFailed: false, capacityBytes: 100, isFull: false },
      { path: '/b', hasFailed: true, capacityBytes: null, isFull: false },
    ],
    ...more,
  }) as BrokerView;

const replica = (on: number, partition: string, logDir: string, sizeBytes: number) =>
  ({ broker: on, partition, storage: { ...storageOf(10), logDir, sizeBytes } }) as ReplicaView;

test('a row for each log directory, the largest partition first', () => {
  const rows = diskRows(
    [broker(1)],
    [replica(1, 't-0', '/a', 10), replica(1, 't-1', '/a', 30), replica(2, 't-0', '/a', 99)],
  );
  expect(rows).toEqual([
    {
      broker: 1,
      logDir: '/a',
      isOffline: false,
      capacityBytes: 100,
      isFull: false,
      partitions: [
        { partition: 't-1', sizeBytes: 30 },
        { partition: 't-0', sizeBytes: 10 },
      ],
      sizeBytes: 40,
      deletedBytes: 0,
    },
    {
      broker: 1,
      logDir: '/b',
      isOffline: true,
      capacityBytes: null,
      isFull: false,
      partitions: [],
      sizeBytes: 0,
      deletedBytes: 0,
    },
  ]);
});

test('renamed files are counted apart, and a failed disk takes all directories', () => {
  const one = replica(1, 't-0', '/a', 10);
  const deleted = {
    ...one,
    storage: { ...one.storage, deleted: [{ baseOffset: 0, sizeBytes: 7, untilUs: 5 }] },
  };
  const rows = diskRows([broker(1, { hasDiskFailed: true })], [deleted]);
  expect(rows.map(({ deletedBytes, isOffline }) => [deletedBytes, isOffline])).toEqual([
    [7, true],
    [0, true],
  ]);
});

test('a disk without an end never looks full, and one with an end is as long as it is', () => {
  const rows = (a: number, b: number) =>
    longestBarBytes(diskRows([broker(1)], [replica(1, 't-0', '/a', a), replica(1, 't-1', '/b', b)]));
  expect(rows(40, 20)).toBe(100);
  expect(rows(100, 20)).toBe(100);
  expect(rows(40, 200)).toBe(300);
  expect(longestBarBytes([])).toBe(1);
});
