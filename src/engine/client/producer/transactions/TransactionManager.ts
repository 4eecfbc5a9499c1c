import type { CommittedPartition } from '../../../protocol/groupRequests.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { assert } from '../../../../shared/assert.ts';
import type { BrokerId, Millis, TopicPartition } from '../../../../shared/units.ts';
import { clientError, ILLEGAL_STATE, kafkaException } from './ClientError.ts';
import type { ClientError } from './ClientError.ts';
import { failedBatchError } from './failedBatchError.ts';
import { coordinatorTypeOf, priorityOf } from './TransactionalRequest.ts';
import type {
  ConsumerGroupMetadata,
  ProducerIdentity,
  TransactionalAsk,
  TransactionalRequest,
} from './TransactionalRequest.ts';
import { transactionalReaction } from './transactionalReaction.ts';
import type { TransactionalReaction } from './transactionalReaction.ts';
import { isTransitionValid } from './transactionState.ts';
import type { TransactionState } from './transactionState.ts';

/** How long the first AddPartitionsToTxn of a transaction waits while the one before is still being completed (KAFKA-5482). */
const ADD_PARTITIONS_RETRY_BACKOFF_MS = 20;
const NO_IDENTITY: ProducerIdentity = { producerId: -1, producerEpoch: -1 };
const NO_RESULT = -1;

/** What became of a call, as the application's thread waits for it. Kafka: `TransactionalRequestResult`. */
export interface CallResult {
  isCompleted: boolean;
  error: ClientError | null;
}

/** A call that the application has not seen the end of. */
interface PendingTransition {
  readonly result: number;
  readonly state: TransactionState;
}

/** What a call comes to at once: an exception, nothing more to wait for (null), or the number of the result to wait for. */
export type Called = { readonly thrown: ClientError } | { readonly result: number | null };

/** The identity that a producer goes on with, and whether its sequences begin anew. */
export interface NewIdentity extends ProducerIdentity {
  readonly resetsSequences: boolean;
}

export interface TransactionConfig {
  readonly transactionalId: string;
  readonly transactionTimeoutMs: Millis;
  readonly retryBackoffMs: Millis;
  /** Feature of the cluster (KIP-890); 2 on new clusters from 4.0 on. */
  readonly transactionVersion: number;
}

/**
 * State of a transactional producer, and the requests that it has for its coordinators (T6, T10, T11, T14, T16, T19, T21). Kafka:
 * `TransactionManager` (4.2), without prepared transactions (KIP-939).
 *
 *   UNINITIALIZED → INITIALIZING → READY → IN_TRANSACTION → COMMITTING_TRANSACTION or ABORTING_TRANSACTION → READY
 *
 * From IN_TRANSACTION and COMMITTING_TRANSACTION an error leads to ABORTABLE_ERROR, which abortTransaction() leaves; from anywhere
 * to FATAL_ERROR, which nothing leaves. One request is in flight at most. Identity and sequences stand in `SequenceState`; what this
 * class needs of them it is given.
 *
 * Simplified: the feature level of the cluster is that of the scenario, where a client learns it with each connection.
 */
export class TransactionManager {
  readonly config: TransactionConfig;
  state: TransactionState = 'UNINITIALIZED';
  lastError: ClientError | null = null;
  /** Broker that is the transaction coordinator, and that of the group; null: to be found. */
  coordinator: BrokerId | null = null;
  groupCoordinator: BrokerId | null = null;
  /** The coordinator was connected to: it is known to raise epochs on request (KIP-360). */
  private coordinatorSupportsBumpingEpoch = false;
  /** Learned when initTransactions() returns; under transaction.version 2 partitions are added by their leaders (KIP-890). */
  isV2 = false;
  private epochBumpRequired = false;
  /** Something was sent, or offsets were: there is something to end. */
  transactionStarted = false;
  /** Partitions to be added, being added, and in the transaction. */
  private readonly newPartitions = new Set<TopicPartition>();
  private readonly pendingPartitions = new Set<TopicPartition>();
  readonly partitions = new Set<TopicPartition>();
  /** Offsets that the group coordinator has not taken yet. */
  private readonly offsetsToCommit = new Map<TopicPartition, CommittedPartition>();
  /** In the order of their priority, and within one in that of their arrival. */
  private readonly pending: TransactionalRequest[] = [];
  private pendingTransition: PendingTransition | null = null;
  private readonly results = new Map<number, CallResult>();
  private resultCount = 0;

  constructor(config: TransactionConfig) {
    this.config = config;
  }

  // What the application calls

