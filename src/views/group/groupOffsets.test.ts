import { expect, test } from 'vitest';
import { layoutOffsets, type GroupOffsets } from './groupOffsets.ts';

const ROW: GroupOffsets = {
  partition: 'p-0',
  owner: 'a',
  logStartOffset: 0,
  logEndOffset: 1010,
  highWatermark: 1000,
  committed: 900,
  position: 950,
};

test('all partitions have their high watermark at one place, and pins stand as far left as they lag', () => {
  const { strips } = layoutOffsets(
    [ROW, { ...ROW, partition: 'p-1', highWatermark: 50, logEndOffset: 50, committed: 50, position: null }],
    600,
    60,
  );
  const [behind, caughtUp] = strips;
  expect(behind!.waterX).toBe(caughtUp!.waterX);
  expect(caughtUp!.committedX).toBe(caughtUp!.waterX);
  expect(caughtUp!.positionX).toBeNull();
  const [committed, position] = [behind!.waterX - behind!.committedX!, behind!.waterX - behind!.positionX!];
  expect(committed).toBeCloseTo(2 * position);
  expect(behind!.endX).toBeGreaterThan(behind!.waterX);
  expect([behind!.isCut, caughtUp!.isCut]).toEqual([true, false]);
});
