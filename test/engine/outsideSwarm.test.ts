import { describe, expect, test } from 'vitest';
import { runOutside } from './outsideSwarm.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const MOST_SEEDS = 24;

const FAULTS = PLANTED_FAULTS.filter(({ swarm }) => swarm === 'store');

describe('applications with a database, killed and paused at random', () => {
  test.each(SEEDS)(
    '[outside-store] [outside-offsets] [outside-fencing] [outside-dead-letters] seed %i keeps what it promises, and does all of it',
    (seed) => {
      expect(runOutside(seed)).toBeNull();
    },
  );

  test.each(FAULTS)('the law notices: $name', ({ rules }) => {
    let seed = 1;
    while (seed <= MOST_SEEDS && !/lost|twice/.test(runOutside(seed, rules) ?? '')) seed += 1;
    expect(seed).toBeLessThanOrEqual(MOST_SEEDS);
  });
});
