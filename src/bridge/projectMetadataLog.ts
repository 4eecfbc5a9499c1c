import { controllersOf } from '../engine/cluster/ledger.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import type { MetadataRecord } from '../engine/metadata/records.ts';
import type { BrokerId, Offset } from '../shared/units.ts';
import type { MetadataRecordView } from './frame.ts';

/** Kafka's names for fields that the model calls otherwise. */
const KAFKA_NAMES: Readonly<Record<string, string>> = { broker: 'brokerId', level: 'featureLevel' };

/** Records of `__cluster_metadata` as they stand in one controller's log, from an offset on; [] when there is no such controller. */
export function projectMetadataLog(
  cluster: Cluster,
  controllerId: BrokerId,
  fromOffset: Offset,
  limit: number,
): readonly MetadataRecordView[] {
  const controller = controllersOf(cluster).find(({ nodeId }) => nodeId === controllerId);
  if (!controller) return [];
  const { log, committedEnd } = controller.raft;
  const from = Math.max(0, fromOffset);
  return log.read(from, Math.min(log.endOffset, from + limit)).map(({ epoch, record }, i) => ({
    offset: from + i,
    epoch,
    type: record.kind,
    fields: fieldsOf(record),
    committed: from + i < committedEnd,
  }));
}

/** Every field of the record but its type; what a partition is registered as stands in fields of its own, as in Kafka. */
function fieldsOf(record: MetadataRecord): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    if (name === 'kind') continue;
    if (name === 'registration') {
      for (const [inner, of] of Object.entries(value as object)) fields[inner] = textOf(of);
    } else fields[KAFKA_NAMES[name] ?? name] = textOf(value);
  }
  return fields;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
