import type { EndTransactionType } from '../../storage/RecordBatch.ts';
import type { BrokerId, Epoch, TopicPartition } from '../../../shared/units.ts';
import { InterBrokerChannel, MARKER_CHANNEL } from '../InterBrokerChannel.ts';
import type { TxnTransitMetadata } from './TransactionMetadata.ts';

/** A transaction whose end is decided, and what it becomes once all its markers are written. Frozen. Kafka: `PendingCompleteTxn`. */
export interface PendingCompleteTxn {
  readonly transactionalId: string;
  readonly coordinatorEpoch: Epoch;
  /** The partition of `__transaction_state` that says so. */
  readonly logPartition: TopicPartition;
  readonly producerId: number;
  /** That of the markers. */
  readonly producerEpoch: Epoch;
  readonly result: EndTransactionType;
  readonly transactionVersion: number;
  readonly completion: TxnTransitMetadata;
}

/** The marker of a transaction in some partitions, on its way. Frozen. */
export interface MarkerEntry {
  readonly pending: PendingCompleteTxn;
  readonly partitions: readonly TopicPartition[];
  /** How many times it was sent before, to whomever. */
  readonly attempts: number;
}

/** What one WriteTxnMarkers brings. */
export type MarkerBatch = readonly MarkerEntry[];

/**
 * Markers that are to be written, by the broker that leads their partition, and who waits for them. Kafka:
 * `TransactionMarkerChannelManager` (4.2); what is done with them is in `sendMarkers.ts`.
 */
export class TransactionMarkerChannelManager {
  readonly channel = new InterBrokerChannel('txnMarkers', MARKER_CHANNEL);
  /** Not in a request yet. */
  readonly queued = new Map<BrokerId, MarkerEntry[]>();
  /** Requests that wait for the one before. */
  readonly unsent = new Map<BrokerId, MarkerBatch[]>();
  /** By correlation id. */
  readonly inFlight = new Map<number, MarkerBatch>();
  /** Of partitions that have no leader now. */
  unknownDestination: MarkerEntry[] = [];
  /** Completions that could not be written. */
  logAppendRetries: PendingCompleteTxn[] = [];
  readonly withPendingMarkers = new Map<string, PendingCompleteTxn>();

  /** There never was a marker. */
  get isDormant(): boolean {
    return (
      this.channel.isDormant &&
      this.withPendingMarkers.size === 0 &&
      this.unknownDestination.length === 0 &&
      this.logAppendRetries.length === 0
    );
  }

  /** Whether it is this end of the transaction that markers are written for, and not another that came after. */
  isPending(pending: PendingCompleteTxn): boolean {
    const known = this.withPendingMarkers.get(pending.transactionalId);
    return (
      known?.coordinatorEpoch === pending.coordinatorEpoch && known.producerEpoch === pending.producerEpoch
    );
  }

  removeMarkersForTxn(pending: PendingCompleteTxn): void {
    if (this.isPending(pending)) this.withPendingMarkers.delete(pending.transactionalId);
  }

  /** The coordinator of a partition is gone: what it had to send and is not under way is not sent. */
  removeMarkersForTxnTopicPartition(logPartition: TopicPartition): void {
    const isOthers = ({ pending }: MarkerEntry): boolean => {
      if (pending.logPartition !== logPartition) return true;
      this.removeMarkersForTxn(pending);
      return false;
    };
    this.unknownDestination = this.unknownDestination.filter(isOthers);
    for (const [broker, entries] of this.queued) this.queued.set(broker, entries.filter(isOthers));
  }
}
