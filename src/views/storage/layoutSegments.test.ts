import { expect, test } from 'vitest';
import type { ReplicaView, SegmentView, StorageView } from '../../bridge/frame.ts';
import { storageOf } from '../gallery/exampleFrames.ts';
import { layoutSegments } from './layoutSegments.ts';

const WIDTH = 400;

const segment = (baseOffset: number, firstTimestampMs: number, maxTimestampMs: number): SegmentView => ({
  baseOffset,
  sizeBytes: 524_288,
  firstTimestampMs,
  maxTimestampMs,
  offsetIndexEntries: 0,
  timeIndexEntries: 0,
});

function replica(broker: number, segments: readonly SegmentView[], retentionMs: number | null): ReplicaView {
  const storage = storageOf(100);
  const own: StorageView = {
    ...storage,
    segments,
    segmentCount: segments.length,
    limits: { ...storage.limits!, retentionMs },
  };
  return { broker, role: 'follower', storage: own } as unknown as ReplicaView;
}

const THREE = [segment(0, 0, 40_000), segment(500, 40_000, 80_000), segment(1000, 80_000, 100_000)];

test('all replicas have one axis of time, which ends now', () => {
  const layout = layoutSegments([replica(1, THREE, null), replica(2, THREE.slice(1), null)], 100_000, WIDTH);
  const [one, two] = layout.lanes;
  expect(one!.bars.map(({ x, width }) => [x, width])).toEqual([
    [62, 130.4],
    [192.4, 130.4],
    [322.8, 65.19999999999999],
  ]);
  expect(two!.bars[0]).toEqual(one!.bars[1]);
  expect(layout.nowX).toBe(388);
  expect(layout.limitX).toBeNull();
  expect(one!.bars.map(({ isActive }) => isActive)).toEqual([false, false, true]);
});

test('a bar is as full as its file', () => {
  const [lane] = layoutSegments([replica(1, THREE, null)], 100_000, WIDTH).lanes;
  expect(lane!.bars[0]!.fillHeight).toBe(lane!.height / 2);
});

test('the limit of retention stands where it leaves the picture readable', () => {
  expect(layoutSegments([replica(1, THREE, 50_000)], 100_000, WIDTH).limitX).toBe(225);
  expect(layoutSegments([replica(1, THREE, 150_000)], 100_000, WIDTH).limitX).toBe(62);
  expect(layoutSegments([replica(1, THREE, 604_800_000)], 100_000, WIDTH).limitX).toBeNull();
});

test('a record from the future lies beyond now', () => {
  const [lane] = layoutSegments([replica(1, [segment(0, 0, 200_000)], null)], 100_000, WIDTH).lanes;
  expect(lane!.bars[0]!.width).toBe(326);
});

test('an empty log has a bar that can be seen, and ticks do not run into one another', () => {
  const empty = { ...segment(7, 0, 0), sizeBytes: 0, firstTimestampMs: null, maxTimestampMs: null };
  const layout = layoutSegments([replica(1, [empty], null)], 5000, WIDTH);
  expect(layout.lanes[0]!.bars[0]).toMatchObject({ width: 3, fillHeight: 0 });
  const ticks = layoutSegments([replica(1, THREE, null)], 100_000, WIDTH).ticks;
  expect(ticks.map(({ timeMs }) => timeMs)).toEqual([0, 30_000, 60_000, 90_000]);
});
