import type { QueuedMessage, QueueMessage } from '../protocol/queueRequests.ts';
import type { Micros, NodeIndex } from '../../shared/units.ts';
import { nextConsumer } from './nextConsumer.ts';
import type { QueueConfig } from './QueueBrokerConfig.ts';
import { requeuePlace } from './requeuePlace.ts';

/** What became of all messages that a queue ever took: what is not ready and not unacknowledged is one of these. */
export interface QueueCounts {
  enqueued: number;
  /** How often a message was sent to a consumer; and how often not for the first time. */
  delivered: number;
  redelivered: number;
  acked: number;
  /** Gone to the dead-letter exchange, or nowhere for want of one. */
  deadLettered: number;
  dropped: number;
  /** Gone with the broker's process. */
  lost: number;
}

/**
 * A classic queue of RabbitMQ, with its consumers: messages that are ready, in their order, and whose turn it is. Kept as `rabbit_amqqueue_process`
 * keeps it.
 */
export class MessageQueue {
  readonly config: QueueConfig;
  readonly ready: QueuedMessage[] = [];
  /** Consumers that may be asked, and those that are full. */
  private active: readonly NodeIndex[] = [];
  private blocked: readonly NodeIndex[] = [];
  /** Messages that consumers have and have not acknowledged. */
  unacked = 0;
  readonly counts: QueueCounts = {
    enqueued: 0,
    delivered: 0,
    redelivered: 0,
    acked: 0,
    deadLettered: 0,
    dropped: 0,
    lost: 0,
  };
  /** The furthest place whose message was acknowledged; −1: none. */
  private furthestAcked = -1;

  constructor(config: QueueConfig) {
    this.config = config;
  }

  /** Whether one more message is one too many, and is to be refused for that. */
  get refusesMore(): boolean {
    const { maxLength, overflow } = this.config;
    return maxLength !== null && overflow === 'reject-publish' && this.ready.length >= maxLength;
  }

  get isOverfull(): boolean {
    const { maxLength, overflow } = this.config;
    return maxLength !== null && overflow === 'drop-head' && this.ready.length > maxLength;
  }

  enqueue(message: QueueMessage, nowUs: Micros): void {
    const { messageTtlUs } = this.config;
    const expiresUs = messageTtlUs === null ? Infinity : nowUs + messageTtlUs;
    this.ready.push(Object.freeze({ place: this.counts.enqueued, message, redelivered: false, expiresUs }));
    this.counts.enqueued += 1;
  }

  /** Back to its place, to be delivered again. */
  requeue(entry: QueuedMessage): void {
    this.ready.splice(
      requeuePlace(this.ready, entry.place),
      0,
      Object.freeze({ ...entry, redelivered: true }),
    );
    this.unacked -= 1;
  }

  addConsumer(consumer: NodeIndex): void {
    this.active = [...this.active, consumer];
  }

  removeConsumer(consumer: NodeIndex): void {
    this.active = this.active.filter((other) => other !== consumer);
    this.blocked = this.blocked.filter((other) => other !== consumer);
  }

  /** It acknowledged something: if it was full, it is asked again, after all others. */
  unblock(consumer: NodeIndex): void {
    if (!this.blocked.includes(consumer)) return;
    this.removeConsumer(consumer);
    this.addConsumer(consumer);
  }

  /** Whose turn it is with the message at the head; null: nobody's. */
  takeTurn(canTake: (consumer: NodeIndex) => boolean): NodeIndex | null {
    const { consumer, active, blocked } = nextConsumer(this.active, this.blocked, canTake);
    this.active = active;
    this.blocked = blocked;
    return consumer;
  }

  /** Returns whether a message behind it was acknowledged before. */
  acknowledge({ place }: QueuedMessage): boolean {
    this.counts.acked += 1;
    const isOvertaken = place < this.furthestAcked;
    this.furthestAcked = Math.max(this.furthestAcked, place);
    return isOvertaken;
  }

  /** The process of the broker is gone: what was with consumers is ready again, and what no disk has is lost. Returns how many are. */
  crash(unacked: readonly QueuedMessage[]): number {
    for (const entry of unacked) this.requeue(entry);
    this.active = [];
    this.blocked = [];
    const kept = this.ready.filter(({ message }) => this.config.durable && message.persistent);
    const lost = this.ready.length - kept.length;
    this.counts.lost += lost;
    this.ready.splice(0, this.ready.length, ...kept);
    return lost;
  }
}
