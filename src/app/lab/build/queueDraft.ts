import type { FileQueueBroker, ScenarioFile } from '../../../scenario/ScenarioFile.ts';

/** A queue broker with one exchange, one queue, who publishes and who consumes, as it was typed. */
export interface QueueFields {
  readonly name: string;
  readonly exchange: string;
  readonly exchangeType: string;
  readonly queue: string;
  readonly bindingKey: string;
  readonly deadLetterQueue: string;
  readonly publisher: string;
  readonly routingKey: string;
  readonly rate: string;
  /** Ids, with commas. */
  readonly consumers: string;
  readonly prefetch: string;
  readonly perMessage: string;
}

export const EMPTY_QUEUE: QueueFields = {
  name: '',
  exchange: 'payments',
  exchangeType: 'direct',
  queue: 'ledger',
  bindingKey: 'payment',
  deadLetterQueue: '',
  publisher: 'shop',
  routingKey: 'payment',
  rate: '20',
  consumers: 'worker',
  prefetch: '10',
  perMessage: '20ms',
};

/** The scenario with one more queue broker. */
export function withQueueBroker(file: ScenarioFile, fields: QueueFields): ScenarioFile {
  return { ...file, queueBrokers: [...(file.queueBrokers ?? []), queueBrokerDraft(fields)] };
}

function queueBrokerDraft(fields: QueueFields): FileQueueBroker {
  const { name, exchange, exchangeType, queue, bindingKey, deadLetterQueue, publisher } = fields;
  const buried = deadLetterQueue.trim();
  return {
    name: name.trim(),
    exchanges: [{ name: exchange.trim(), ...(exchangeType === 'direct' ? {} : { type: exchangeType }) }],
    queues: [
      {
        name: queue.trim(),
        // The default exchange knows queues by their names.
        ...(buried === '' ? {} : { 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': buried }),
      },
      ...(buried === '' ? [] : [{ name: buried }]),
    ],
    bindings: [
      {
        exchange: exchange.trim(),
        queue: queue.trim(),
        ...(bindingKey.trim() === '' ? {} : { key: bindingKey.trim() }),
      },
    ],
    publishers: [
      {
        'client.id': publisher.trim(),
        exchange: exchange.trim(),
        routingKey: fields.routingKey.trim(),
        ...(fields.rate.trim() === '' ? {} : { arrivals: { constant: `${fields.rate.trim()}/s` } }),
      },
    ],
    consumers: fields.consumers
      .split(/[\s,]+/)
      .filter((id) => id !== '')
      .map((id) => ({
        'client.id': id,
        queue: queue.trim(),
        ...(fields.prefetch.trim() === '' ? {} : { prefetch: Number(fields.prefetch) }),
        ...(fields.perMessage.trim() === '' ? {} : { perMessage: fields.perMessage.trim() }),
      })),
  };
}
