import { expect } from 'vitest';
import type { KnownTransaction } from '../../src/engine/broker/transaction/decideAddPartitions.ts';
import { newTransaction } from '../../src/engine/broker/transaction/prepareTransitions.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { decideAddPartitions } = rulesUnderTest;

const ASKED = { producerId: 1000, producerEpoch: 5, partitions: ['t-0', 't-1'] };
const ONGOING = {
  ...newTransaction(1000, 60_000, 0),
  producerEpoch: 5,
  txnState: 'Ongoing',
  topicPartitions: ['t-1', 't-0', 't-2'],
} as const;

/**
 * Each check with all that come after it failing too: the first one decides. The last two states pass all checks, and differ in
 * whether there is anything to write.
 */
function situation(check: string): KnownTransaction[] {
  const prepared = { ...ONGOING, txnState: 'PrepareCommit' } as const;
  const otherEpoch = { ...prepared, producerEpoch: 6 };
  const otherProducer = { ...otherEpoch, producerId: 1001 };
  switch (check) {
    case 'unknown transactional id':
      return [null];
    case 'pending transition':
      return [{ current: otherProducer, pendingState: 'CompleteCommit' }];
    case 'pid differs':
      return [{ current: otherProducer, pendingState: null }];
    case 'epoch differs':
      return [{ current: otherEpoch, pendingState: null }];
    case 'state PrepareCommit/PrepareAbort':
      return [
        { current: prepared, pendingState: null },
        { current: { ...ONGOING, txnState: 'PrepareAbort' }, pendingState: null },
      ];
    case 'Ongoing and all partitions already present':
      return [{ current: ONGOING, pendingState: null }];
    default:
      expect(check).toBe('else');
      return [
        { current: { ...ONGOING, topicPartitions: ['t-1'] }, pendingState: null },
        { current: { ...ONGOING, txnState: 'Empty', topicPartitions: [] }, pendingState: null },
        { current: { ...ONGOING, txnState: 'CompleteCommit', topicPartitions: [] }, pendingState: null },
        { current: { ...ONGOING, txnState: 'CompleteAbort', topicPartitions: [] }, pendingState: null },
      ];
  }
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'add_partitions_checks_in_order',
  cases: {},
  entries: {
    checks: caseRunner<readonly (readonly [string, string])[]>(['T10', 'T11'], /\.1$/, (checks) => {
      expect(checks.length).toBe(7);
      for (const [check, expected] of checks)
        for (const known of situation(check)) {
          const { write, error } = decideAddPartitions(known, ASKED);
          const nothing = error === 'NONE' ? 'NONE (no log write)' : error;
          expect(write ? 'write Ongoing record' : nothing).toBe(expected);
        }
    }),
  },
  prose: ['source'],
  runCount: 1,
  leftCount: 0,
});
