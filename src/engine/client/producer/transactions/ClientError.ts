/**
 * An exception as an application gets it: Kafka's error code where the class has one, else the name of the class. The cause is what a
 * KafkaException says that it wraps.
 */
export interface ClientError {
  readonly name: string;
  readonly cause: string | null;
}

export function clientError(name: string, cause: string | null = null): ClientError {
  return Object.freeze({ name, cause });
}

/** `KafkaException`, with the error that its message is about. */
export function kafkaException(cause: string | null): ClientError {
  return clientError('KafkaException', cause);
}

export const ILLEGAL_STATE = clientError('IllegalStateException');
/** What await() throws after `max.block.ms`. */
export const TIMED_OUT = clientError('TimeoutException');