  initTransactions(): Called {
    return this.transition('INITIALIZING', () => {
      const thrown = this.errorToThrow() ?? this.move('INITIALIZING');
      if (thrown) return { thrown };
      return {
        result: this.enqueueCall({ kind: 'InitProducerId', isEpochBump: false, ...NO_IDENTITY }),
      };
    });
  }

  beginTransaction(): Called {
    const thrown = this.pendingError() ?? this.errorToThrow() ?? this.move('IN_TRANSACTION');
    return thrown ? { thrown } : { result: null };
  }

  commitTransaction(identity: ProducerIdentity): Called {
    return this.transition('COMMITTING_TRANSACTION', () => {
      const thrown = this.errorToThrow() ?? this.move('COMMITTING_TRANSACTION');
      return thrown ? { thrown } : { result: this.complete(true, identity) };
    });
  }

  abortTransaction(identity: ProducerIdentity): Called {
    return this.transition('ABORTING_TRANSACTION', () => {
      const failed = this.state === 'ABORTABLE_ERROR' ? null : this.errorToThrow();
      const thrown = failed ?? this.move('ABORTING_TRANSACTION');
      if (thrown) return { thrown };
      this.newPartitions.clear();
      return { result: this.complete(false, identity) };
    });
  }

  /** Offsets of a consumer that become committed with the transaction (T19). */
  sendOffsetsToTransaction(
    offsets: readonly CommittedPartition[],
    group: ConsumerGroupMetadata,
    identity: ProducerIdentity,
  ): Called {
    const failed = this.pendingError() ?? this.errorToThrow();
    const thrown = failed ?? (this.state === 'IN_TRANSACTION' ? null : ILLEGAL_STATE);
    if (thrown) return { thrown };
    if (offsets.length === 0) return { result: null };
    if (!this.isV2)
      return { result: this.enqueueCall({ kind: 'AddOffsetsToTxn', offsets, group, ...identity }) };
    this.takeOffsets(offsets);
    this.transactionStarted = true;
    return { result: this.enqueueCall({ kind: 'TxnOffsetCommit', group, ...identity }) };
  }

  /** A record was appended for that partition: it belongs to the transaction. An exception if there is none that takes it (T10, T11). */
  addPartition(topicPartition: TopicPartition): ClientError | null {
    const failed = this.errorToThrow() ?? this.pendingError();
    if (failed) return failed;
    if (this.state !== 'IN_TRANSACTION') return ILLEGAL_STATE;
    if (this.isV2) {
      this.partitions.add(topicPartition);
      this.transactionStarted = true;
    } else if (!this.partitions.has(topicPartition) && !this.pendingPartitions.has(topicPartition))
      this.newPartitions.add(topicPartition);
    return null;
  }

  /** What send() comes to because of an error before it; null: none. */
  get sendError(): ClientError | null {
    return this.errorToThrow();
  }

  /** Whether more records for that partition just go on with the transaction. */
  takesMore(topicPartition: TopicPartition): boolean {
    if (this.state !== 'IN_TRANSACTION' || this.pendingTransition) return false;
    return (
      this.partitions.has(topicPartition) ||
      this.newPartitions.has(topicPartition) ||
      this.pendingPartitions.has(topicPartition)
    );
  }

  resultOf(result: number): CallResult {
    const found = this.results.get(result);
    assert(found !== undefined, 'the result of a call is kept until the application has seen it');
    return found;
  }

  /** The application has seen how its call ended. */
  acknowledge(result: number): void {
    this.results.delete(result);
    if (this.pendingTransition?.result === result) this.pendingTransition = null;
  }

  // What the sender asks

  get hasFatalError(): boolean {
    return this.state === 'FATAL_ERROR';
  }

  get hasError(): boolean {
    return this.state === 'FATAL_ERROR' || this.state === 'ABORTABLE_ERROR';
  }

  get isAborting(): boolean {
    return this.state === 'ABORTING_TRANSACTION';
  }

  get isCompleting(): boolean {
    return this.state === 'COMMITTING_TRANSACTION' || this.state === 'ABORTING_TRANSACTION';
  }

  /** From its begin until it has ended, or the producer is done. */
  get hasOngoingTransaction(): boolean {
    return this.state === 'IN_TRANSACTION' || this.state === 'ABORTABLE_ERROR' || this.isCompleting;
  }

  get hasPendingRequests(): boolean {
    return this.pending.length > 0 || this.newPartitions.size > 0;
  }

  /** Requests that wait for their turn. */
  get pendingCount(): number {
    return this.pending.length;
  }

  /** Whether batches of that partition may go out. */
  isSendAllowed(topicPartition: TopicPartition): boolean {
    return !this.hasFatalError && this.partitions.has(topicPartition);
  }

