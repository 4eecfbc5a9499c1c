import type { CallTimes } from '../client/producer/workload/CallTimes.ts';
import type { NodeContext } from '../node/Node.ts';
import type { QueueMessage } from '../protocol/queueRequests.ts';
import type { Response } from '../protocol/requests.ts';
import type { Bytes, NodeIndex } from '../../shared/units.ts';
import { QueueClient } from './QueueClient.ts';

const PUBLISH_TIMER = 'publish';
const NO_DEATHS: QueueMessage['deaths'] = Object.freeze([]);

/** Frozen: shared by checkpoints. */
export interface PublisherConfig {
  readonly exchange: string;
  /** `{n}` in it counts from 0 to keyCount − 1, and starts again. */
  readonly routingKey: string;
  readonly keyCount: number;
  readonly valueBytes: Bytes;
  readonly persistent: boolean;
  /** It asks for publisher confirms, and publishes again what was not confirmed when its connection is back. */
  readonly confirms: boolean;
}

/** An application that publishes. Without confirms what it publishes while it has no connection is gone: the call throws. */
export class QueuePublisher extends QueueClient {
  readonly clientId: string;
  readonly config: PublisherConfig;
  readonly arrivals: CallTimes;
  readonly subscription = null;
  /** Messages handed over so far; the number of the next. */
  published = 0;
  confirmed = 0;
  nacked = 0;
  failed = 0;
  /** By the correlation of the publish that is to be confirmed; negative while there is no connection. */
  private unconfirmed = new Map<number, QueueMessage>();

  constructor(clientId: string, config: PublisherConfig, arrivals: CallTimes, broker: NodeIndex) {
    super(`publisher:${clientId}`, broker);
    this.clientId = clientId;
    this.config = config;
    this.arrivals = arrivals;
  }

  get waitingForConfirm(): number {
    return this.unconfirmed.size;
  }

  publish(count: number, ctx: NodeContext): void {
    for (let i = 0; i < count && this.isRunning(); i++) {
      const { exchange, routingKey, keyCount, valueBytes, persistent } = this.config;
      const number = this.published;
      this.published += 1;
      this.handOver(
        Object.freeze({
          publisher: this.clientId,
          number,
          exchange,
          routingKey: routingKey.replaceAll('{n}', String(number % keyCount)),
          valueBytes,
          persistent,
          deaths: NO_DEATHS,
        }),
        ctx,
      );
    }
  }

  /** Nothing was published while there was no process. */
  override startProcess(ctx: NodeContext): void {
    if (!this.isRunning()) this.arrivals.skipTo(ctx.nowUs);
    super.startProcess(ctx);
  }

  protected onRequest(): void {
    return;
  }

  protected onAnswer(response: Response, correlationId: number, ctx: NodeContext): void {
    if (response.kind !== 'BasicConfirm' || !this.unconfirmed.delete(correlationId)) return;
    if (response.ack) this.confirmed += 1;
    else this.nacked += 1;
    if (!this.arrivals.completed) return;
    this.arrivals.completed(1, ctx.nowUs);
    this.work(ctx);
  }

  protected onConnected(ctx: NodeContext): void {
    const again = [...this.unconfirmed.values()];
    this.unconfirmed.clear();
    for (const message of again) this.handOver(message, ctx);
    this.work(ctx);
  }

  /** The connection is lost; the application goes on. */
  protected onLost(): void {
    if (!this.isRunning()) this.unconfirmed.clear();
  }

  protected work(ctx: NodeContext): void {
    while (this.arrivals.nextUs() <= ctx.nowUs) {
      this.arrivals.take(1);
      this.publish(1, ctx);
    }
    const nextUs = this.arrivals.nextUs();
    if (nextUs < Infinity) ctx.setTimer(PUBLISH_TIMER, nextUs - ctx.nowUs);
  }

  private handOver(message: QueueMessage, ctx: NodeContext): void {
    const { confirms } = this.config;
    if (!this.isConnected) {
      if (confirms) this.unconfirmed.set(-1 - message.number, message);
      else this.failed += 1;
      return;
    }
    const correlationId = this.send({ kind: 'BasicPublish', message, confirm: confirms }, ctx);
    if (confirms) this.unconfirmed.set(correlationId, message);
  }
}
