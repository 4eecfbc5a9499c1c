import { Broker } from '../broker/Broker.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { controllersOf } from '../cluster/ledger.ts';
import type { BrokerId, Epoch, Offset } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';

/** At most one controller is ever elected leader of the quorum in an epoch (1.14, 7). Remembers what it saw. */
export function singleQuorumLeaderPerEpoch(): Invariant {
  const leaders = new Map<Epoch, BrokerId>();
  let seenUs = 0;
  return {
    name: 'SingleQuorumLeaderPerEpoch',
    check(cluster) {
      if (cluster.nowUs < seenUs) leaders.clear();
      seenUs = cluster.nowUs;
      for (const { nodeId, raft } of controllersOf(cluster)) {
        if (raft.state?.kind !== 'Leader') continue;
        const other = leaders.get(raft.state.epoch) ?? nodeId;
        if (other !== nodeId)
          return `epoch ${raft.state.epoch}: led by controller ${other} and by controller ${nodeId}`;
        leaders.set(raft.state.epoch, nodeId);
      }
      return null;
    },
  };
}

/**
 * What is committed stays: every leader of a newer epoch has it, no controller holds anything else in its place, and no broker
 * has applied more than it (1.14, 7). Remembers the end of what was ever committed; whoever begins to look in the middle of a run, where
 * no controller may be left to say, believes the brokers until one does.
 */
export function committedMetadataStay(): Invariant {
  let committed: { readonly end: Offset; readonly epoch: Epoch } = { end: 0, epoch: 0 };
  let seenUs = 0;
  /** End of what brokers had applied before anything was known to be committed; null: nobody has looked. */
  let believed: Offset | null = null;
  return {
    name: 'CommittedMetadataStay',
    check(cluster) {
      if (cluster.nowUs < seenUs) {
        committed = { end: 0, epoch: 0 };
        believed = null;
      }
      seenUs = cluster.nowUs;
      for (const { raft } of controllersOf(cluster)) {
        if (raft.committedEnd > raft.log.endOffset)
          return `controller ${raft.nodeId}: committed ${raft.committedEnd}, log end ${raft.log.endOffset}`;
        if (raft.committedEnd > committed.end)
          committed = {
            end: raft.committedEnd,
            epoch: raft.log.epochAt(raft.committedEnd - 1) ?? committed.epoch,
          };
      }
      // Until a controller has said it, what is on its way to brokers may be committed as well.
      if (believed === null || committed.end === 0) believed = Math.max(believed ?? 0, appliedEnd(cluster));
      return (
        differingController(cluster, committed.end, committed.epoch) ??
        aheadBroker(cluster, Math.max(committed.end, believed))
      );
    },
  };
}

function differingController(cluster: Cluster, end: Offset, epoch: Epoch): string | null {
  for (const { raft } of controllersOf(cluster)) {
    // What is in a snapshot only was committed when that was made.
    if (end < raft.log.startOffset) continue;
    const has = raft.log.endOffset >= end ? raft.log.epochAt(end - 1) : null;
    const mustHave = raft.committedEnd >= end || (raft.state?.kind === 'Leader' && raft.state.epoch >= epoch);
    if (end > 0 && mustHave && has !== epoch)
      return `controller ${raft.nodeId} at offset ${end - 1}: epoch ${has ?? 'none'}, committed is epoch ${epoch}`;
  }
  return null;
}

function appliedEnd(cluster: Cluster): Offset {
  let end = 0;
  for (const node of cluster.state.nodes)
    if (node instanceof Broker) end = Math.max(end, node.image.lastOffset + 1);
  return end;
}

function aheadBroker(cluster: Cluster, end: Offset): string | null {
  for (const node of cluster.state.nodes) {
    if (node instanceof Broker && node.image.lastOffset >= end)
      return `broker ${node.id} applied offset ${node.image.lastOffset}, committed is ${end}`;
  }
  return null;
}
