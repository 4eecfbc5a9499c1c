import { describe, expect, test } from 'vitest';
import { runTransactionSeed, transactionScenarioFile } from './transactionSwarm.ts';

const isAll = process.env['HIGHWATER_TEST_ALL'] === '1';
const SEEDS = isAll ? Array.from({ length: 40 }, (_, i) => i + 1) : [2, 5, 6];

/** More of them with `test:all`. */
describe('clusters in which everybody transacts, under faults aimed at coordinators, leaders and acks', () => {
  test(
    '[T2] [T4] [T15] [T19] [T27] keep every law and every promise, once they are mended',
    { timeout: 400_000 },
    () => {
      const counts = new Map<string, number>();
      for (const seed of SEEDS) {
        const { problems, kinds } = runTransactionSeed(seed);
        expect(problems, `seed ${seed}`).toEqual([]);
        for (const [kind, count] of kinds) counts.set(kind, (counts.get(kind) ?? 0) + count);
      }
      for (const kind of [
        'ProducerFenced',
        'TransactionFailed',
        'TxnMarkerAppended',
        'CommittedOffsetFetched',
        'CoordinatorDiscovered',
        'BrokerKilled',
      ])
        expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(0);
    },
  );

  test('run under transaction.version 1 and 2', () => {
    const versions = SEEDS.map((seed) => transactionScenarioFile(seed).features?.['transaction.version']);
    expect(new Set(versions)).toEqual(new Set([1, 2]));
  });
});
