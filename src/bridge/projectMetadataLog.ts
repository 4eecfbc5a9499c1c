import { controllersOf } from '../engine/cluster/ledger.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import type { BrokerId, Offset } from '../shared/units.ts';
import type { MetadataRecordView } from './frame.ts';
import { metadataFields } from './metadataFields.ts';

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
  const from = Math.max(log.startOffset, fromOffset);
  return log.read(from, Math.min(log.endOffset, from + limit)).map(({ epoch, record }, i) => ({
    offset: from + i,
    epoch,
    type: record.kind,
    fields: Object.fromEntries(metadataFields(record, log, from + i)),
    committed: from + i < committedEnd,
  }));
}
