const MAX_NAME_LENGTH = 249;

/**
 * Why Kafka refuses a topic name, in its words; null for a name that it takes. INVALID_TOPIC_EXCEPTION.
 * Kafka: `org.apache.kafka.common.internals.Topic.validate`.
 */
export function topicNameFault(name: string): string | null {
  const fault = faultOf(name);
  return fault === null ? null : `Topic name is invalid: ${fault}`;
}

function faultOf(name: string): string | null {
  if (name === '') return 'the empty string is not allowed';
  if (name === '.') return "'.' is not allowed";
  if (name === '..') return "'..' is not allowed";
  if (name.length > MAX_NAME_LENGTH)
    return `the length of '${name}' is longer than the max allowed length ${MAX_NAME_LENGTH}`;
  if (!/^[a-zA-Z0-9._-]+$/.test(name))
    return `'${name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'`;
  return null;
}

/**
 * The topic that a new name collides with, or null: `.` and `_` are the same in names of metrics.
 * Kafka: `Topic.hasCollision`, `ReplicationControlManager.validateNewTopicNames`.
 */
export function collidingTopic(name: string, topics: Iterable<string>): string | null {
  if (!/[._]/.test(name)) return null;
  const unified = name.replaceAll('.', '_');
  for (const topic of topics) {
    if (topic !== name && /[._]/.test(topic) && topic.replaceAll('.', '_') === unified) return topic;
  }
  return null;
}
