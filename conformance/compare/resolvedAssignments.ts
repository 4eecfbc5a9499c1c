import type { RecordedConsumerEvent } from '../recording/Recording.ts';

/** An answer to a metadata request comes sooner, or something else is wrong. */
const METADATA_WITHIN_MS = 300;

/**
 * Without the empty assignment that a member under KIP-848 takes first when the heartbeat that assigns partitions overtakes the answer
 * to its first metadata request: it cannot tell yet which topic an id means. That is a race, on the same machine a rare one, which
 * the engine leaves out (`unresolved-topic-ids` in the ledger). Kafka: `AbstractMembershipManager.findResolvableAssignmentAndTriggerMetadataUpdate`.
 */
export function resolvedAssignments(events: readonly RecordedConsumerEvent[]): RecordedConsumerEvent[] {
  return events.filter((event, index) => {
    const next = events[index + 1];
    const isOvertaken =
      event[0] === 'assigned' &&
      event[2].length === 0 &&
      next?.[0] === 'assigned' &&
      next[2].length > 0 &&
      next[1] - event[1] < METADATA_WITHIN_MS;
    return !isOvertaken;
  });
}
