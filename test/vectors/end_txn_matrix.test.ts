import { expect } from 'vitest';
import type { TxnTransitMetadata } from '../../src/engine/broker/transaction/TransactionMetadata.ts';
import type { TransactionState } from '../../src/engine/broker/transaction/TransactionState.ts';
import { newTransaction } from '../../src/engine/broker/transaction/prepareTransitions.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { decideEndTxn, prepareAbortOrCommit } = rulesUnderTest;

const EPOCH = 5;

type Row = Readonly<Record<string, string>>;

function stored(txnState: TransactionState): TxnTransitMetadata {
  return { ...newTransaction(1000, 60_000, 0), prevProducerId: 1000, producerEpoch: EPOCH, txnState };
}

/** The answer to a client, in the words of the vectors. */
function outcome(
  state: TransactionState,
  version: 0 | 2,
  committed: boolean,
  producerEpoch: number,
  producerId = 1000,
): string {
  const current = stored(state);
  const decision = decideEndTxn(
    { current, pendingState: null },
    { producerId, producerEpoch, committed, isFromClient: true, clientTransactionVersion: version },
  );
  if (decision.kind === 'answer') return decision.error;
  const { nextState, noPartitionAdded } = decision;
  expect(decision.isEpochFence).toBe(false);
  expect(decision.needsProducerId).toBe(false);
  expect(noPartitionAdded).toBe(state !== 'Ongoing');
  const transit = prepareAbortOrCommit(current, nextState, version, -1, noPartitionAdded, 50);
  expect(transit.producerEpoch).toBe(version === 2 ? EPOCH + 1 : EPOCH);
  if (version === 0) return nextState;
  return state === 'Ongoing' ? `${nextState}, BUMP` : 'BUMP';
}

const EPOCHS: Readonly<Record<string, number>> = { retry: EPOCH - 1, current: EPOCH };

runVectorGroup({
  file: 'vectors-1.json',
  group: 'end_txn_matrix',
  cases: {},
  entries: {
    TV2: caseRunner<readonly Row[]>(['T17', 'T16'], /_(abort|commit|retry|current|epoch)$/, (rows) => {
      expect(rows.length).toBe(6);
      for (const row of rows) {
        const state = row['state'] as TransactionState;
        for (const [key, expected] of Object.entries(row)) {
          if (key === 'state') continue;
          if (key === 'any_other_epoch') {
            for (const epoch of [0, EPOCH - 2, EPOCH - 1, EPOCH + 1, EPOCH + 2])
              for (const committed of [false, true])
                expect(outcome(state, 2, committed, epoch)).toBe(expected);
            continue;
          }
          const [result, epoch] = key.split('_') as [string, string];
          expect(outcome(state, 2, result === 'commit', EPOCHS[epoch] as number)).toBe(expected);
        }
      }
    }),
    TV1: caseRunner<readonly Row[]>(['T17'], /\.(abort|commit|any epoch mismatch|pid mismatch)$/, (rows) => {
      expect(rows.length).toBe(7);
      for (const row of rows) {
        const state = row['state'] as TransactionState | undefined;
        if (state !== undefined) {
          expect(outcome(state, 0, true, EPOCH)).toBe(row['commit']);
          expect(outcome(state, 0, false, EPOCH)).toBe(row['abort']);
          continue;
        }
        for (const any of ['Empty', 'Ongoing', 'PrepareCommit', 'CompleteAbort'] as const)
          for (const committed of [false, true]) {
            for (const epoch of [EPOCH - 1, EPOCH + 1])
              expect(outcome(any, 0, committed, epoch)).toBe(row['any epoch mismatch']);
            expect(outcome(any, 0, committed, EPOCH, 1001)).toBe(row['pid mismatch']);
          }
      }
    }),
  },
  prose: ['source', 'legend'],
  runCount: 2,
  leftCount: 0,
});
