import { expect, test } from 'vitest';
import { decideEndTxn } from './decideEndTxn.ts';
import type { EndTxnFields } from './decideEndTxn.ts';
import { newTransaction } from './prepareTransitions.ts';
import type { TxnTransitMetadata } from './TransactionMetadata.ts';
import type { TransactionState } from './TransactionState.ts';

const ONGOING: TxnTransitMetadata = {
  ...newTransaction(1000, 60_000, 0),
  prevProducerId: 1000,
  producerEpoch: 5,
  txnState: 'Ongoing',
};
const ASKED: EndTxnFields = {
  producerId: 1000,
  producerEpoch: 5,
  committed: true,
  isFromClient: true,
  clientTransactionVersion: 2,
};

function outcome(
  current: Partial<TxnTransitMetadata>,
  pendingState: TransactionState | null,
  asked: Partial<EndTxnFields>,
): string {
  const decision = decideEndTxn(
    { current: { ...ONGOING, ...current }, pendingState },
    { ...ASKED, ...asked },
  );
  return decision.kind === 'answer' ? decision.error : decision.nextState;
}

test('[T17] an unknown id, and the order of the checks', () => {
  expect(decideEndTxn(null, ASKED)).toEqual({ kind: 'answer', error: 'INVALID_PRODUCER_ID_MAPPING' });
  const wrong = { producerId: 7, producerEpoch: 1 };
  expect(outcome({}, 'Ongoing', wrong)).toBe('CONCURRENT_TRANSACTIONS');
  expect(outcome({}, null, wrong)).toBe('INVALID_PRODUCER_ID_MAPPING');
  expect(outcome({}, null, { producerEpoch: 1 })).toBe('PRODUCER_FENCED');
  // Below transaction.version 2 the producer comes first, and what is pending last.
  const old = { clientTransactionVersion: 0 } as const;
  expect(outcome({}, 'Ongoing', { ...wrong, ...old })).toBe('INVALID_PRODUCER_ID_MAPPING');
  expect(outcome({}, 'Ongoing', { producerEpoch: 6, ...old })).toBe('PRODUCER_FENCED');
  expect(outcome({}, 'Ongoing', old)).toBe('CONCURRENT_TRANSACTIONS');
});

test.for([0, 2] as const)(
  '[T6] a fence by the coordinator aborts, clients are told they are late (version %i)',
  (version) => {
    const fence = { isFromClient: false, committed: false, clientTransactionVersion: version };
    const decision = decideEndTxn(
      { current: ONGOING, pendingState: 'PrepareEpochFence' },
      { ...ASKED, ...fence, producerEpoch: 6 },
    );
    expect(decision).toEqual({
      kind: 'prepare',
      nextState: 'PrepareAbort',
      isEpochFence: true,
      noPartitionAdded: false,
      needsProducerId: false,
    });
    expect(outcome({}, 'PrepareEpochFence', { ...fence, producerEpoch: 4 })).toBe('PRODUCER_FENCED');
    expect(outcome({}, 'PrepareEpochFence', { ...fence, isFromClient: true, producerEpoch: 6 })).toBe(
      'PRODUCER_FENCED',
    );
  },
);

test('[T8] the last epoch but one takes a new id, unless it is raised for a fence', () => {
  const at = (
    producerEpoch: number,
    asked: Partial<EndTxnFields>,
    pendingState: TransactionState | null = null,
  ) =>
    decideEndTxn(
      { current: { ...ONGOING, producerEpoch }, pendingState },
      { ...ASKED, producerEpoch, ...asked },
    );
  expect(at(32_765, {})).toMatchObject({ needsProducerId: false });
  expect(at(32_766, {})).toMatchObject({ needsProducerId: true });
  expect(
    at(32_766, { isFromClient: false, committed: false, producerEpoch: 32_767 }, 'PrepareEpochFence'),
  ).toMatchObject({
    needsProducerId: false,
    isEpochFence: true,
  });
  expect(at(32_766, { clientTransactionVersion: 0 })).toMatchObject({ needsProducerId: false });
});

test('[T8] who missed the answer that gave it a new id hears it again', () => {
  const current = { producerId: 2000, prevProducerId: 1000, producerEpoch: 0, lastProducerEpoch: 32_766 };
  const asked = { producerId: 1000, producerEpoch: 32_766 };
  expect(outcome({ ...current, txnState: 'CompleteCommit' }, null, asked)).toBe('NONE');
  expect(outcome({ ...current, txnState: 'CompleteAbort' }, null, { ...asked, committed: false })).toBe(
    'NONE',
  );
  expect(outcome({ ...current, txnState: 'CompleteAbort' }, null, asked)).toBe('INVALID_TXN_STATE');
  expect(outcome({ ...current, prevProducerId: 999, txnState: 'CompleteCommit' }, null, asked)).toBe(
    'INVALID_PRODUCER_ID_MAPPING',
  );
});
