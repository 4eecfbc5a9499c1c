import type { ReplyAddress } from '../../node/Node.ts';
import type { AddPartitionsToTxnRequest, AddPartitionsToTxnResponse } from '../../protocol/requests.ts';
import type { Micros } from '../../../shared/units.ts';
import { CoordinatorRuntime } from '../coordinator/CoordinatorRuntime.ts';
import { TransactionMarkerChannelManager } from './TransactionMarkerChannelManager.ts';
import type { TransactionOperation, TransactionShard } from './TransactionShard.ts';

/** An AddPartitionsToTxn that is answered when all its transactions are. */
export interface PendingAddPartitions {
  readonly replyTo: ReplyAddress;
  readonly request: AddPartitionsToTxnRequest;
  results: AddPartitionsToTxnResponse['resultsByTransaction'];
}

/** What a broker has for the transactional.ids that it coordinates. Ends with its process. Kafka: `TransactionCoordinator` (4.2). */
export class TransactionCoordinators {
  readonly runtime = new CoordinatorRuntime<TransactionShard, TransactionOperation>();
  readonly markers = new TransactionMarkerChannelManager();
  readonly addPartitions = new Map<number, PendingAddPartitions>();
  nextRequestId = 0;
  /** When the process began to count the periods of its scans. */
  startedUs: Micros = 0;

  /** Nobody has a transactional.id here. */
  get isDormant(): boolean {
    return this.runtime.isDormant && this.markers.isDormant && this.addPartitions.size === 0;
  }
}
