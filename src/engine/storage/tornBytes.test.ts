import { expect, test } from 'vitest';

import { tornBytes } from './tornBytes.ts';
import { initialBatches, UnifiedLog } from './UnifiedLog.ts';

test.each([
  // where the lost batch begins, its size, what of it is on the disk
  [0, 16_000, 0],
  [4096, 100, 0],
  [1, 16_000, 4095],
  [4095, 16_000, 1],
  [16_300, 16_300, 84],
  [4000, 96, 0],
  [4000, 97, 96],
])(
  '[RC1] of a batch at byte %i with %i bytes the last page that was written has %i',
  (position, size, torn) => {
    expect(tornBytes(position, size)).toBe(torn);
  },
);

test('[RC1] a log that lost power keeps the beginning of one batch until it is recovered, and a copy of it as well', () => {
  const log = new UnifiedLog(0, 30_000_000);
  const [batch] = initialBatches(0, 10, [], 0, 0);
  const sized = (baseOffset: number) => ({ ...batch!, baseOffset, count: 10, sizeBytes: 5000 });
  log.append(sized(0), 0);
  log.append(sized(10), 20_000_000);
  log.losePower(31_000_000);
  expect([log.logEndOffset, log.tornBytes]).toEqual([10, 3192]);
  expect(log.shareOrClone().tornBytes).toBe(3192);
  expect([log.takeTornBytes(), log.takeTornBytes(), 'tornBytes' in log]).toEqual([3192, 0, false]);
});
