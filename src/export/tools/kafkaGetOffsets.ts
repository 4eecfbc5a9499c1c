import type { ToolPartition } from './ToolInput.ts';

const NO_LEADER =
  'org.apache.kafka.common.errors.LeaderNotAvailableException: There is no leader for this topic-partition as we are in the middle of a leadership election.';

/** `kafka-get-offsets.sh`: the end that a reader may read, or with `--time earliest` the start. Kafka: `GetOffsetShell` (4.2.2). */
export function getOffsets(partitions: readonly ToolPartition[], which: 'latest' | 'earliest'): string {
  const lines = sorted(partitions).map(({ topic, partition, logStartOffset, highWatermark }) => {
    const offset = which === 'latest' ? highWatermark : logStartOffset;
    return offset === null
      ? `Skip getting offsets for topic-partition ${topic}-${partition} due to error: ${NO_LEADER}`
      : `${topic}:${partition}:${offset}`;
  });
  return lines.map((line) => `${line}\n`).join('');
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

function sorted(partitions: readonly ToolPartition[]): readonly ToolPartition[] {
  return partitions.toSorted((a, b) =>
    a.topic === b.topic ? a.partition - b.partition : a.topic < b.topic ? -1 : 1,
  );
}
