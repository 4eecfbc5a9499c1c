import { expect, test } from 'vitest';
import { clampFollowerHighWatermark } from './clampFollowerHighWatermark.ts';

test('[F8] the follower takes the leader watermark as far as its own log reaches', () => {
  expect(clampFollowerHighWatermark(9, 0, 7)).toBe(7);
  expect(clampFollowerHighWatermark(5, 0, 7)).toBe(5);
  expect(clampFollowerHighWatermark(1, 3, 7)).toBe(3);
  expect(clampFollowerHighWatermark(9, 7, 7)).toBe(7);
});
