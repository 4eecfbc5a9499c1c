import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { diskScenarioFile, runDiskSeed } from './diskSwarm.ts';
import { readScenario } from './randomScenario.ts';
import { outcomeOf, session, UNTIL_US } from './replay.ts';

const SEEDS = 4;
/** Found something once: a law that asked for more than Kafka keeps. */
const PINNED = [3029];

describe('random clusters on disks that fill up, fail and lose power', () => {
  test(`keep every law with ${SEEDS} seeds`, { timeout: 240_000 }, () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { problems, atUs } = runDiskSeed(seed, undefined, ({ kind }) => {
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      });
      expect(problems, `seed ${seed} at ${atUs} µs`).toEqual([]);
    }
    for (const kind of [
      'DiskFull',
      'LogDirFailed',
      'LogFlushed',
      'LogRecovered',
      'PowerLost',
      'SegmentsDeleted',
    ])
      expect(counts.get(kind), kind).toBeGreaterThan(0);
  });

  test.each(PINNED)('keep every law with seed %i, which once broke one', { timeout: 60_000 }, (seed) => {
    expect(runDiskSeed(seed).problems).toEqual([]);
  });

  test('come to the same after going back and forth', { timeout: 60_000 }, () => {
    const scenario = readScenario(diskScenarioFile(2));
    const straight = session(0);
    straight.load(scenario, []);
    const outcome = outcomeOf(straight);
    const engine = session(700);
    engine.load(scenario, []);
    outcomeOf(engine);
    const rng = new Rng(2, 'seeks');
    for (let i = 0; i < 4; i++) engine.seek({ timeUs: rng.int(UNTIL_US), after: 0 });
    expect(outcomeOf(engine)).toEqual(outcome);
  });
});
