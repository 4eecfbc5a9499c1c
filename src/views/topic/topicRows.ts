import type { EntityKey, PartitionView, WaitView } from '../../bridge/frame.ts';
import type { BrokerId, Offset, TopicPartition } from '../../shared/units.ts';
import { NO_LEADER } from '../../shared/units.ts';
import type { ClusterModel } from '../clusterModel.ts';
import { replicaBars, type ReplicaBar } from '../map/replicaBars.ts';

/** One partition of the topic that is looked at. */
export interface TopicRow {
  readonly key: EntityKey;
  readonly name: TopicPartition;
  readonly partition: number;
  readonly leader: BrokerId;
  readonly replicas: readonly BrokerId[];
  readonly isr: readonly BrokerId[];
  readonly minIsr: number;
  /** Of the leader; null: nobody leads, or it is not told. */
  readonly ends: { readonly highWatermark: Offset; readonly logEndOffset: Offset } | null;
  /** By broker; none of a partition whose replicas are not told. */
  readonly bars: ReadonlyMap<BrokerId, ReplicaBar>;
  /** Records that each group of `TopicModel.groups` has still to commit; null: it has committed nothing here. */
  readonly lags: readonly (number | null)[];
  /** Something is not as it should be: such a row is never folded away. */
  readonly isTroubled: boolean;
}

export interface TopicCounts {
  readonly partitions: number;
  readonly underReplicated: number;
  readonly underMinIsr: number;
  readonly withoutLeader: number;
  /** Led by another than the first of their replica lists. */
  readonly notPreferred: number;
}

export interface TopicModel {
  readonly topic: string;
  readonly counts: TopicCounts;
  /** Most replicas of any of its partitions. */
  readonly replicationFactor: number;
  readonly configs: Readonly<Record<string, string>>;
  /** Groups that have committed something of it. */
  readonly groups: readonly string[];
  readonly rows: readonly TopicRow[];
  readonly hidden: number;
  readonly areHiddenHealthy: boolean;
}

/** Above it the worst come first, and healthy ones are folded away. */
export const MOST_ROWS = 60;

/** What is to be said of one topic; null: there is none of that name. `most`: rows without trouble that have room. */
export function topicModel(
  cluster: ClusterModel,
  waits: readonly WaitView[],
  topic: string,
  { chosen, most }: { readonly chosen: TopicPartition | null; readonly most: number },
): TopicModel | null {
  const all = cluster.partitions.filter((partition) => partition.topic === topic);
  const first = all[0];
  if (first === undefined) return null;
  const groups = cluster.groups.filter(({ committed }) =>
    committed.some(({ partition }) => partition.slice(0, partition.lastIndexOf('-')) === topic),
  );
  const committed = groups.map(
    (group) => new Map(group.committed.map(({ partition, offset }) => [partition, offset])),
  );
  const inOrder = all.length > MOST_ROWS ? all.toSorted((a, b) => troubleOf(b) - troubleOf(a)) : all;
  const shown = withRoom(inOrder, chosen, most);
  const bars = barsOf({ ...cluster, partitions: shown }, waits);
  return {
    topic,
    counts: countOf(all),
    replicationFactor: Math.max(...all.map(({ replicas }) => replicas.length)),
    configs: first.configs,
    groups: groups.map(({ groupId }) => groupId),
    rows: shown.map((partition): TopicRow => {
      const own = bars.get(partition.name) ?? new Map<BrokerId, ReplicaBar>();
      const led = own.get(partition.leader);
      const isLed = partition.leader !== NO_LEADER;
      return {
        key: partition.key,
        name: partition.name,
        partition: partition.partition,
        leader: partition.leader,
        replicas: partition.replicas,
        isr: partition.isr,
        minIsr: partition.effectiveMinIsr,
        ends:
          led === undefined || !isLed
            ? null
            : { highWatermark: partition.highWatermark, logEndOffset: led.logEndOffset },
        bars: own,
        lags: committed.map((offsets) => {
          const offset = offsets.get(partition.name);
          return offset === undefined ? null : Math.max(0, partition.highWatermark - offset);
        }),
        isTroubled: troubleOf(partition) > 0 || [...own.values()].some((bar) => bar.isTroubled),
      };
    }),
    hidden: all.length - shown.length,
    areHiddenHealthy: !inOrder.some((one) => troubleOf(one) > 0 && !shown.includes(one)),
  };
}

/** 3: nothing is written or read; 2: writes with acks=all are refused; 1: a replica is missing from the ISR. */
function troubleOf({ leader, isr, replicas, effectiveMinIsr }: PartitionView): 0 | 1 | 2 | 3 {
  if (leader === NO_LEADER) return 3;
  if (isr.length < effectiveMinIsr) return 2;
  return isr.length < replicas.length ? 1 : 0;
}

function countOf(all: readonly PartitionView[]): TopicCounts {
  const count = (holds: (one: PartitionView) => boolean) => all.filter(holds).length;
  return {
    partitions: all.length,
    underReplicated: count(({ isr, replicas }) => isr.length < replicas.length),
    underMinIsr: count(({ isr, effectiveMinIsr }) => isr.length < effectiveMinIsr),
    withoutLeader: count(({ leader }) => leader === NO_LEADER),
    notPreferred: count(({ leader, replicas }) => leader !== NO_LEADER && leader !== replicas[0]),
  };
}

/** All that are troubled, the chosen one, and of the others so many as have room; in their order. */
function withRoom(
  all: readonly PartitionView[],
  chosen: TopicPartition | null,
  most: number,
): readonly PartitionView[] {
  if (all.length <= most) return all;
  const needed = new Set(all.filter((one) => one.name === chosen || troubleOf(one) > 0));
  const room = Math.max(0, most - needed.size);
  for (const one of all.filter((other) => !needed.has(other)).slice(0, room)) needed.add(one);
  return all.filter((one) => needed.has(one));
}

function barsOf(
  cluster: ClusterModel,
  waits: readonly WaitView[],
): ReadonlyMap<TopicPartition, ReadonlyMap<BrokerId, ReplicaBar>> {
  const found = new Map<TopicPartition, Map<BrokerId, ReplicaBar>>();
  for (const [broker, bars] of replicaBars(cluster, waits))
    for (const bar of bars) {
      const own = found.get(bar.partition);
      if (own) own.set(broker, bar);
      else found.set(bar.partition, new Map([[broker, bar]]));
    }
  return found;
}
