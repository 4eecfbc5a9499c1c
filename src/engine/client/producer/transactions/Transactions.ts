import type { BrokerId, Micros } from '../../../../shared/units.ts';
import { TransactionalApplication } from './TransactionalApplication.ts';
import { TransactionManager } from './TransactionManager.ts';
import type { TransactionConfig } from './TransactionManager.ts';
import type { TransactionalRequest } from './TransactionalRequest.ts';

/** A request that the sender's thread has in its hands: it does nothing else until it is sent. */
export interface RequestInHand {
  readonly request: TransactionalRequest;
  /** Who is to have it. */
  readonly broker: BrokerId;
  /** Since when the connection has been waited for. */
  readonly sinceUs: Micros;
  /** The connection has been asked for. */
  isConnecting: boolean;
  /** The connection stands, and the thread sleeps until then; null: not yet. */
  sleepsUntilUs: Micros | null;
}

/** What a producer with a transactional.id has besides: its transaction, and the threads of application and sender as far as they wait for it. */
export class Transactions {
  readonly manager: TransactionManager;
  readonly application = new TransactionalApplication();
  inHand: RequestInHand | null = null;
  /** The request whose answer is awaited; the sender sends no batches meanwhile. */
  inFlight: { readonly correlationId: number; readonly request: TransactionalRequest } | null = null;
  /** The sender's thread sleeps: nobody could be asked. */
  sleepsUntilUs: Micros = 0;
  /** Which coordinators it has told of: that the same one was found once more is no news. */
  readonly toldCoordinators: { TRANSACTION: BrokerId | null; GROUP: BrokerId | null } = {
    TRANSACTION: null,
    GROUP: null,
  };
  /** The producer closes with its transaction open. */
  isForcedToClose = false;

  constructor(config: TransactionConfig) {
    this.manager = new TransactionManager(config);
  }

  /** The call that the application waits in has its result. */
  get isCallOver(): boolean {
    const { awaited } = this.application;
    return awaited !== null && this.manager.resultOf(awaited.result).isCompleted;
  }

  /** Whether nothing of it is under way: an open transaction may be. */
  get isAtRest(): boolean {
    return (
      this.inHand === null &&
      this.inFlight === null &&
      !this.manager.hasPendingRequests &&
      this.application.isAtRest
    );
  }
}
