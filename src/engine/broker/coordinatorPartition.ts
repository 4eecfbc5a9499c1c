const INT_MIN = -0x80000000;

/** `String.hashCode` of Java: over UTF-16 code units, in 32 bits. */
export function javaStringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

/**
 * The partition of `__consumer_offsets` that holds a group, or of `__transaction_state` that holds a transactional.id: its
 * leader is the coordinator (T1). Kafka: `GroupCoordinatorService.partitionFor`, `TransactionStateManager.partitionFor`,
 * `Utils.abs` (4.2), which makes 0 of the one integer that has no absolute value.
 */
export function coordinatorPartition(id: string, partitionCount: number): number {
  const hash = javaStringHash(id);
  return (hash === INT_MIN ? 0 : Math.abs(hash)) % partitionCount;
}
