interface Client {
  readonly clientId: string;
}

/** Names of the nodes that queue brokers bring: the brokers, who publishes to them, who consumes. */
export function queueNodeNames(
  queueBrokers: readonly {
    readonly name: string;
    readonly publishers: readonly Client[];
    readonly consumers: readonly Client[];
  }[] = [],
): readonly string[] {
  return [
    ...queueBrokers.map(({ name }) => `queueBroker:${name}`),
    ...queueBrokers.flatMap(({ publishers }) => publishers.map(({ clientId }) => `publisher:${clientId}`)),
    ...queueBrokers.flatMap(({ consumers }) => consumers.map(({ clientId }) => `queueConsumer:${clientId}`)),
  ];
}