  get offsetsInRequest(): readonly CommittedPartition[] {
    return [...this.offsetsToCommit.values()];
  }

  coordinatorOf(request: TransactionalRequest): BrokerId | null {
    return coordinatorTypeOf(request.ask.kind) === 'GROUP' ? this.groupCoordinator : this.coordinator;
  }

  backoffMsOf(request: TransactionalRequest): Millis {
    const { retryBackoffMs } = this.config;
    return Math.min(retryBackoffMs, request.retryBackoffMs ?? retryBackoffMs);
  }

  /**
   * The request to be sent next, taken out of the queue; null where there is none, or none now: a transaction ends only when
   * all its batches have. Requests that an error has overtaken are ended here, and so is a transaction in which nothing was sent.
   */
  nextRequest(hasIncompleteBatches: boolean, identity: ProducerIdentity): TransactionalRequest | null {
    if (this.newPartitions.size > 0) this.enqueuePartitions(identity);
    const next = this.pending[0];
    if (!next || (next.ask.kind === 'EndTxn' && hasIncompleteBatches)) return null;
    this.pending.shift();
    if (this.isOvertaken(next)) {
      this.fail(next.result, this.lastError ?? ILLEGAL_STATE);
      return null;
    }
    if (next.ask.kind !== 'EndTxn' || this.transactionStarted) return next;
    this.done(next.result);
    this.resetTransaction();
    return this.pending.shift() ?? null;
  }

  /** The request goes back into the queue, and the sender sleeps before it comes again. */
  retry(request: TransactionalRequest): void {
    request.isRetry = true;
    this.enqueue(request);
  }

  /** Nobody could be asked: its coordinator is looked for first. */
  lookUpAndRetry(request: TransactionalRequest): void {
    this.lookUpFor(request);
    this.retry(request);
  }

  coordinatorReady(): void {
    this.coordinatorSupportsBumpingEpoch = true;
  }

  // What became of requests

  /** An answer with one error came; FindCoordinator names the broker. Returns the identity that the producer goes on with, if it is another. */
  answered(
    request: TransactionalRequest,
    error: KafkaError,
    answer: { readonly nodeId?: BrokerId } & Partial<ProducerIdentity>,
  ): NewIdentity | null {
    const { ask } = request;
    const isAbort = ask.kind === 'EndTxn' && !ask.committed;
    const reaction = transactionalReaction(ask.kind, error, isAbort);
    if (reaction.kind !== 'done') {
      this.react(request, reaction);
      return null;
    }
    switch (ask.kind) {
      case 'FindCoordinator':
        if (ask.keyType === 'GROUP') this.groupCoordinator = answer.nodeId ?? null;
        else this.coordinator = answer.nodeId ?? null;
        return null;
      case 'InitProducerId':
        return this.initialized(request, ask.isEpochBump, answer);
      case 'AddOffsetsToTxn': {
        const { producerId, producerEpoch, group } = ask;
        this.takeOffsets(ask.offsets);
        this.transactionStarted = true;
        this.enqueue({
          ...request,
          ask: { kind: 'TxnOffsetCommit', group, producerId, producerEpoch },
          isRetry: false,
        });
        return null;
      }
      case 'EndTxn':
        return this.ended(request, answer);
      case 'AddPartitionsToTxn':
      case 'TxnOffsetCommit':
        assert(false, 'these are answered for each partition');
    }
  }

  /** AddPartitionsToTxn was answered (T10): all partitions are in, or the transaction is lost. */
  partitionsAnswered(
    request: TransactionalRequest,
    answers: readonly { readonly topicPartition: TopicPartition; readonly error: KafkaError }[],
  ): void {
    let failed: ClientError | null = null;
    request.retryBackoffMs = null;
    for (const { error } of answers) {
      const reaction = transactionalReaction('AddPartitionsToTxn', error);
      if (reaction.kind === 'done') continue;
      // What the coordinator says of one partition alone leaves the others to be looked at.
      if (reaction.kind !== 'abortable' || reaction.error.name !== 'KafkaException') {
        if (reaction.kind === 'retrySoon' && this.partitions.size === 0)
          request.retryBackoffMs = ADD_PARTITIONS_RETRY_BACKOFF_MS;
        this.react(request, reaction);
        return;
      }
      failed = reaction.error;
    }
    for (const { topicPartition } of answers) this.pendingPartitions.delete(topicPartition);
    if (failed) {
      this.react(request, { kind: 'abortable', error: failed });
      return;
    }
    for (const { topicPartition } of answers) this.partitions.add(topicPartition);
    this.transactionStarted = true;
    this.done(request.result);
  }

