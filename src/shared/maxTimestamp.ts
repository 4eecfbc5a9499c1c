/** In place of a time: the record with the latest timestamp, the first such. Kafka: `ListOffsetsRequest.MAX_TIMESTAMP` (KIP-734, 4.2). */
export const MAX_TIMESTAMP = -3;
