import type { Bytes, TopicPartition } from './units.ts';

/** What a member of a group of consumers tells the others under one assignor. Kafka: `ConsumerProtocolSubscription` (version 3). */
export interface ConsumerProtocolSubscription {
  /** In the order of their names. */
  readonly topics: readonly string[];
  /** What the assignor adds of its own, in text; null: nothing. */
  readonly userData: string | null;
  /** What it holds at the moment, in the order of `comparePartitions`. */
  readonly ownedPartitions: readonly TopicPartition[];
  /** In which it got that; −1: in none. */
  readonly generationId: number;
  readonly rackId: string | null;
}

/** What the leader of a group gives a member. Kafka: `ConsumerProtocolAssignment` (version 3). */
export interface ConsumerProtocolAssignment {
  /** In the order in which the assignor gave them. */
  readonly assignedPartitions: readonly TopicPartition[];
  readonly userData: string | null;
}

/** The assignment of a member that the leader gave none: no bytes at all. */
export const NO_ASSIGNMENT: ConsumerProtocolAssignment = Object.freeze({
  assignedPartitions: Object.freeze([]),
  userData: null,
});

/** Topic and index of `topic-index`. */
export function splitPartition(topicPartition: TopicPartition): {
  readonly topic: string;
  readonly index: number;
} {
  const dash = topicPartition.lastIndexOf('-');
  return { topic: topicPartition.slice(0, dash), index: Number(topicPartition.slice(dash + 1)) };
}

/** By topic, then by index. */
export function comparePartitions(a: TopicPartition, b: TopicPartition): number {
  const left = splitPartition(a);
  const right = splitPartition(b);
  if (left.topic !== right.topic) return left.topic < right.topic ? -1 : 1;
  return left.index - right.index;
}

/** A subscription as it is serialized: topics and partitions sorted. Kafka: `ConsumerProtocol.serializeSubscription`. */
export function consumerProtocolSubscription(
  subscription: ConsumerProtocolSubscription,
): ConsumerProtocolSubscription {
  const { topics, ownedPartitions } = subscription;
  return {
    ...subscription,
    topics: [...topics].sort(),
    ownedPartitions: [...ownedPartitions].sort(comparePartitions),
  };
}

/** Whether two subscriptions are the same byte by byte. */
export function isSameSubscription(
  a: ConsumerProtocolSubscription,
  b: ConsumerProtocolSubscription,
): boolean {
  return (
    a.userData === b.userData &&
    a.generationId === b.generationId &&
    a.rackId === b.rackId &&
    isSameList(a.topics, b.topics) &&
    isSameList(a.ownedPartitions, b.ownedPartitions)
  );
}

/** Bytes of a subscription with its version. */
export function subscriptionBytes(subscription: ConsumerProtocolSubscription): Bytes {
  const { topics, userData, ownedPartitions, rackId } = subscription;
  const version = 2;
  const generation = 4;
  return (
    version +
    topics.reduce((sum, topic) => sum + stringBytes(topic), 4) +
    byteArrayBytes(userData) +
    partitionsBytes(ownedPartitions) +
    generation +
    stringBytes(rackId)
  );
}

/** Bytes of an assignment with its version; 0 for `NO_ASSIGNMENT`. */
export function assignmentBytes(assignment: ConsumerProtocolAssignment): Bytes {
  if (assignment === NO_ASSIGNMENT) return 0;
  const version = 2;
  return version + partitionsBytes(assignment.assignedPartitions) + byteArrayBytes(assignment.userData);
}

/** Bytes of a string as Kafka's schemas have it when they are not flexible; null takes its length alone. */
export function stringBytes(text: string | null): Bytes {
  return 2 + (text === null ? 0 : utf8Length(text));
}

/** Bytes of a length as flexible schemas have it (KIP-482). */
export function unsignedVarintBytes(value: number): Bytes {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length += 1;
  return length;
}

/** Bytes of a text in UTF-8; half of a pair alone becomes one `?`, as in Java. */
export function utf8Length(text: string): Bytes {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else if (unit < 0xdc00 && text.charCodeAt(i + 1) >= 0xdc00 && text.charCodeAt(i + 1) <= 0xdfff) {
      bytes += 4;
      i += 1;
    } else bytes += 1;
  }
  return bytes;
}

function byteArrayBytes(text: string | null): Bytes {
  return 4 + (text === null ? 0 : utf8Length(text));
}

/** By topic: its name, how many partitions, and each of them. */
function partitionsBytes(partitions: readonly TopicPartition[]): Bytes {
  const topics = new Set<string>();
  let bytes = 4;
  for (const topicPartition of partitions) {
    const { topic } = splitPartition(topicPartition);
    if (!topics.has(topic)) bytes += stringBytes(topic) + 4;
    topics.add(topic);
    bytes += 4;
  }
  return bytes;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
