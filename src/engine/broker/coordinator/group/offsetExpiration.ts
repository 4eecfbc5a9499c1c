import type { Millis } from '../../../../shared/units.ts';
import type { ClassicGroupState } from './ClassicGroupState.ts';

/** What decides whether offsets of a group may expire. */
export interface ExpiringGroup {
  readonly state: ClassicGroupState;
  /** null: a simple group, of consumers that assign themselves. */
  readonly protocolType: string | null;
  /** null: not known. */
  readonly subscribedTopics: ReadonlySet<string> | null;
  /** When it came to its state; null: not known. */
  readonly currentStateTimestamp: Millis | null;
}

/** Whether some member wants a topic: its offsets never expire. What is not known counts as wanted. Kafka: `isSubscribedToTopic`. */
export function isSubscribedToTopic(
  { subscribedTopics, protocolType }: ExpiringGroup,
  topic: string,
): boolean {
  return subscribedTopics?.has(topic) ?? protocolType === 'consumer';
}

/**
 * From when on an offset grows old (O4): in an empty group since it became empty, in a stable one and in one of consumers that assign
 * themselves since it was committed; null: it does not. Kafka: `ClassicGroup.offsetExpirationCondition` (4.2).
 */
export function offsetExpirationBase(group: ExpiringGroup, commitTimestampMs: Millis): Millis | null {
  const { state, protocolType, subscribedTopics, currentStateTimestamp } = group;
  if (protocolType === null) return commitTimestampMs;
  if (state === 'Empty') return currentStateTimestamp ?? commitTimestampMs;
  if (protocolType === 'consumer' && subscribedTopics !== null && state === 'Stable')
    return commitTimestampMs;
  return null;
}

/** Whether an offset is gone at this time (`offsets.retention.minutes`). Kafka: `OffsetMetadataManager.cleanupExpiredOffsets` (4.2). */
export function isOffsetExpired(
  group: ExpiringGroup,
  topic: string,
  commitTimestampMs: Millis,
  nowMs: Millis,
  retentionMs: Millis,
): boolean {
  if (isSubscribedToTopic(group, topic)) return false;
  const baseMs = offsetExpirationBase(group, commitTimestampMs);
  return baseMs !== null && nowMs - baseMs >= retentionMs;
}
