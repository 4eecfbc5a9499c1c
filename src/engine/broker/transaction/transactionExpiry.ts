import type { Millis } from '../../../shared/units.ts';
import type { TxnTransitMetadata } from './TransactionMetadata.ts';
import { TRANSACTION_STATES } from './TransactionState.ts';
import type { TransactionState } from './TransactionState.ts';

/** The timeout of two-phase commits, which have none (KIP-939). */
export const NO_TRANSACTION_TIMEOUT_MS: Millis = 0x7fffffff;

/**
 * Whether an open transaction has lasted longer than its producer allowed: the coordinator aborts it (T20). Its time runs from the
 * first partition. Kafka: `TransactionStateManager.timedOutTransactions` (4.2).
 */
export function isTimedOut(
  current: TxnTransitMetadata,
  pendingState: TransactionState | null,
  nowMs: Millis,
): boolean {
  const { txnState, txnTimeoutMs, txnStartTimestamp } = current;
  if (pendingState !== null || txnState !== 'Ongoing' || txnTimeoutMs === NO_TRANSACTION_TIMEOUT_MS)
    return false;
  return txnStartTimestamp + txnTimeoutMs < nowMs;
}

/**
 * Whether a transactional.id has rested for so long that it is forgotten (T5). Kafka:
 * `TransactionStateManager.removeExpiredTransactionalIds` (4.2).
 */
export function isTransactionalIdExpired(
  current: TxnTransitMetadata,
  pendingState: TransactionState | null,
  transactionalIdExpirationMs: Millis,
  nowMs: Millis,
): boolean {
  if (pendingState !== null || !TRANSACTION_STATES[current.txnState].isExpirationAllowed) return false;
  return current.txnLastUpdateTimestamp <= nowMs - transactionalIdExpirationMs;
}
