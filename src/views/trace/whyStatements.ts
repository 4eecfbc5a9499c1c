import type { PartitionView, ReplicaView } from '../../bridge/frame.ts';
import { whyStatements as m } from '../../i18n/en/whyStatements.ts';
import type { WhyAspectName } from '../../i18n/en/why.ts';
import type { Micros } from '../../shared/units.ts';
import { nameOf, type ClusterModel } from '../clusterModel.ts';
import { groupOffsets } from '../group/groupOffsets.ts';
import { segmentFates } from '../storage/segmentFates.ts';

/** How a value comes about at this moment, and what changes it. */
export interface WhyStatement {
  readonly lines: readonly string[];
  /** After “Ends when”; null: what the facts say of it is enough. */
  readonly ends: string | null;
  /** When it ends by itself; null: an event ends it. */
  readonly atUs: Micros | null;
}

/** Partitions told of a client or a group. */
const MOST_PARTITIONS = 4;

/** What can be said of a value from the cluster as it stands; null: only the facts tell. */
export function whyStatement(
  cluster: ClusterModel,
  key: string,
  aspect: WhyAspectName,
  hasEligibleLeaders: boolean,
): WhyStatement | null {
  const kind = key.slice(0, key.indexOf(':'));
  const name = nameOf(key);
  switch (kind) {
    case 'consumer':
      return ofConsumer(cluster, name, aspect);
    case 'group':
      return ofGroup(cluster, name, aspect);
    case 'partition': {
      const partition = cluster.partitions.find((each) => each.name === name);
      return partition === undefined ? null : ofPartition(cluster, partition, aspect, hasEligibleLeaders);
    }
    case 'replica': {
      const [partition, broker] = pairOf(name);
      const replica = replicaOf(cluster, partition, Number(broker));
      return replica === undefined ? null : ofReplica(cluster, replica, aspect);
    }
    case 'share': {
      const [group, partition] = pairOf(name);
      return ofShare(cluster, group, partition, aspect);
    }
    default:
      return null;
  }
}

function ofConsumer({ consumers }: ClusterModel, name: string, aspect: WhyAspectName): WhyStatement | null {
  const consumer = consumers.find(({ clientId }) => clientId === name);
  if (consumer === undefined) return null;
  if (aspect === 'lag') {
    const lines = consumer.positions
      .slice(0, MOST_PARTITIONS)
      .map(({ partition, position, highWatermark }) =>
        position < 0 || highWatermark < 0
          ? m.noPosition(partition)
          : m.lag(partition, Math.max(position, highWatermark), position),
      );
    return { lines, ends: m.lagEnds, atUs: null };
  }
  if (aspect === 'coordinator' && consumer.group !== undefined)
    return ofCoordinator(consumer.group.coordinator);
  return null;
}

function ofGroup(cluster: ClusterModel, name: string, aspect: WhyAspectName): WhyStatement | null {
  const group = cluster.groups.find(({ groupId }) => groupId === name);
  if (aspect === 'coordinator') return ofCoordinator(group?.coordinator ?? -1);
  if (group === undefined || aspect !== 'lag') return null;
  const lines = groupOffsets(cluster, group)
    .slice(0, MOST_PARTITIONS)
    .map(({ partition, highWatermark, committed }) => m.groupLag(partition, highWatermark, committed));
  return { lines, ends: m.lagEnds, atUs: null };
}

function ofCoordinator(broker: number): WhyStatement {
  return broker < 0
    ? { lines: [m.noCoordinator], ends: m.noCoordinatorEnds, atUs: null }
    : { lines: [m.coordinator(broker)], ends: null, atUs: null };
}

function ofPartition(
  cluster: ClusterModel,
  partition: PartitionView,
  aspect: WhyAspectName,
  hasEligibleLeaders: boolean,
): WhyStatement | null {
  const { isr, elr, lastKnownElr, effectiveMinIsr, leader, leaderEpoch, replicas } = partition;
  const of = (lines: readonly string[], ends: string | null): WhyStatement => ({ lines, ends, atUs: null });
  switch (aspect) {
    case 'leader':
      return leader < 0
        ? of([m.offline([...new Set([...isr, ...elr])].length > 0 ? [...isr, ...elr] : replicas)], null)
        : of([m.leader(leader, leaderEpoch)], null);
    case 'isr':
      return of([m.isr(isr, effectiveMinIsr)], m.isrEnds);
    case 'elr':
      return hasEligibleLeaders
        ? of([m.elr(elr, isr.length, effectiveMinIsr)], elr.length > 0 ? m.elrEnds : null)
        : of([m.elrOff], null);
    case 'lastKnownElr':
      return of([m.lastKnownElr(lastKnownElr)], lastKnownElr.length > 0 ? m.lastKnownElrEnds : null);
    case 'highWatermark':
      return of(highWatermarkLines(cluster, partition), m.highWatermarkEnds);
    case 'logStart': {
      const start = replicaOf(cluster, partition.name, leader)?.logStartOffset;
      return start === undefined
        ? null
        : of([start > 0 ? m.logStart(start) : m.logStartZero], m.logStartEnds);
    }
    default:
      return null;
  }
}

