import type { NodeContext } from '../../node/Node.ts';
import type { CreateTopicsResponse } from '../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerInternals } from '../BrokerInternals.ts';
import { ControllerChannel } from '../ControllerChannel.ts';
import { creatableTopic } from './internalTopics.ts';

const RETRY_TIMEOUT_US = 60_000 * MICROS_PER_MILLI;
const SOCKET_TIMEOUT_US = 30_000 * MICROS_PER_MILLI;

/**
 * Has topics created that are missing: it asks the active controller, once for each at a time, and whoever needed the topic asks again
 * later. Kafka: `DefaultAutoTopicCreationManager` (4.2).
 *
 * Simplified: one request is under way at a time.
 */
export class AutoTopicCreationManager {
  readonly channel = new ControllerChannel('autoTopicCreation', RETRY_TIMEOUT_US, SOCKET_TIMEOUT_US);
  /** Asked for, and not answered yet; the first is under way. */
  private inflightTopics: readonly string[] = [];

  /** Nobody ever missed a topic. */
  get isDormant(): boolean {
    return this.inflightTopics.length === 0;
  }

  createTopic(topic: string, broker: BrokerInternals, ctx: NodeContext): void {
    if (this.inflightTopics.includes(topic)) return;
    this.inflightTopics = [...this.inflightTopics, topic];
    this.pump(broker, ctx);
  }

  /** Whatever the answer is, the next who misses the topic asks anew. */
  handleResponse(
    response: CreateTopicsResponse,
    correlationId: number,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    if (!this.channel.takeAnswer(response, correlationId, broker.controllerId, ctx)) return;
    this.finish(broker, ctx);
  }

  onTimer(broker: BrokerInternals, ctx: NodeContext): void {
    if (this.channel.onTimer(broker.controllerId, ctx)) this.finish(broker, ctx);
  }

  private finish(broker: BrokerInternals, ctx: NodeContext): void {
    this.inflightTopics = this.inflightTopics.slice(1);
    this.pump(broker, ctx);
  }

  private pump(broker: BrokerInternals, ctx: NodeContext): void {
    const [topic] = this.inflightTopics;
    if (topic === undefined || this.channel.isBusy) return;
    const topics = [creatableTopic(topic, broker.config.groups)];
    this.channel.send({ kind: 'CreateTopicsRequest', topics }, broker.controllerId, ctx);
  }
}
