import type { BrokerId, Offset, TopicPartition } from '../../shared/units.ts';
import type { EntityKey, PartitionView, ReplicaView, WaitView } from '../../bridge/frame.ts';
import {
  isActive,
  isCut,
  isOnline,
  roleLetter,
  type ClusterModel,
  type RoleLetter,
} from '../clusterModel.ts';

/** A stretch of offsets that all replicas of a partition are drawn on: bars of one partition can be compared. */
export interface BarWindow {
  readonly from: Offset;
  readonly to: Offset;
}

/** What a bar says of one replica. */
export interface ReplicaBar {
  readonly key: EntityKey;
  readonly partition: TopicPartition;
  readonly broker: BrokerId;
  readonly letter: RoleLetter;
  readonly window: BarWindow;
  readonly logStartOffset: Offset;
  readonly highWatermark: Offset;
  readonly logEndOffset: Offset;
  /** Its broker does not run, or its directory failed: the log is on disk, and nobody reaches it. */
  readonly isOffline: boolean;
  /** It follows, and its fetches do not reach the leader. */
  readonly cannotFetch: boolean;
  /** It leads, and a Produce waits for its high watermark. */
  readonly isAwaited: boolean;
  /** Something of it is not as it should be: such a bar is never folded away. */
  readonly isTroubled: boolean;
}

/** The shortest window: fewer records would fill a bar at the very start of a run. */
const SHORTEST_WINDOW = 64;
/** What is beyond the high watermark takes at most this part of a bar. */
const OPEN_PART = 0.4;
/** Room behind the longest log for its end to stand in. */
const MARGIN = 0.04;

/** The newest part of a partition's logs, long enough for the end of every replica that can be reached. */
export function barWindow(
  replicas: readonly ReplicaView[],
  unreachable: (broker: BrokerId) => boolean,
): BarWindow {
  const ends = replicas.map(({ logEndOffset }) => logEndOffset);
  const longest = Math.max(0, ...ends);
  const reachable = replicas.filter(({ broker }) => !unreachable(broker));
  const lowest = Math.min(
    longest,
    ...reachable.map(({ highWatermark, logEndOffset }) => Math.min(highWatermark, logEndOffset)),
  );
  const span = Math.max(SHORTEST_WINDOW, (longest - lowest) / OPEN_PART);
  const to = Math.max(span, longest + span * MARGIN);
  return { from: to - span, to };
}

/** The replicas of every broker, by topic and partition; internal topics last. */
export function replicaBars(
  cluster: ClusterModel,
  waits: readonly WaitView[],
): ReadonlyMap<BrokerId, readonly ReplicaBar[]> {
  const brokers = new Map(cluster.brokers.map((broker) => [broker.nodeId, broker]));
  const isDown = (id: BrokerId) => {
    const broker = brokers.get(id);
    return broker === undefined || !isOnline(broker);
  };
  const byPartition = new Map<TopicPartition, ReplicaView[]>();
  for (const replica of cluster.replicas) {
    const list = byPartition.get(replica.partition);
    if (list) list.push(replica);
    else byPartition.set(replica.partition, [replica]);
  }
  const awaited = new Set(
    waits.flatMap(({ what, partition }) =>
      what === 'ProduceForHighWatermark' && partition !== null ? [partition] : [],
    ),
  );
  const bars = new Map<BrokerId, ReplicaBar[]>(cluster.brokers.map(({ nodeId }) => [nodeId, []]));
  for (const partition of inOrder(cluster.partitions)) {
    const replicas = byPartition.get(partition.name) ?? [];
    const window = barWindow(replicas, isDown);
    for (const replica of replicas) {
      const letter = roleLetter(partition, replica.broker);
      const isOffline = isDown(replica.broker) || replica.storage.isOffline;
      const leads = letter === 'L';
      const cannotFetch = !isOffline && !leads && isCutOff(cluster, partition, replica.broker);
      const isAwaited = leads && awaited.has(partition.name);
      bars.get(replica.broker)?.push({
        key: replica.key,
        partition: partition.name,
        broker: replica.broker,
        letter,
        window,
        logStartOffset: replica.logStartOffset,
        highWatermark: replica.highWatermark,
        logEndOffset: replica.logEndOffset,
        isOffline,
        cannotFetch,
        isAwaited,
        isTroubled:
          isOffline ||
          cannotFetch ||
          letter === '–' ||
          letter === 'E' ||
          partition.isr.length < partition.effectiveMinIsr,
      });
    }
  }
  return bars;
}

function inOrder(partitions: readonly PartitionView[]): readonly PartitionView[] {
  const isInternal = ({ topic }: PartitionView) => topic.startsWith('__');
  return [...partitions.filter((one) => !isInternal(one)), ...partitions.filter(isInternal)];
}

/** Nobody leads, or the leader or the way to it is of no use. */
function isCutOff(cluster: ClusterModel, partition: PartitionView, follower: BrokerId): boolean {
  const leader = cluster.brokers.find(({ nodeId }) => nodeId === partition.leader);
  const own = cluster.brokers.find(({ nodeId }) => nodeId === follower);
  if (leader === undefined || !isActive(leader) || own === undefined || !isActive(own)) return true;
  return isCut(cluster.links, own.key, leader.key);
}

export interface ShownBars {
  readonly bars: readonly ReplicaBar[];
  /** Those without room. */
  readonly hidden: number;
  /** Nothing is wrong with any of those: troubled ones come first. */
  readonly areHiddenHealthy: boolean;
}

/** So many as fit: troubled ones and those of the chosen partition first, and all in their order. */
export function barsWithRoom(
  bars: readonly ReplicaBar[],
  room: number,
  chosen: TopicPartition | null,
): ShownBars {
  if (bars.length <= room) return { bars, hidden: 0, areHiddenHealthy: true };
  // The last line says how many more there are.
  const most = Math.max(0, room - 1);
  const byNeed = [
    ...bars.filter((bar) => bar.partition === chosen),
    ...bars.filter((bar) => bar.partition !== chosen && bar.isTroubled),
    ...bars.filter((bar) => bar.partition !== chosen && !bar.isTroubled),
  ];
  const picked = new Set(byNeed.slice(0, most));
  const rest = bars.filter((bar) => !picked.has(bar));
  return {
    bars: bars.filter((bar) => picked.has(bar)),
    hidden: rest.length,
    areHiddenHealthy: !rest.some(({ isTroubled }) => isTroubled),
  };
}
