import type { NodeContext } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { CoordinatorRecord } from '../../storage/CoordinatorRecord.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Epoch, Micros, Millis, TopicPartition } from '../../../shared/units.ts';
import type { BrokerInternals } from '../BrokerInternals.ts';
import type { CoordinatorHost, CoordinatorKind, CoordinatorShard } from '../coordinator/CoordinatorShard.ts';
import { TRANSACTION_STATE_TOPIC } from '../coordinator/internalTopics.ts';
import { writeRecords } from '../coordinator/runCoordinator.ts';
import { coordinatorPartition } from '../coordinatorPartition.ts';
import type { TransactionCoordinators } from './TransactionCoordinators.ts';
import { transactionLogRecord } from './transactionLogRecord.ts';
import type {
  ClientTransactionVersion,
  TransactionMetadata,
  TxnTransitMetadata,
} from './TransactionMetadata.ts';
import type { AfterTransition, TransactionOperation, TransactionShard } from './TransactionShard.ts';

export type TransactionKind = CoordinatorKind<TransactionShard, TransactionOperation>;
export type ActiveShard = CoordinatorShard<TransactionShard, TransactionOperation>;

/** Where a step of the transaction coordinator takes place. It lives for that step; nothing of it is state. */
export class TransactionContext {
  readonly kind: TransactionKind;
  readonly host: CoordinatorHost;

  constructor(kind: TransactionKind, host: CoordinatorHost) {
    this.kind = kind;
    this.host = host;
  }

  get broker(): BrokerInternals {
    return this.host.broker;
  }

  get ctx(): NodeContext {
    return this.host.ctx;
  }

  get coordinators(): TransactionCoordinators {
    return this.host.process.coordinators.transactions;
  }

  get nowMs(): Millis {
    return this.host.ctx.clockMs();
  }

  /** How the coordinator ends what it ends by itself. Kafka: `transactionVersionLevel`. */
  get serverVersion(): ClientTransactionVersion {
    return this.broker.config.transactions.transactionVersion >= 2 ? 2 : 0;
  }

  /** A producer id; null: the next ones are still to be granted. */
  nextProducerId(): number | null {
    return this.host.process.producerIds.next(this.broker, this.ctx);
  }

  /**
   * The coordinator of a transactional.id on this broker, or why it has none. Kafka: `TransactionStateManager.getTransactionState` (4.2).
   *
   * Errors: NOT_COORDINATOR, COORDINATOR_LOAD_IN_PROGRESS.
   */
  shardOf(transactionalId: string): ActiveShard | KafkaError {
    const partitions = this.broker.image.topics.get(TRANSACTION_STATE_TOPIC) ?? [];
    if (partitions.length === 0) return 'NOT_COORDINATOR';
    return this.coordinators.runtime.activeShard(
      partitions[coordinatorPartition(transactionalId, partitions.length)],
    );
  }

  /** The coordinator of a partition, if it is still that of this epoch; null: another has taken over, or will. */
  shardUnder(logPartition: TopicPartition, coordinatorEpoch: Epoch): ActiveShard | null {
    const shard = this.coordinators.runtime.activeShard(logPartition);
    return typeof shard === 'string' || shard.leaderEpoch !== coordinatorEpoch ? null : shard;
  }

  /** Begins a transition: it is written, and takes effect once it is replicated. */
  transit(
    shard: ActiveShard,
    metadata: TransactionMetadata,
    transit: TxnTransitMetadata,
    then: AfterTransition,
  ): void {
    this.append(shard, metadata.transactionalId, metadata.prepareTransitionTo(transit), then);
  }

  /** Writes a transition that is prepared. It waits for its replicas for as long as its transaction may last. */
  append(
    shard: ActiveShard,
    transactionalId: string,
    transit: TxnTransitMetadata,
    then: AfterTransition,
  ): void {
    const operation = Object.freeze({
      kind: 'Transition',
      transactionalId,
      coordinatorEpoch: shard.leaderEpoch,
      transit,
      then: Object.freeze(then),
    } as const);
    const timeoutUs = transit.txnTimeoutMs * MICROS_PER_MILLI;
    this.write(shard, [transactionLogRecord(transactionalId, transit)], operation, timeoutUs);
  }

  write(
    shard: ActiveShard,
    records: readonly CoordinatorRecord[],
    operation: TransactionOperation,
    timeoutUs: Micros,
  ): void {
    const error = writeRecords(
      this.kind,
      shard,
      { records, operation, replays: false, timeoutUs },
      this.host,
    );
    if (error !== 'NONE') this.kind.complete(operation, error, shard, this.host);
  }

  traceRefused(transactionalId: string, request: TransactionRequestName, error: KafkaError): void {
    if (error === 'NONE') return;
    this.ctx.trace({ kind: 'TransactionRefused', broker: this.broker.id, transactionalId, request, error });
  }
}

export type TransactionRequestName = 'InitProducerId' | 'AddPartitionsToTxn' | 'AddOffsetsToTxn' | 'EndTxn';
