import type { RecordedMetadata, RecordedPartition } from '../recording/Recording.ts';
import type { DumpedBatch } from './parseDump.ts';

/** What no comparison can use: addresses, ids that are drawn, offsets of the metadata log. */
const LEFT_OUT = new Set(['topicId', 'brokerEpoch', 'incarnationId', 'endPoints', 'features', 'logDirs', 'directories', 'directoryId', 'leaderRecoveryState']);

/** Types that say nothing about what Kafka decides, or come by the clock. */
const NOT_RECORDED = new Set(['NO_OP_RECORD', 'REGISTER_CONTROLLER_RECORD', 'BEGIN_TRANSACTION_RECORD', 'END_TRANSACTION_RECORD']);

interface MetadataJson {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The metadata log as a recording keeps it: the state at zero, and each record after. Topics of `ignoredTopics` were ours. */
export function recordMetadata(
  batches: readonly DumpedBatch[],
  zeroMs: number,
  isOurs: (topic: string) => boolean,
): { before: Record<string, RecordedPartition>; metadata: RecordedMetadata[] } {
  const topicNames = new Map<string, string>();
  const before: Record<string, RecordedPartition> = {};
  const metadata: RecordedMetadata[] = [];
  for (const batch of batches) {
    for (const { createTimeMs, payload } of batch.records) {
      const t = createTimeMs - zeroMs;
      if (batch.isControl) {
        const leaderId = /LeaderChange: .*?"?leaderId"?[:=]\s*(\d+)/.exec(payload)?.[1];
        if (leaderId !== undefined && t >= 0) metadata.push([t, 'LEADER_CHANGE', { leaderId: Number(leaderId), epoch: batch.leaderEpoch }]);
        continue;
      }
      const record = JSON.parse(payload) as MetadataJson;
      if (NOT_RECORDED.has(record.type)) continue;
      if (record.type === 'TOPIC_RECORD') topicNames.set(String(record.data['topicId']), String(record.data['name']));
      const topic = topicNames.get(String(record.data['topicId']));
      const named = topic ?? String(record.data['name'] ?? record.data['resourceName'] ?? '');
      if (topic !== undefined && isOurs(named)) continue;
      if (t < 0) applyBefore(before, record, topic);
      else metadata.push([t, record.type, { ...(topic === undefined ? {} : { topic }), ...keptFields(record.data) }]);
    }
  }
  return { before, metadata };
}

function keptFields(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !LEFT_OUT.has(name) && value !== null));
}

function applyBefore(before: Record<string, RecordedPartition>, { type, data }: MetadataJson, topic: string | undefined): void {
  if (topic === undefined) return;
  if (type === 'REMOVE_TOPIC_RECORD') {
    for (const name of Object.keys(before)) if (name.slice(0, name.lastIndexOf('-')) === topic) delete before[name];
    return;
  }
  const name = `${topic}-${String(data['partitionId'])}`;
  if (type === 'PARTITION_RECORD') before[name] = changedPartition(EMPTY, data);
  else if (type === 'PARTITION_CHANGE_RECORD') {
    const known = before[name];
    if (known) {
      const changed = changedPartition(known, data);
      before[name] = { ...changed, partitionEpoch: known.partitionEpoch + 1 };
    }
  }
}

const EMPTY: RecordedPartition = {
  replicas: [],
  leader: -1,
  leaderEpoch: 0,
  partitionEpoch: 0,
  isr: [],
  elr: [],
  lastKnownElr: [],
};

/** A partition after a PartitionRecord or a PartitionChangeRecord: what a change does not name stays; a named leader starts an epoch. */
export function changedPartition(known: RecordedPartition, data: Readonly<Record<string, unknown>>): RecordedPartition {
  const list = (name: string, otherwise: readonly number[]) => (data[name] as number[] | null | undefined) ?? otherwise;
  const leader = (data['leader'] as number | undefined) ?? NO_LEADER_CHANGE;
  const isChange = leader !== NO_LEADER_CHANGE && known !== EMPTY;
  return {
    replicas: list('replicas', known.replicas),
    leader: leader === NO_LEADER_CHANGE ? known.leader : leader,
    leaderEpoch: (data['leaderEpoch'] as number | undefined) ?? known.leaderEpoch + (isChange ? 1 : 0),
    partitionEpoch: (data['partitionEpoch'] as number | undefined) ?? known.partitionEpoch,
    isr: list('isr', known.isr),
    elr: list('eligibleLeaderReplicas', known.elr),
    lastKnownElr: list('lastKnownElr', known.lastKnownElr),
  };
}

/** `LeaderConstants.NO_LEADER_CHANGE`: the field's default. */
const NO_LEADER_CHANGE = -2;
