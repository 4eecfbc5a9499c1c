import type { StoreTransactionRequest, UniqueKey } from '../protocol/storeRequests.ts';

/** What of a transaction is sent as one. */
export type StoreUnit = Pick<StoreTransactionRequest, 'writes' | 'offsets'>;

/**
 * Which transactions of the database the writes and the offsets of an application make: one, so that a crash leaves both or neither. Kafka:
 * `KafkaConsumer`, "Storing Offsets Outside Kafka" (4.2).
 */
export function storeTransactions(unit: StoreUnit): readonly StoreUnit[] {
  return [unit];
}

/**
 * Whether a row of this write is there already. By offset: a row of the same topic, partition and offset. By id: a row of the same record,
 * whichever offset it has, as two copies have of a record that its producer sent twice; what stood in a log from the start has no id.
 */
export function isRepeatedWrite(unique: UniqueKey, hasOffset: boolean, hasId: boolean): boolean {
  if (unique === 'none') return false;
  return unique === 'offset' ? hasOffset : hasId;
}

/** Whether a writer is refused: an owner of a later generation has shown itself. One that shows no token is never refused. */
export function isFencedWriter(token: number, newestToken: number): boolean {
  return token >= 0 && token < newestToken;
}

/**
 * Whether an application waits until what it sent to a retry or dead-letter topic is acknowledged, before it goes on and commits. A sink of
 * Kafka Connect does not where a record cannot be converted: nobody looks at the future that `RetryWithToleranceOperator.report` returns (4.2).
 */
export function awaitsForward(isSink: boolean): boolean {
  return !isSink;
}
