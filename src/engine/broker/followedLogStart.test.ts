import { expect, test } from 'vitest';
import { followedLogStart } from './followedLogStart.ts';

test('[RE7] a follower begins where its leader does, and never earlier than it did', () => {
  expect(followedLogStart(7, 0)).toBe(7);
  expect(followedLogStart(7, 7)).toBe(7);
  expect(followedLogStart(3, 7)).toBe(7);
});