  /** TxnOffsetCommit was answered (T19): what failed for a while is sent again. */
  offsetsAnswered(
    request: TransactionalRequest,
    answers: readonly { readonly topicPartition: TopicPartition; readonly error: KafkaError }[],
  ): void {
    let isLookedUp = false;
    for (const { topicPartition, error } of answers) {
      const reaction = transactionalReaction('TxnOffsetCommit', error);
      if (reaction.kind === 'done') this.offsetsToCommit.delete(topicPartition);
      else if (reaction.kind === 'lookUp') {
        if (!isLookedUp) this.lookUpFor(request);
        isLookedUp = true;
      } else if (reaction.kind !== 'retry') {
        this.react(request, reaction);
        this.offsetsToCommit.clear();
        return;
      }
    }
    if (this.offsetsToCommit.size === 0) this.done(request.result);
    else this.retry(request);
  }

  /** The connection ended before the answer came. */
  disconnected(request: TransactionalRequest): void {
    if (coordinatorTypeOf(request.ask.kind) !== null) this.lookUpFor(request);
    this.retry(request);
  }

  /**
   * A batch failed for good, or send() did: the transaction must be aborted, or the producer is done (T21). Where there is no transaction the
   * application gets an exception, and the sender gives up.
   */
  sendFailed(error: string, by: 'sender' | 'application' = 'sender'): void {
    const failed = failedBatchError(error);
    if (!failed.isFatal && by === 'application' && !this.hasOngoingTransaction) return;
    if (failed.isFatal) {
      this.toFatalError(failed.error);
      return;
    }
    if (this.bumpsEpochItself && !this.isCompleting) this.epochBumpRequired = true;
    this.toAbortableError(failed.error);
  }

  /** Records were sent whose fate is unknown, and nobody sends them any more (ID10). */
  sequencesUnresolved(): void {
    if (!this.canHandleAbortableError) {
      this.toFatalError(kafkaException(null));
      return;
    }
    if (this.bumpsEpochItself) this.epochBumpRequired = true;
    this.toAbortableError(kafkaException(null));
  }

  /** The process closes: what is still waited for has failed. */
  close(): void {
    const closed = kafkaException(null);
    for (const [result, { isCompleted }] of this.results) if (!isCompleted) this.fail(result, closed);
  }

  private initialized(
    request: TransactionalRequest,
    isEpochBump: boolean,
    answer: Partial<ProducerIdentity>,
  ): NewIdentity {
    this.move('READY');
    this.lastError = null;
    this.isV2 = this.config.transactionVersion >= 2;
    this.done(request.result);
    const { producerId = -1, producerEpoch = -1 } = answer;
    return { producerId, producerEpoch, resetsSequences: isEpochBump };
  }

  private ended(request: TransactionalRequest, answer: Partial<ProducerIdentity>): NewIdentity | null {
    this.resetTransaction();
    this.done(request.result);
    const { producerId = -1, producerEpoch = -1 } = answer;
    return producerId === -1 ? null : { producerId, producerEpoch, resetsSequences: true };
  }

  private complete(committed: boolean, identity: ProducerIdentity): number {
    if (this.newPartitions.size > 0) this.enqueuePartitions(identity);
    const end = { kind: 'EndTxn', committed, ...identity } as const;
    if (!this.epochBumpRequired) return this.enqueueCall(end);
    this.enqueue({ ask: end, result: NO_RESULT, isRetry: false, retryBackoffMs: null });
    return this.enqueueCall({ kind: 'InitProducerId', isEpochBump: true, ...identity });
  }

  private enqueuePartitions(identity: ProducerIdentity): void {
    for (const topicPartition of this.newPartitions) this.pendingPartitions.add(topicPartition);
    this.newPartitions.clear();
    const partitions = Object.freeze([...this.pendingPartitions]);
    this.enqueue({
      ask: { kind: 'AddPartitionsToTxn', partitions, ...identity },
      result: NO_RESULT,
      isRetry: false,
      retryBackoffMs: null,
    });
  }

  private react(
    request: TransactionalRequest,
    reaction: Exclude<TransactionalReaction, { readonly kind: 'done' }>,
  ): void {
    switch (reaction.kind) {
      case 'retry':
      case 'retrySoon':
        this.retry(request);
        return;
      case 'lookUp':
        this.lookUpAndRetry(request);
        return;
      case 'fatal':
        this.fail(request.result, reaction.error);
        this.toFatalError(reaction.error);
        return;
      case 'abortableIfPossible':
        this.fail(request.result, reaction.error);
        if (!this.canHandleAbortableError) {
          this.toFatalError(reaction.error);
          return;
        }
        if (this.bumpsEpochItself) this.epochBumpRequired = true;
        this.toAbortableError(reaction.error);
        return;
      case 'abortable':
        this.fail(request.result, reaction.error);
        this.toAbortableError(reaction.error);
    }
  }

