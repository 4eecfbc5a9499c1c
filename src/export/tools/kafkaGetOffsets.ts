import type { Offset } from '../../shared/units.ts';
import type { ToolPartition } from './ToolInput.ts';

/** What the tool says of a partition without a leader after a minute, its default.api.timeout.ms. */
const NO_LEADER =
  'org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: listOffsets(api=METADATA)';

/** What `--time` may say in place of a time. */
export type OffsetSpec =
  'latest' | 'earliest' | 'max-timestamp' | 'earliest-local' | 'latest-tiered' | 'earliest-pending-upload';

/**
 * `kafka-get-offsets.sh --time …`. A partition without such a record, as where nothing was copied yet, has no line. First comes what
 * the tool writes on its standard error. Kafka: `GetOffsetShell` (4.2.2).
 */
export function getOffsets(partitions: readonly ToolPartition[], spec: OffsetSpec): string {
  const skipped: string[] = [];
  const lines: string[] = [];
  for (const partition of byName(partitions)) {
    const offset = offsetOf(partition, spec);
    const { topic, partition: number } = partition;
    if (offset === null)
      skipped.push(`Skip getting offsets for topic-partition ${topic}-${number} due to error: ${NO_LEADER}`);
    else if (offset >= 0) lines.push(`${topic}:${number}:${offset}`);
  }
  return [...skipped, ...lines].map((line) => `${line}\n`).join('');
}

/** −1: there is no such record; null: nobody leads the partition. */
function offsetOf({ logStartOffset, highWatermark, listed }: ToolPartition, spec: OffsetSpec): Offset | null {
  switch (spec) {
    case 'latest':
      return highWatermark;
    case 'earliest':
      return logStartOffset;
    case 'max-timestamp':
      return listed && listed.maxTimestamp;
    case 'earliest-local':
      return listed && listed.earliestLocal;
    case 'latest-tiered':
      return listed && listed.latestTiered;
    case 'earliest-pending-upload':
      return listed && listed.earliestPendingUpload;
  }
}

/** `kafka-reassign-partitions.sh --list`. Kafka: `ReassignPartitionsCommand.curReassignmentsToString` (4.2.2). */
export function reassignmentsList(partitions: readonly ToolPartition[]): string {
  const lines = sorted(partitions).flatMap(
    ({ topic, partition, replicas, addingReplicas = [], removingReplicas = [] }) => {
      if (addingReplicas.length + removingReplicas.length === 0) return [];
      const adding = addingReplicas.length === 0 ? '' : ` adding: ${addingReplicas.join(',')}.`;
      const removing = removingReplicas.length === 0 ? '' : ` removing: ${removingReplicas.join(',')}.`;
      return [`${topic}-${partition}: replicas: ${replicas.join(',')}.${adding}${removing}`];
    },
  );
  if (lines.length === 0) return 'No partition reassignments found.\n';
  return `Current partition reassignments:\n${lines.join('\n')}\n`;
}

/** The tool sorts `orders-10` before `orders-2`. */
function byName(partitions: readonly ToolPartition[]): readonly ToolPartition[] {
  const name = ({ topic, partition }: ToolPartition) => `${topic}-${partition}`;
  return partitions.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
}

function sorted(partitions: readonly ToolPartition[]): readonly ToolPartition[] {
  return partitions.toSorted((a, b) =>
    a.topic === b.topic ? a.partition - b.partition : a.topic < b.topic ? -1 : 1,
  );
}
