import type { Micros, Millis } from '../../../shared/units.ts';

/**
 * What a broker's static configs say of transactions. Frozen: shared by checkpoints. Kafka: `TransactionStateManagerConfig` (4.2).
 */
export interface TransactionCoordinatorConfig {
  /** No part of the digest: it decides nothing until somebody has a transactional.id, and never changes. */
  readonly isDormant: true;
  /** transaction.max.timeout.ms */
  readonly transactionMaxTimeoutMs: Millis;
  /** transactional.id.expiration.ms */
  readonly transactionalIdExpirationMs: Millis;
  /** transaction.abort.timed.out.transaction.cleanup.interval.ms */
  readonly abortTimedOutIntervalUs: Micros;
  /** transaction.remove.expired.transaction.cleanup.interval.ms */
  readonly removeExpiredIntervalUs: Micros;
  /** transaction.two.phase.commit.enable */
  readonly twoPhaseCommitEnable: boolean;
  /** The cluster's feature transaction.version: how the coordinator ends what it ends by itself. */
  readonly transactionVersion: number;
}
