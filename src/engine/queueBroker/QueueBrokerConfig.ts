import type { Micros } from '../../shared/units.ts';

export type ExchangeType = 'direct' | 'fanout' | 'topic';

export interface ExchangeConfig {
  readonly name: string;
  readonly type: ExchangeType;
}

/** The binding key of a fanout exchange has no meaning. */
export interface BindingConfig {
  readonly exchange: string;
  readonly queue: string;
  readonly key: string;
}

/** A queue with its arguments, as RabbitMQ calls them. */
export interface QueueConfig {
  readonly name: string;
  /** Outlives the broker, with those of its messages that are persistent. */
  readonly durable: boolean;
  /** `x-message-ttl`; null: messages wait for ever. */
  readonly messageTtlUs: Micros | null;
  /** `x-max-length`, of messages that are ready; null: any number. */
  readonly maxLength: number | null;
  /** `x-overflow`: what happens to the message that is one too many. */
  readonly overflow: 'drop-head' | 'reject-publish';
  /** `x-dead-letter-exchange`; null: what would go there is dropped. */
  readonly deadLetterExchange: string | null;
  /** `x-dead-letter-routing-key`; null: the message's own. */
  readonly deadLetterRoutingKey: string | null;
}

/** What was declared at a queue broker. Frozen: shared by checkpoints. */
export interface QueueBrokerConfig {
  readonly exchanges: readonly ExchangeConfig[];
  readonly bindings: readonly BindingConfig[];
  readonly queues: readonly QueueConfig[];
}
