import { vi } from 'vitest';
import { expireLocks } from '../../../src/engine/broker/share/acknowledgeRecords.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import type { FieldRun } from './FieldRun.ts';

vi.setConfig({ testTimeout: 120_000 });

const BAD = 7;

function acquisitionsOf(run: FieldRun, offset: number): readonly number[] {
  return run
    .facts('ShareRecordsAcquired')
    .filter(({ event }) => event.baseOffset <= offset && offset < event.baseOffset + event.count)
    .map(({ timeUs }) => timeUs / 1_000_000);
}

const PLANS: readonly CasePlan[] = [
  {
    id: 'CON-20',
    rules: ['share-record-states', 'share-delivery-limit'],
    play: (open) => {
      const run = open('CON-20').toEnd();
      const rejected = open('CON-20.reject').toEnd();
      const deliveries = acquisitionsOf(run, BAD);
      const [first = 0] = deliveries;
      const archived = run.facts('ShareRecordsArchived', { baseOffset: BAD })[0];
      const accepted = run
        .facts('ShareRecordsAcknowledged', { type: 'ACCEPT' })
        .filter(({ timeUs }) => timeUs < (first + 10) * 1_000_000)
        .flatMap(({ event }) => Array.from({ length: event.count }, (_, i) => event.baseOffset + i));
      const others = new Set(accepted.filter((offset) => offset !== BAD));
      return {
        measured: {
          deliveries_of_7: deliveries.length,
          archived_at: archived ? archived.timeUs / 1_000_000 - first : null,
          processed_others: others.size,
          blocked_by_7: 99 - others.size,
          'deliveries_of_7.reject': acquisitionsOf(rejected, BAD).length,
        },
      };
    },
    switchedOff: {
      rule: 'a record whose lock ends is given back',
      rules: {
        expireLocks: (before, nowUs, limits) => ({
          ...expireLocks(before, nowUs, limits),
          state: before,
          written: [],
        }),
      },
      fails: ['deliveries_of_7', 'archived_at'],
    },
  },
];

runCases(PLANS, { held: 5, context: 0, history: 0, pending: 0 });
