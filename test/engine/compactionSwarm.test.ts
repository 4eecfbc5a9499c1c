import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import { compactingScenarioFile, runCompactionSeed } from './compactionSwarm.ts';
import { outcomeOf, session, UNTIL_US } from './replay.ts';
import { readScenario } from './randomScenario.ts';

/** Seeds that clean much in little time; `npm run swarm` runs more. */
const SEEDS = [14, 17, 18, 22, 23, 24];

describe('random clusters under faults whose topics are compacted', () => {
  test(`keep every law with ${SEEDS.length} seeds`, { timeout: 240_000 }, () => {
    const counts = {
      LogCleaned: 0,
      SegmentsDeleted: 0,
      ProduceRefused: 0,
      tombstonesRemoved: 0,
      recordsRemoved: 0,
    };
    for (const seed of SEEDS) {
      const problems = runCompactionSeed(seed, kafkaRules, (event) => {
        if (event.kind in counts) counts[event.kind as keyof typeof counts] += 1;
        if (event.kind !== 'LogCleaned') return;
        counts.tombstonesRemoved += event.tombstonesRemoved;
        counts.recordsRemoved += event.recordsBefore - event.recordsAfter;
      });
      expect(problems, `seed ${seed}`).toEqual([]);
    }
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(0);
  });

  test.each([22, 24])('come to the same after going back and forth, seed %i', (seed) => {
    const scenario = readScenario(compactingScenarioFile(seed));
    const straight = session(0);
    straight.load(scenario, []);
    const outcome = outcomeOf(straight);
    expect(outcome.rows.some(({ event }) => event.kind === 'LogCleaned')).toBe(true);
    const engine = session(700);
    engine.load(scenario, []);
    outcomeOf(engine);
    const rng = new Rng(seed, 'seeks');
    for (let i = 0; i < 6; i++) engine.seek({ timeUs: rng.int(UNTIL_US), after: 0 });
    expect(outcomeOf(engine)).toEqual(outcome);
  });
});
