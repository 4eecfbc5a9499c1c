import type { Micros } from '../../../../shared/units.ts';

/** What an application does with transactions, over and over. Frozen: part of its workload. */
export interface TransactionPlan {
  /** Records of a transaction; null: as many as come while it lasts. */
  readonly records: number | null;
  /** How long after its begin a transaction is ended, once it has its records; 0: at once. */
  readonly lastsUs: Micros;
  /** Every so many-th transaction is aborted; null: none. */
  readonly abortEvery: number | null;
  /** After an error that only closing can follow, a new process starts so long later; null: never. */
  readonly restartAfterUs: Micros | null;
}

/** When an open transaction is to be ended; Infinity while records are missing. */
export function endsAtUs(plan: TransactionPlan, beganAtUs: Micros, sent: number): Micros {
  if (plan.records !== null && sent < plan.records) return Infinity;
  return beganAtUs + plan.lastsUs;
}

/** How many records an open transaction still takes. */
export function roomIn(plan: TransactionPlan, sent: number): number {
  return plan.records === null ? Infinity : Math.max(0, plan.records - sent);
}

/** Whether the n-th transaction, from 1, is one that is aborted. */
export function isAborted({ abortEvery }: TransactionPlan, n: number): boolean {
  return abortEvery !== null && n % abortEvery === 0;
}

export type NextCall = 'again' | 'abort' | 'close' | 'goOn';

/**
 * What an application does after a call has ended, as Kafka's documentation of `KafkaProducer` tells it to: a call that timed out is made
 * again (offsets would be sent twice, so there it aborts), an exception is answered by an abort, and one that says that the producer was fenced, or that an abort throws, by closing it.
 *
 * @param error name of the exception; null: none.
 */
export function afterCall(call: string, error: string | null): NextCall {
  if (error === null) return 'goOn';
  if (error === 'TimeoutException') return call === 'sendOffsetsToTransaction' ? 'abort' : 'again';
  if (call === 'initTransactions' || call === 'abortTransaction') return 'close';
  if (error === 'PRODUCER_FENCED' || error === 'FENCED_INSTANCE_ID') return 'close';
  return 'abort';
}
