import type { MetadataFields, RecordedMetadata, RecordedPartition } from '../recording/Recording.ts';
import { changedPartition, NO_PARTITION } from '../recording/changedPartition.ts';
import { textOf } from '../recording/metadataFields.ts';
import type { DumpedBatch } from './parseDump.ts';

/** What no comparison can use: addresses, ids that are drawn, offsets of the metadata log. */
const LEFT_OUT = new Set([
  'topicId',
  'brokerEpoch',
  'incarnationId',
  'endPoints',
  'features',
  'logDirs',
  'directories',
  'directoryId',
  'leaderRecoveryState',
]);

/** Types that say nothing about what Kafka decides, or come by the clock. */
const NOT_RECORDED = new Set([
  'NO_OP_RECORD',
  'REGISTER_CONTROLLER_RECORD',
  'BEGIN_TRANSACTION_RECORD',
  'END_TRANSACTION_RECORD',
]);

interface MetadataJson {
  readonly type: string;
  readonly data: MetadataFields;
}

/** The metadata log as a recording keeps it: the state at zero, and each record after. `isOurs` tells topics that no recording speaks of. */
export function recordMetadata(
  batches: readonly DumpedBatch[],
  zeroMs: number,
  isOurs: (topic: string) => boolean,
): { before: Record<string, RecordedPartition>; metadata: RecordedMetadata[] } {
  const topicNames = new Map<string, string>();
  const before = new Map<string, RecordedPartition>();
  const metadata: RecordedMetadata[] = [];
  for (const batch of batches) {
    for (const { createTimeMs, payload } of batch.records) {
      const t = createTimeMs - zeroMs;
      if (batch.isControl) {
        const leaderId = /LeaderChange: .*?"?leaderId"?[:=]\s*(\d+)/.exec(payload)?.[1];
        if (leaderId !== undefined && t >= 0)
          metadata.push([t, 'LEADER_CHANGE', { leaderId: Number(leaderId), epoch: batch.leaderEpoch }]);
        continue;
      }
      const record = JSON.parse(payload) as MetadataJson;
      if (NOT_RECORDED.has(record.type)) continue;
      if (record.type === 'TOPIC_RECORD')
        topicNames.set(String(record.data['topicId']), String(record.data['name']));
      const topic = topicNames.get(String(record.data['topicId']));
      const named = topic ?? textOf(record.data, 'name', 'resourceName');
      if (topic !== undefined && isOurs(named)) continue;
      if (t < 0) applyBefore(before, record, topic);
      else
        metadata.push([
          t,
          record.type,
          { ...(topic === undefined ? {} : { topic }), ...keptFields(record.data) },
        ]);
    }
  }
  return { before: Object.fromEntries(before), metadata };
}

function keptFields(data: MetadataFields): MetadataFields {
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => !LEFT_OUT.has(name) && value !== null),
  );
}

function applyBefore(
  before: Map<string, RecordedPartition>,
  { type, data }: MetadataJson,
  topic: string | undefined,
): void {
  if (topic === undefined) return;
  if (type === 'REMOVE_TOPIC_RECORD') {
    for (const name of [...before.keys()])
      if (name.slice(0, name.lastIndexOf('-')) === topic) before.delete(name);
    return;
  }
  const name = `${topic}-${String(data['partitionId'])}`;
  if (type === 'PARTITION_RECORD') before.set(name, changedPartition(NO_PARTITION, data));
  else if (type === 'PARTITION_CHANGE_RECORD') {
    const known = before.get(name);
    if (known) before.set(name, changedPartition(known, data));
  }
}
