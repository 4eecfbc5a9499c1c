import type { DisconnectReason, NodeContext } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { AddPartitionsToTxnResponse } from '../protocol/requests.ts';
import type { BrokerId, Epoch, Micros, TopicPartition } from '../../shared/units.ts';
import { ADD_PARTITIONS_CHANNEL, InterBrokerChannel } from './InterBrokerChannel.ts';

/** What the transaction coordinator is asked about one transaction. `Asker`: who waits for the answer, as plain data. */
export interface TransactionQuestion<Asker> {
  readonly transactionalId: string;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly partitions: readonly TopicPartition[];
  /** The partitions are only looked for, and not added (transaction.version 0 and 1). */
  readonly verifyOnly: boolean;
  readonly askedUs: Micros;
  readonly asker: Asker;
}

/** A question with its answer: the partitions that may not be written to, and why. */
export interface AnsweredQuestion<Asker> {
  readonly question: TransactionQuestion<Asker>;
  readonly errors: ReadonlyMap<TopicPartition, KafkaError>;
}

/**
 * Asks transaction coordinators on behalf of partitions that this broker leads: one request at a time to each, with all that came
 * up meanwhile, and at most one question about a transactional.id in it (T11). Kafka: `AddPartitionsToTxnManager` (4.2).
 */
export class AddPartitionsToTxnManager<Asker> {
  readonly channel = new InterBrokerChannel('addPartitionsToTxn', ADD_PARTITIONS_CHANNEL);
  /** By coordinator, then by transactional.id. */
  private readonly waiting = new Map<BrokerId, Map<string, TransactionQuestion<Asker>>>();
  /** By correlation id. */
  private readonly asked = new Map<number, readonly TransactionQuestion<Asker>[]>();

  /** Nobody was ever asked: no part of the digest. */
  get isDormant(): boolean {
    return this.channel.isDormant && this.waiting.size === 0;
  }

  /** Questions without an answer. */
  get size(): number {
    let count = 0;
    for (const questions of this.waiting.values()) count += questions.size;
    for (const questions of this.asked.values()) count += questions.length;
    return count;
  }

  /**
   * Takes a question. One that waits about the same id gives way: it is of an older epoch, which is fenced, or the producer has sent
   * once more. A question of an older epoch itself is answered at once. Returns what is answered by that.
   */
  ask(
    coordinator: BrokerId,
    question: TransactionQuestion<Asker>,
    ctx: NodeContext,
  ): AnsweredQuestion<Asker> | null {
    const questions = this.waiting.get(coordinator) ?? new Map<string, TransactionQuestion<Asker>>();
    this.waiting.set(coordinator, questions);
    const before = questions.get(question.transactionalId);
    if (before && before.producerEpoch > question.producerEpoch)
      return answered(question, 'INVALID_PRODUCER_EPOCH');
    questions.delete(question.transactionalId);
    questions.set(question.transactionalId, question);
    this.send(coordinator, ctx);
    if (!before) return null;
    return answered(
      before,
      before.producerEpoch < question.producerEpoch ? 'INVALID_PRODUCER_EPOCH' : 'NETWORK_EXCEPTION',
    );
  }

  /** The questions that a coordinator has answered. */
  handleResponse(
    response: AddPartitionsToTxnResponse,
    correlationId: number,
    ctx: NodeContext,
  ): AnsweredQuestion<Asker>[] {
    const coordinator = this.channel.takeAnswer(correlationId, ctx);
    const questions = this.takeAsked(correlationId);
    if (coordinator !== null) this.send(coordinator, ctx);
    if (response.error !== 'NONE') return questions.map((question) => answered(question, response.error));
    return questions.map((question) => {
      const errors = new Map<TopicPartition, KafkaError>();
      for (const { transactionalId, partitions } of response.resultsByTransaction)
        if (transactionalId === question.transactionalId)
          for (const { topicPartition, error } of partitions)
            if (error !== 'NONE') errors.set(topicPartition, error);
      return { question, errors };
    });
  }

  /** A connection with a broker ended: what was asked over it gets no answer. */
  onDisconnected(
    broker: BrokerId,
    reason: DisconnectReason,
    connection: number,
    ctx: NodeContext,
  ): AnsweredQuestion<Asker>[] {
    return this.unanswered(this.channel.onDisconnected(broker, reason, connection, ctx));
  }

  /** The wait after a failure is over, or no answer came in time. */
  onTimer(broker: BrokerId, ctx: NodeContext): AnsweredQuestion<Asker>[] {
    const lost = this.unanswered(this.channel.onTimer(broker, ctx));
    this.send(broker, ctx);
    return lost;
  }

  private unanswered(correlationId: number | null): AnsweredQuestion<Asker>[] {
    return this.takeAsked(correlationId).map((question) => answered(question, 'NETWORK_EXCEPTION'));
  }

  private takeAsked(correlationId: number | null): readonly TransactionQuestion<Asker>[] {
    if (correlationId === null) return [];
    const questions = this.asked.get(correlationId) ?? [];
    this.asked.delete(correlationId);
    return questions;
  }

  private send(coordinator: BrokerId, ctx: NodeContext): void {
    const questions = this.waiting.get(coordinator);
    if (!questions || questions.size === 0 || !this.channel.isReady(coordinator, ctx)) return;
    const asked = [...questions.values()];
    const transactions = asked.map(
      ({ transactionalId, producerId, producerEpoch, partitions, verifyOnly }) =>
        ({ transactionalId, producerId, producerEpoch, partitions, verifyOnly }) as const,
    );
    const request = { kind: 'AddPartitionsToTxnRequest', apiVersion: 5, transactions } as const;
    const correlationId = this.channel.send(coordinator, request, ctx);
    if (correlationId === null) return;
    this.waiting.delete(coordinator);
    this.asked.set(correlationId, asked);
  }
}

function answered<Asker>(question: TransactionQuestion<Asker>, error: KafkaError): AnsweredQuestion<Asker> {
  return { question, errors: new Map(question.partitions.map((topicPartition) => [topicPartition, error])) };
}
