import type { KafkaError } from '../../protocol/Errors.ts';
import type { CoordinatorRecord } from '../../storage/CoordinatorRecord.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import type { Epoch, Micros, Offset, TopicPartition } from '../../../shared/units.ts';
import type { BrokerConfig } from '../BrokerConfig.ts';
import type { BrokerProcess } from '../BrokerProcess.ts';
import type { BrokerInternals } from '../BrokerInternals.ts';
import type { NodeContext } from '../../node/Node.ts';
import type { TransactionalWriter } from './coordinatorBatch.ts';
import type { CoordinatorRuntime } from './CoordinatorRuntime.ts';

/** What a coordinator was asked to do and has written, and that is answered once the record is committed. */
export interface DeferredOperation<Operation> {
  /** The high watermark must reach this: the end of what it wrote, or of what it read. */
  readonly requiredOffset: Offset;
  readonly timesOutUs: Micros;
  readonly operation: Operation;
}

/** Records that wait for company (`group.coordinator.append.linger.ms`). */
export interface LingeringBatch<Operation> {
  readonly records: readonly CoordinatorRecord[];
  readonly operations: readonly { readonly timesOutUs: Micros; readonly operation: Operation }[];
  readonly dueUs: Micros;
}

/**
 * A coordinator of the groups, or transactional ids, in one partition of its internal topic: on the leader of that partition, for
 * as long as it leads it. Kafka: `CoordinatorRuntime.CoordinatorContext`, `TransactionStateManager` (4.2).
 *
 *   LOADING (reads the log) → ACTIVE → gone (the broker leads it no more)
 */
export interface CoordinatorShard<State, Operation> {
  readonly topicPartition: TopicPartition;
  /** Under which the broker leads it. */
  leaderEpoch: Epoch;
  status: 'LOADING' | 'ACTIVE';
  /** When it began to wait for its turn to read. */
  readonly electedUs: Micros;
  readonly state: State;
  /** In the order of their offsets. */
  deferred: readonly DeferredOperation<Operation>[];
  lingering: LingeringBatch<Operation> | null;
}

/** Where a coordinator lives. */
export interface CoordinatorHost {
  readonly broker: BrokerInternals;
  readonly process: BrokerProcess;
  readonly ctx: NodeContext;
}

/**
 * What a kind of coordinator makes of its shards. All of it is code and no state: what a shard knows is in its `State`, and who waits
 * is described by an `Operation`, both plain data.
 */
export interface CoordinatorKind<State, Operation> {
  /** `__consumer_offsets` or `__transaction_state`. */
  readonly topic: string;
  /** Its timers begin with this. */
  readonly timerPrefix: string;
  /** How many logs it reads at the same time. */
  readonly loaderThreads: number;
  /** Whether a leader epoch of which the same broker is the leader means that all is read anew. */
  readonly reloadsUnderNewEpoch: boolean;
  /** Where this kind's shards are. */
  runtimeOf(process: BrokerProcess): CoordinatorRuntime<State, Operation>;
  newState(topicPartition: TopicPartition): State;
  /** How long it waits for a write to be committed. */
  writeTimeoutUs(config: BrokerConfig): Micros;
  /** For how long records wait for others; 0: not at all. */
  appendLingerUs(config: BrokerConfig): Micros;
  /** A record has been written, or is read again; in a tombstone the value is null. */
  replay(state: State, record: CoordinatorRecord, offset: Offset, writer: TransactionalWriter | null): void;
  /** The same of the marker that ends a transaction. */
  replayMarker(state: State, batch: RecordBatch, offset: Offset): void;
  /** Takes the records of a batch back that could not be written, which would have begun at an offset. */
  revert(state: State, records: readonly CoordinatorRecord[], baseOffset: Offset): void;
  /** The high watermark of its log is there now. */
  noteCommitted?(state: State, highWatermark: Offset): void;
  /** It has read its log, and serves from now on. */
  loaded(shard: CoordinatorShard<State, Operation>, host: CoordinatorHost): void;
  /** It serves no more: whoever waits on it is told by this. What was deferred has been completed. */
  unloaded(shard: CoordinatorShard<State, Operation>, host: CoordinatorHost): void;
  /** A timer of its own went off, whose key goes on so after the prefix. */
  onTimer(key: string, host: CoordinatorHost): void;
  /** What an operation wrote is committed (NONE), or will not be as far as this broker can tell. */
  complete(
    operation: Operation,
    error: KafkaError,
    shard: CoordinatorShard<State, Operation>,
    host: CoordinatorHost,
  ): void;
}
