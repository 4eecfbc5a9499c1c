/** Whether a cleanup.policy, a list, names `compact`. Kafka: `LogConfig.compact`. */
export function isCompacted(cleanupPolicy: string): boolean {
  return cleanupPolicy.split(',').some((policy) => policy.trim() === 'compact');
}

/**
 * Whether a leader takes a record with such a key: a compacted topic takes none without a key, of which the cleaner could keep
 * nothing; an empty key is one. One such record has its whole batch refused. Kafka: `LogValidator.validateKey` (4.2).
 */
export function validateKey(hasKey: boolean, isTopicCompacted: boolean): 'NONE' | 'INVALID_RECORD' {
  return isTopicCompacted && !hasKey ? 'INVALID_RECORD' : 'NONE';
}
