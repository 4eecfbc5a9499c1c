import type { Micros } from '../../../../shared/units.ts';
import type { ClientError } from './ClientError.ts';

export type TransactionalCall =
  | 'initTransactions'
  | 'beginTransaction'
  | 'commitTransaction'
  | 'abortTransaction'
  | 'sendOffsetsToTransaction';

/** What a command had the application do: a call, or so many of send(). */
export type ScriptStep =
  | { readonly call: Exclude<TransactionalCall, 'initTransactions' | 'sendOffsetsToTransaction'> }
  | { readonly send: number };

/** The application's thread stands in a call. */
export interface AwaitedCall {
  readonly call: TransactionalCall;
  /** Number of its result. */
  readonly result: number;
  readonly sinceUs: Micros;
}

/**
 * Where the application of a transactional producer stands: one thread, which makes one call after the other and waits in those that wait.
 * It begins with initTransactions(), then does what commands tell it, or what its workload says of transactions.
 */
export class TransactionalApplication {
  /** What it has still to do, oldest first. */
  readonly script: ScriptStep[] = [];
  awaited: AwaitedCall | null = null;
  isInitialized = false;
  /** Transactions that its loop has begun so far. */
  begun = 0;
  /** When it began the one that is open, and how many records it has handed over since. */
  beganAtUs: Micros = 0;
  sent = 0;
  /** What the last send() threw; null: nothing. */
  thrown: ClientError | null = null;
  /** It has closed its producer, and a new process starts so long later; null: it has not, or none does. */
  restartsAfterUs: Micros | null = null;

  get isAtRest(): boolean {
    return this.awaited === null && this.script.length === 0 && this.isInitialized && this.thrown === null;
  }
}
