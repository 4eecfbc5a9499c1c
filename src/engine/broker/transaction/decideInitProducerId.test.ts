import { expect, test } from 'vitest';
import { decideInitProducerId, validateInitProducerId } from './decideInitProducerId.ts';
import { newTransaction } from './prepareTransitions.ts';
import type { TransactionState } from './TransactionState.ts';

const stored = (txnState: TransactionState, producerEpoch = 5) => ({
  ...newTransaction(1000, 60_000, 0),
  prevProducerId: 999,
  producerEpoch,
  txnState,
});
const outcome = (decision: ReturnType<typeof decideInitProducerId>): string =>
  decision.kind === 'refuse' ? decision.error : decision.kind;

test('[T6] a new instance: by state', () => {
  const by = (state: TransactionState) => outcome(decideInitProducerId(stored(state), null, null));
  expect(by('Empty')).toBe('increment');
  expect(by('CompleteCommit')).toBe('increment');
  expect(by('CompleteAbort')).toBe('increment');
  expect(by('Ongoing')).toBe('fence');
  expect(by('PrepareCommit')).toBe('CONCURRENT_TRANSACTIONS');
  expect(by('PrepareAbort')).toBe('CONCURRENT_TRANSACTIONS');
});

test('[T6] any pending transition comes first', () => {
  const expected = { producerId: 7, producerEpoch: 0 };
  for (const state of ['Empty', 'Ongoing', 'CompleteCommit'] as const)
    expect(outcome(decideInitProducerId(stored(state), 'Ongoing', expected))).toBe('CONCURRENT_TRANSACTIONS');
});

test('[T7] a producer that recovers is let in with the stored id, and with the one before if its epochs ran out', () => {
  const by = (producerId: number, producerEpoch: number, epoch = 5) =>
    outcome(decideInitProducerId(stored('Empty', epoch), null, { producerId, producerEpoch }));
  expect(by(1000, 5)).toBe('increment');
  // Its epoch is looked at when it is raised.
  expect(by(1000, 3)).toBe('increment');
  expect(by(1001, 5)).toBe('PRODUCER_FENCED');
  expect(by(999, 5)).toBe('PRODUCER_FENCED');
  expect(by(999, 32_766, 0)).toBe('increment');
  // An id that was only just made for this request has no epoch yet.
  expect(by(77, 5, -1)).toBe('increment');
});

test('[T8] an exhausted epoch takes another id', () => {
  const by = (epoch: number, expected: number | null) =>
    outcome(
      decideInitProducerId(
        stored('CompleteAbort', epoch),
        null,
        expected === null ? null : { producerId: 1000, producerEpoch: expected },
      ),
    );
  expect([by(32_765, null), by(32_766, null), by(32_767, null)]).toEqual(['increment', 'rotate', 'rotate']);
  expect(by(32_766, 32_766)).toBe('rotate');
  expect(by(32_766, 32_765)).toBe('UNKNOWN_SERVER_ERROR');
});

test('[T9] what is checked before the id is looked up', () => {
  const REQUEST = {
    transactionalId: 'id',
    transactionTimeoutMs: 60_000,
    enable2Pc: false,
    keepPreparedTxn: false,
    producerId: -1,
    producerEpoch: -1,
  };
  const by = (change: Partial<typeof REQUEST>, twoPhase = false) =>
    validateInitProducerId({ ...REQUEST, ...change }, 900_000, twoPhase);
  expect(by({})).toBe('NONE');
  expect(by({ producerId: 5 })).toBe('INVALID_REQUEST');
  expect(by({ producerEpoch: 5 })).toBe('INVALID_REQUEST');
  expect(by({ transactionalId: '', transactionTimeoutMs: 0 })).toBe('INVALID_REQUEST');
  expect(by({ enable2Pc: true, keepPreparedTxn: true })).toBe('TRANSACTIONAL_ID_AUTHORIZATION_FAILED');
  expect(by({ keepPreparedTxn: true, transactionTimeoutMs: 0 })).toBe('UNSUPPORTED_VERSION');
  for (const transactionTimeoutMs of [0, -1, 900_001])
    expect(by({ transactionTimeoutMs })).toBe('INVALID_TRANSACTION_TIMEOUT');
  expect(by({ transactionTimeoutMs: 900_000 })).toBe('NONE');
  expect(by({ enable2Pc: true, transactionTimeoutMs: 0 }, true)).toBe('NONE');
});
