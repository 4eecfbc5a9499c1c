import { describe, expect, test } from 'vitest';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import { runOutside } from './outsideSwarm.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const MOST_SEEDS = 24;

const FAULTS: Readonly<Record<string, Partial<Rules>>> = {
  'offsets in a transaction of their own': {
    storeTransactions: ({ writes, offsets }) => [
      { writes: [], offsets },
      { writes, offsets: [] },
    ],
  },
  'no look at the unique key': { isRepeatedWrite: () => false },
  'no fence': { isFencedWriter: () => false },
};

describe('applications with a database, killed and paused at random', () => {
  test.each(SEEDS)(
    '[outside-store] [outside-offsets] [outside-fencing] [outside-dead-letters] seed %i keeps what it promises, and does all of it',
    (seed) => {
      expect(runOutside(seed)).toBeNull();
    },
  );

  test.each(Object.entries(FAULTS))('the law notices: %s', (_name, rules) => {
    let seed = 1;
    while (seed <= MOST_SEEDS && !/lost|twice/.test(runOutside(seed, rules) ?? '')) seed += 1;
    expect(seed).toBeLessThanOrEqual(MOST_SEEDS);
  });
});
