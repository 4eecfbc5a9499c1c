import type { Bytes, Micros } from '../../shared/units.ts';

/** Why a message left a queue by its dead-letter exchange, as RabbitMQ's `x-death` says it. */
export type DeathReason = 'rejected' | 'expired' | 'maxlen';

/** An entry of `x-death`, the newest first: how often a message left this queue for this reason. */
export interface Death {
  readonly queue: string;
  readonly reason: DeathReason;
  readonly count: number;
}

/** What a publisher hands over. Frozen: queues, wires and checkpoints share it. */
export interface QueueMessage {
  readonly publisher: string;
  /** Counted from 0 for each publisher. */
  readonly number: number;
  readonly exchange: string;
  readonly routingKey: string;
  readonly valueBytes: Bytes;
  /** delivery-mode 2. */
  readonly persistent: boolean;
  readonly deaths: readonly Death[];
}

/** What a consumer asks for: basic.consume, with the prefetch count of basic.qos. */
export interface Subscription {
  readonly queue: string;
  /** Messages that may be unacknowledged at once; 0: any number. */
  readonly prefetch: number;
  /** no-ack: what is sent counts as acknowledged. */
  readonly autoAck: boolean;
}

/**
 * Methods of AMQP 0-9-1 between a queue broker and its clients, with the fields that decide something here. Both sides speak first: a
 * broker delivers by itself.
 */
export type QueueRequest =
  /** connection.open, channel.open, basic.qos and basic.consume in one; null: a publisher. */
  | { readonly kind: 'ConnectionOpen'; readonly subscription: Subscription | null }
  | { readonly kind: 'BasicPublish'; readonly message: QueueMessage; readonly confirm: boolean }
  | {
      readonly kind: 'BasicDeliver';
      readonly message: QueueMessage;
      readonly deliveryTag: number;
      readonly redelivered: boolean;
    }
  | { readonly kind: 'BasicAck'; readonly deliveryTag: number }
  | { readonly kind: 'BasicReject'; readonly deliveryTag: number; readonly requeue: boolean };

export type QueueResponse =
  | { readonly kind: 'ConnectionOpenOk' }
  /** basic.ack or basic.nack of the broker, for a publisher that asked for confirms. */
  | { readonly kind: 'BasicConfirm'; readonly ack: boolean };

/** A message where it waits, or with the consumer that has not acknowledged it. Frozen. */
export interface QueuedMessage {
  /** Counted from 0 for each queue: where it stands, and where it stands again when it is requeued. */
  readonly place: number;
  readonly message: QueueMessage;
  readonly redelivered: boolean;
  /** When it leaves by itself; Infinity: never. */
  readonly expiresUs: Micros;
}
