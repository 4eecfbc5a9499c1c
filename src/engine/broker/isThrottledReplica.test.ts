import { expect, test } from 'vitest';
import { isThrottledReplica } from './isThrottledReplica.ts';

test('[QR1] a list of throttled replicas names partition and broker, or all', () => {
  const cases = [
    [undefined, false],
    ['', false],
    ['*', true],
    ['3:1', true],
    ['3:2,3:1', true],
    ['0:1, 3:1', true],
    ['3:11', false],
    ['13:1', false],
    ['1:3', false],
  ] as const;
  for (const [list, expected] of cases) expect(isThrottledReplica(list, 3, 1), list).toBe(expected);
});