/** Who holds it back, of those whose logs are known: the leader itself, and who is in sync with it. */
function highWatermarkLines(cluster: ClusterModel, partition: PartitionView): readonly string[] {
  const { name, leader, isr, highWatermark, effectiveMinIsr } = partition;
  if (leader < 0) return [m.highWatermark(highWatermark, null, 0)];
  const ends = replicaOf(cluster, name, leader)?.followers ?? [];
  const own = {
    broker: leader,
    logEndOffset: replicaOf(cluster, name, leader)?.logEndOffset ?? highWatermark,
  };
  const slowest = ends
    .filter(({ broker, logEndOffset }) => isr.includes(broker) && logEndOffset >= 0)
    .reduce((least, each) => (each.logEndOffset < least.logEndOffset ? each : least), own);
  return [
    m.highWatermark(highWatermark, slowest.broker, slowest.logEndOffset),
    ...(isr.length < effectiveMinIsr ? [m.highWatermarkFrozen(isr.length, effectiveMinIsr)] : []),
  ];
}

function ofReplica(cluster: ClusterModel, replica: ReplicaView, aspect: WhyAspectName): WhyStatement | null {
  const { storage, logStartOffset } = replica;
  const broker = cluster.brokers.find(({ nodeId }) => nodeId === replica.broker);
  switch (aspect) {
    case 'deleted':
      return broker === undefined ? null : fateOfOldest(replica, broker);
    case 'rolled': {
      const active = storage.segments.at(-1);
      if (active === undefined || storage.limits === null) return null;
      return {
        lines: [m.active(active.sizeBytes, storage.limits.segmentBytes)],
        ends: m.activeEnds,
        atUs: null,
      };
    }
    case 'cleaned':
      return storage.compaction === null
        ? null
        : {
            lines: [m.clean(storage.compaction.firstDirtyOffset)],
            ends: m.cleanEnds(100 * storage.compaction.dirtyRatio),
            atUs: null,
          };
    case 'logStart':
      return {
        lines: [logStartOffset > 0 ? m.logStart(logStartOffset) : m.logStartZero],
        ends: m.logStartEnds,
        atUs: null,
      };
    default:
      return null;
  }
}

/** Why the oldest segment is still there, and when it goes: those behind it wait for it. */
function fateOfOldest(replica: ReplicaView, broker: ClusterModel['brokers'][number]): WhyStatement | null {
  const oldest = replica.storage.segments[0];
  const fate = segmentFates(replica, broker)[0];
  if (oldest === undefined || fate === undefined) return null;
  const { baseOffset } = oldest;
  switch (fate.kind) {
    case 'goes':
      return {
        lines: [m.goes(baseOffset, fate.reason), ...(fate.heldBy === null ? [] : [m.held(fate.heldBy)])],
        ends: m.goesEnds,
        atUs: fate.atUs,
      };
    case 'stays':
      return { lines: [m.stays(baseOffset)], ends: m.staysEnds, atUs: null };
    case 'waitsForHighWatermark':
      return { lines: [m.waitsForHighWatermark(baseOffset)], ends: m.waitsEnds, atUs: null };
    case 'unattended':
      return { lines: [m.unattended(baseOffset)], ends: m.unattendedEnds, atUs: null };
  }
}

function ofShare(
  { partitions }: ClusterModel,
  group: string,
  name: string,
  aspect: WhyAspectName,
): WhyStatement | null {
  const share = partitions.find((each) => each.name === name)?.shares?.find((each) => each.group === group);
  if (share === undefined || aspect !== 'shareRecords') return null;
  const inFlight = share.endOffset === null ? 0 : share.endOffset - share.startOffset + 1;
  return { lines: [m.shareRecords(share.startOffset, inFlight)], ends: m.shareRecordsEnds, atUs: null };
}

function replicaOf({ replicas }: ClusterModel, partition: string, broker: number): ReplicaView | undefined {
  return replicas.find((each) => each.partition === partition && each.broker === broker);
}

/** `a@b`; topics have no @ in their names. */
function pairOf(name: string): readonly [string, string] {
  const at = name.lastIndexOf('@');
  return [name.slice(0, at), name.slice(at + 1)];
}
