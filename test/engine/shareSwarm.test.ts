import { expect, test } from 'vitest';
import { acknowledgeRecords, expireLocks } from '../../src/engine/broker/share/acknowledgeRecords.ts';
import { acquireRecords } from '../../src/engine/broker/share/acquireRecords.ts';
import { moveStartOffset } from '../../src/engine/broker/share/moveStartOffset.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import { countOf, shareStorm, whatIsLeft } from './shareSwarm.ts';

test.each([1])(
  '[share-acquire] [share-delivery-limit] [share-start-offset] [share-failover] [share-persister] workers and leaders that come and go leave no record behind (seed %i)',
  (seed) => {
    const storm = shareStorm(seed);
    expect(storm.brokenLaws).toEqual([]);
    for (const kind of ['AcquisitionLockTimedOut', 'ShareRecordsArchived', 'ShareSessionClosed'] as const)
      expect(countOf(storm, kind), kind).toBeGreaterThan(0);
    const left = whatIsLeft(storm);
    expect(left.map(([partition]) => partition).sort()).toEqual(['jobs-0', 'jobs-1']);
    // Accepted, rejected or archived, all of them: SPSO is at the end.
    for (const [, startOffset, inFlight, end] of left)
      expect([startOffset, inFlight, end > 100]).toEqual([end, 0, true]);
  },
);

test.each<[string, string, Partial<Rules>]>([
  [
    'a record that somebody has is given to others',
    'RecordsHaveOneHolder',
    {
      acquireRecords: (state, input) => {
        const acquisition = acquireRecords(state, input);
        const held = state.batches.find((batch) => batch.state?.state === 'ACQUIRED');
        if (!held || acquisition.records.length === 0) return acquisition;
        const { firstOffset, lastOffset } = held;
        return {
          ...acquisition,
          records: [{ firstOffset, lastOffset, deliveryCount: 1 }, ...acquisition.records],
        };
      },
    },
  ],
  [
    'no record is ever archived for its deliveries',
    'DeliveryCountStaysInItsLimit',
    {
      expireLocks: (state, nowUs, limits) => expireLocks(state, nowUs, { ...limits, deliveryCountLimit: 99 }),
      acknowledgeRecords: (state, member, ranges, nowUs, limits) =>
        acknowledgeRecords(state, member, ranges, nowUs, { ...limits, deliveryCountLimit: 99 }),
    },
  ],
  [
    'SPSO follows the record that was done with last, back and forth',
    'ShareStartOffsetNeverFalls',
    {
      moveStartOffset: (state) => {
        const moved = moveStartOffset(state);
        return moved === state || moved.batches.length > 0
          ? moved
          : { ...moved, startOffset: state.startOffset - 1 };
      },
    },
  ],
  [
    'SPSO jumps over records that somebody has',
    'ShareStartOffsetPassesOnlyWhatIsDone',
    {
      moveStartOffset: (state) => ({
        ...state,
        startOffset: state.endOffset + 1,
        endOffset: state.endOffset + 1,
        batches: [],
        gap: null,
      }),
    },
  ],
])('[share-acquire] a law notices when %s', (_, law, rules) => {
  expect(shareStorm(7, rules).brokenLaws.join('\n')).toContain(law);
});
