import { describe, expect, test } from 'vitest';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import { runGroupSeed } from './groupSwarm.ts';
import { runSwarmSeed } from './swarmSeed.ts';
import { runTransactionSeed } from './transactionSwarm.ts';
import { withResets } from './withResets.ts';

const MANY = Number(process.env['HIGHWATER_RESET_SEEDS'] ?? '0');
const seeds = (...few: readonly number[]): readonly number[] =>
  MANY > 0 ? Array.from({ length: MANY }, (_, i) => 5000 + i) : few;

describe(
  'random clusters whose connections are reset again and again keep every law',
  { timeout: 3_600_000 },
  () => {
    test.each(seeds(1, 2))('under faults of brokers, seed %i', (seed) => {
      const { problems } = runSwarmSeed(seed, kafkaRules, true, (file) => withResets(file, seed));
      expect(problems).toEqual([]);
    });

    test.each(seeds(2))('with groups, seed %i', (seed) => {
      let resets = 0;
      const { problems } = runGroupSeed(
        seed,
        kafkaRules,
        ({ kind }) => void (resets += kind === 'ConnectionsReset' ? 1 : 0),
        (file) => withResets(file, seed),
      );
      expect(problems).toEqual([]);
      expect(resets).toBeGreaterThan(10);
    });

    test.each(seeds(1))('with transactions, seed %i', (seed) => {
      const { problems, kinds } = runTransactionSeed(seed, kafkaRules, (file) => withResets(file, seed));
      expect(problems).toEqual([]);
      expect(kinds.get('ConnectionsReset')).toBeGreaterThan(10);
    });
  },
);
