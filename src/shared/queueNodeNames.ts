/** A queue broker with its clients, as far as they have names. */
interface NamedQueueBroker {
  readonly name: string;
  readonly publishers: readonly { readonly clientId: string }[];
  readonly consumers: readonly { readonly clientId: string }[];
}

/** Names of the nodes that queue brokers bring, in their order. */
export function queueNodeNames(queueBrokers: readonly NamedQueueBroker[] = []): readonly string[] {
  return [
    ...queueBrokers.map(({ name }) => `queueBroker:${name}`),
    ...queueBrokers.flatMap(({ publishers }) => publishers.map(({ clientId }) => `publisher:${clientId}`)),
    ...queueBrokers.flatMap(({ consumers }) => consumers.map(({ clientId }) => `queueConsumer:${clientId}`)),
  ];
}