  private toAbortableError(error: ClientError): void {
    if (this.isAborting) return;
    if (isTransitionValid(this.state, 'ABORTABLE_ERROR')) {
      this.state = 'ABORTABLE_ERROR';
      this.lastError = error;
    } else this.toFatalError(ILLEGAL_STATE);
  }

  private toFatalError(error: ClientError): void {
    this.state = 'FATAL_ERROR';
    this.lastError = error;
    if (this.pendingTransition) this.fail(this.pendingTransition.result, error);
  }

  /** Under transaction.version 0 and 1 a producer that recovers has its epoch raised by an InitProducerId of its own. */
  private get bumpsEpochItself(): boolean {
    return this.coordinatorSupportsBumpingEpoch && !this.isV2;
  }

  private get canHandleAbortableError(): boolean {
    return this.coordinatorSupportsBumpingEpoch || this.isV2;
  }

  private resetTransaction(): void {
    if (this.state !== 'FATAL_ERROR') this.move(this.epochBumpRequired ? 'INITIALIZING' : 'READY');
    this.lastError = null;
    this.epochBumpRequired = false;
    this.transactionStarted = false;
    this.newPartitions.clear();
    this.pendingPartitions.clear();
    this.partitions.clear();
  }

  /** Of calls that a producer waits for the same one is cached: who calls again goes on waiting; another one is illegal. */
  private transition(state: TransactionState, call: () => Called): Called {
    if (this.pendingTransition) {
      if (this.pendingTransition.state !== state) return { thrown: ILLEGAL_STATE };
      return { result: this.pendingTransition.result };
    }
    const called = call();
    if ('result' in called && called.result !== null)
      this.pendingTransition = { result: called.result, state };
    return called;
  }

  /** A call before this one timed out, and must be made again first. */
  private pendingError(): ClientError | null {
    return this.pendingTransition ? ILLEGAL_STATE : null;
  }

  /** What a call throws because of an error before it. */
  private errorToThrow(): ClientError | null {
    if (!this.hasError || !this.lastError) return null;
    const { name } = this.lastError;
    const isSame =
      name === 'PRODUCER_FENCED' || name === 'INVALID_PRODUCER_EPOCH' || name === 'IllegalStateException';
    return isSame ? clientError(name) : kafkaException(name);
  }

  private move(target: TransactionState): ClientError | null {
    if (!isTransitionValid(this.state, target)) return ILLEGAL_STATE;
    this.state = target;
    this.lastError = null;
    return null;
  }

  private isOvertaken({ ask }: TransactionalRequest): boolean {
    if (!this.hasError) return false;
    return !(this.state === 'ABORTABLE_ERROR' && ask.kind === 'FindCoordinator');
  }

  private lookUpFor(request: TransactionalRequest): void {
    const { ask } = request;
    const isGroup = coordinatorTypeOf(ask.kind) === 'GROUP';
    if (isGroup) this.groupCoordinator = null;
    else this.coordinator = null;
    const find =
      'group' in ask && isGroup
        ? ({ kind: 'FindCoordinator', keyType: 'GROUP', key: ask.group.groupId } as const)
        : ({ kind: 'FindCoordinator', keyType: 'TRANSACTION', key: this.config.transactionalId } as const);
    this.enqueue({ ask: find, result: NO_RESULT, isRetry: false, retryBackoffMs: null });
  }

  private takeOffsets(offsets: readonly CommittedPartition[]): void {
    for (const offset of offsets) this.offsetsToCommit.set(offset.topicPartition, offset);
  }

  private enqueueCall(ask: TransactionalAsk): number {
    const result = this.resultCount++;
    this.results.set(result, { isCompleted: false, error: null });
    this.enqueue({ ask, result, isRetry: false, retryBackoffMs: null });
    return result;
  }

  private enqueue(request: TransactionalRequest): void {
    const priority = priorityOf(request.ask);
    const index = this.pending.findIndex(({ ask }) => priorityOf(ask) > priority);
    this.pending.splice(index < 0 ? this.pending.length : index, 0, request);
  }

  private done(result: number): void {
    const found = this.results.get(result);
    if (found) found.isCompleted = true;
  }

  private fail(result: number, error: ClientError): void {
    const found = this.results.get(result);
    if (!found) return;
    found.isCompleted = true;
    found.error = error;
  }
}
