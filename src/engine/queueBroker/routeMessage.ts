import type { QueueBrokerConfig } from './QueueBrokerConfig.ts';
import { topicMatches } from './topicMatches.ts';

/** The exchange without a name, to which every queue is bound by its own name. */
export const DEFAULT_EXCHANGE = '';

/**
 * The queues that a message goes to, each once however many of its bindings fit, in the order in which they were declared. Empty: no binding
 * fits, or there is no such exchange. AMQP 0-9-1, 3.1.3 (Exchange Types).
 */
export function routeMessage(
  { exchanges, bindings, queues }: QueueBrokerConfig,
  exchange: string,
  routingKey: string,
): readonly string[] {
  if (exchange === DEFAULT_EXCHANGE) return queues.flatMap(({ name }) => (name === routingKey ? [name] : []));
  const type = exchanges.find(({ name }) => name === exchange)?.type;
  if (type === undefined) return [];
  const fitting = bindings.filter(
    (binding) =>
      binding.exchange === exchange &&
      (type === 'fanout' ||
        (type === 'direct' ? binding.key === routingKey : topicMatches(binding.key, routingKey))),
  );
  return queues.flatMap(({ name }) => (fitting.some(({ queue }) => queue === name) ? [name] : []));
}
