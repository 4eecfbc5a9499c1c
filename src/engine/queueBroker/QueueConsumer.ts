import type { NodeContext } from '../node/Node.ts';
import type { QueueRequest, Subscription } from '../protocol/queueRequests.ts';
import type { Request } from '../protocol/requests.ts';
import type { Micros, NodeIndex } from '../../shared/units.ts';
import { QueueClient } from './QueueClient.ts';

const WORK_TIMER = 'work';

type Delivery = Extract<QueueRequest, { readonly kind: 'BasicDeliver' }>;

/** What its application does with messages. Frozen: shared by checkpoints. */
export interface QueueWork {
  readonly perMessageUs: Micros;
  /** Every so many-th message, by its number, fails; null: none does. */
  readonly failEvery: number | null;
  /** What it says of such a message: basic.nack with requeue, or basic.reject without. */
  readonly failThen: 'requeue' | 'reject';
  /** It fails at its first delivery only. */
  readonly failOnce: boolean;
  /** Messages that take longer, by their number. */
  readonly slow: readonly { readonly message: number; readonly takesUs: Micros }[];
}

/** An application that consumes a queue, one message after the other, and acknowledges each when it is done with it. */
export class QueueConsumer extends QueueClient {
  readonly clientId: string;
  readonly subscription: Subscription;
  readonly application: QueueWork;
  /** Messages that it has and has not settled, oldest first; it works on the first. */
  private held: Delivery[] = [];
  done = 0;
  rejected = 0;

  constructor(clientId: string, subscription: Subscription, work: QueueWork, broker: NodeIndex) {
    super(`queueConsumer:${clientId}`, broker);
    this.clientId = clientId;
    this.subscription = subscription;
    this.application = work;
  }

  /** Number of messages that it has in hand. */
  get heldCount(): number {
    return this.held.length;
  }

  protected onRequest(request: Request, ctx: NodeContext): void {
    if (request.kind !== 'BasicDeliver') return;
    this.held.push(request);
    if (this.held.length === 1) this.begin(ctx);
  }

  protected onAnswer(): void {
    return;
  }

  protected onConnected(): void {
    return;
  }

  /** What it had belongs to others now. */
  protected onLost(ctx: NodeContext): void {
    this.held = [];
    ctx.cancelTimer(WORK_TIMER);
  }

  /** The first message is done. */
  protected work(ctx: NodeContext): void {
    const delivery = this.held.shift();
    if (!delivery) return;
    const { deliveryTag } = delivery;
    const fails = this.fails(delivery);
    if (fails) this.rejected += 1;
    else this.done += 1;
    if (!this.subscription.autoAck)
      this.send(
        fails
          ? { kind: 'BasicReject', deliveryTag, requeue: this.application.failThen === 'requeue' }
          : { kind: 'BasicAck', deliveryTag },
        ctx,
      );
    this.begin(ctx);
  }

  private begin(ctx: NodeContext): void {
    const number = this.held[0]?.message.number;
    if (number === undefined) return;
    const slow = this.application.slow.find(({ message }) => message === number);
    ctx.setTimer(WORK_TIMER, slow?.takesUs ?? this.application.perMessageUs);
  }

  private fails({ message, redelivered }: Delivery): boolean {
    const { failEvery, failOnce } = this.application;
    return failEvery !== null && (message.number + 1) % failEvery === 0 && !(failOnce && redelivered);
  }
}
