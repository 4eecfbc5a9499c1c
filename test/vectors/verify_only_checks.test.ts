import { expect } from 'vitest';
import type { TxnTransitMetadata } from '../../src/engine/broker/transaction/TransactionMetadata.ts';
import { newTransaction } from '../../src/engine/broker/transaction/prepareTransitions.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { verifyPartitions } = rulesUnderTest;

const ONGOING: TxnTransitMetadata = {
  ...newTransaction(1000, 60_000, 0),
  producerEpoch: 5,
  txnState: 'Ongoing',
  topicPartitions: ['t-0'],
};

/** Each check with those after it failing too. */
function situation(check: string): TxnTransitMetadata[] {
  const prepared: TxnTransitMetadata = { ...ONGOING, txnState: 'PrepareAbort', topicPartitions: [] };
  const otherEpoch = { ...prepared, producerEpoch: 4 };
  switch (check) {
    case 'pid differs':
      return [{ ...otherEpoch, producerId: 7 }];
    case 'epoch differs':
      return [otherEpoch];
    case 'Prepare*':
      return [prepared, { ...ONGOING, txnState: 'PrepareCommit' }];
    case 'partition absent':
      return [{ ...ONGOING, topicPartitions: ['t-1'] }];
    default:
      expect(check).toBe('present');
      return [ONGOING];
  }
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'verify_only_checks',
  cases: {},
  entries: {
    checks: caseRunner<readonly (readonly [string, string])[]>(['T10'], /\.1$/, (checks) => {
      expect(checks.length).toBe(5);
      for (const [check, expected] of checks)
        for (const current of situation(check))
          // What is pending is not looked at.
          for (const pendingState of [null, 'CompleteAbort'] as const)
            expect(
              verifyPartitions(
                { current, pendingState },
                { producerId: 1000, producerEpoch: 5, partitions: ['t-0'] },
              ),
            ).toEqual([{ topicPartition: 't-0', error: expected }]);
    }),
  },
  prose: ['source'],
  runCount: 1,
  leftCount: 0,
});
