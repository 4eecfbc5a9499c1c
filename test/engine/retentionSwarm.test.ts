import { describe, expect, test } from 'vitest';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import { outcomeOf, session, UNTIL_US } from './replay.ts';
import { forgetfulScenarioFile, runRetentionSeed } from './retentionSwarm.ts';
import { readScenario } from './randomScenario.ts';

const SEEDS = 12;

describe('random clusters under faults that forget', () => {
  test(`keep every law with ${SEEDS} seeds`, { timeout: 240_000 }, () => {
    const counts = { SegmentsDeleted: 0, RecordsDeleted: 0, SegmentFilesDeleted: 0, OffsetReset: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { problems, atUs } = runRetentionSeed(seed, kafkaRules, (event) => {
        if (event.kind in counts) counts[event.kind as keyof typeof counts] += 1;
      });
      expect(problems, `seed ${seed} at ${atUs} µs`).toEqual([]);
    }
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(0);
  });

  test.each([3, 7, 11])('come to the same after going back and forth, seed %i', (seed) => {
    const scenario = readScenario(forgetfulScenarioFile(seed));
    const straight = session(0);
    straight.load(scenario, []);
    const outcome = outcomeOf(straight);
    expect(outcome.rows.some(({ event }) => event.kind === 'SegmentsDeleted')).toBe(true);
    const engine = session(700);
    engine.load(scenario, []);
    outcomeOf(engine);
    const rng = new Rng(seed, 'seeks');
    for (let i = 0; i < 6; i++) engine.seek({ timeUs: rng.int(UNTIL_US), after: 0 });
    expect(outcomeOf(engine)).toEqual(outcome);
  });
});
