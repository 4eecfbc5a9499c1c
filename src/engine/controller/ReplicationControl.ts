import type { MetadataImage, PartitionEntry } from '../metadata/MetadataImage.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import type { NodeContext } from '../node/Node.ts';
import type {
  AlterPartitionItem,
  AlterPartitionItemResponse,
  AlterPartitionRequest,
  AlterPartitionResponse,
} from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import type { BrokerId, TopicPartition } from '../../shared/units.ts';
import { NO_LEADER } from '../../shared/units.ts';
import type { PartitionChange } from './buildPartitionChange.ts';
import { hasCompleted } from './reassignment.ts';

/** What partition changes need of the controller. */
export interface ReplicationControl {
  readonly image: MetadataImage;
  readonly config: {
    readonly eligibleLeaderReplicas: boolean;
    readonly minInsyncReplicas: number;
    readonly uncleanLeaderElection: boolean;
  };
  append(record: MetadataRecord, ctx: NodeContext): void;
}

/** One broker comes or goes. */
export interface BrokerChange {
  readonly removed?: BrokerId;
  /** Only these partitions of it; all if absent (B8). */
  readonly only?: ReadonlySet<TopicPartition>;
  readonly added?: BrokerId;
  readonly uncleanShutdown?: BrokerId;
}

/**
 * Changes the partitions that a broker's coming or going concerns. Kafka: `ReplicationControlManager.generateLeaderAndIsrUpdates`.
 * A broker that goes leaves every ISR (and after an unclean stop every ELR); one that comes may only lead where nobody does.
 */
export function changePartitionsOf(
  control: ReplicationControl,
  change: BrokerChange,
  ctx: NodeContext,
): void {
  for (const entry of [...control.image.partitions.values()]) {
    if (!concerns(entry, change)) continue;
    const { registration } = entry;
    changePartition(
      control,
      entry,
      {
        isAcceptableLeader: (broker) => isAcceptableLeader(control.image, broker, entry, change),
        targetIsr: registration.isr.filter((broker) => broker !== change.removed),
        ...(change.uncleanShutdown === undefined
          ? {}
          : { uncleanShutdownReplicas: [change.uncleanShutdown] }),
      },
      ctx,
    );
  }
}

/**
 * Builds a change as this controller would, and stores it; null if nothing changes. Unclean elections are made where the topic
 * or the cluster allows them, unless the change says otherwise.
 */
export function changePartition(
  control: ReplicationControl,
  entry: PartitionEntry,
  change: Partial<PartitionChange>,
  ctx: NodeContext,
): PartitionRegistration | null {
  const next = plannedChange(control, entry, change, ctx.rules);
  if (next) store(control, entry, next, ctx);
  return next;
}

/** The same without storing it. */
export function plannedChange(
  control: Pick<ReplicationControl, 'image' | 'config'>,
  entry: PartitionEntry,
  change: Partial<PartitionChange>,
  rules: Rules,
): PartitionRegistration | null {
  return rules.buildPartitionChange(entry.registration, {
    election: isUncleanAllowed(control, entry.topic) ? 'UNCLEAN' : 'ONLINE',
    isAcceptableLeader: (broker) => isAcceptableLeader(control.image, broker, entry, {}),
    minIsr: minIsrOf(control, entry),
    eligibleLeaderReplicasEnabled: control.config.eligibleLeaderReplicas,
    ...change,
  });
}

/** Checks and stores the ISR changes that a leader asks for. Kafka: `ReplicationControlManager.alterPartition`. */
export function alterPartitions(
  request: AlterPartitionRequest,
  control: ReplicationControl,
  ctx: NodeContext,
): AlterPartitionResponse {
  if (control.image.brokers.get(request.brokerId)?.brokerEpoch !== request.brokerEpoch) {
    return { kind: 'AlterPartitionResponse', error: 'STALE_BROKER_EPOCH', partitions: [] };
  }
  const partitions = request.partitions.map((item) => alterPartition(request.brokerId, item, control, ctx));
  return { kind: 'AlterPartitionResponse', error: 'NONE', partitions };
}

function alterPartition(
  senderId: BrokerId,
  item: AlterPartitionItem,
  control: ReplicationControl,
  ctx: NodeContext,
): AlterPartitionItemResponse {
  const entry = control.image.partitions.get(item.topicPartition);
  const before = entry?.registration;
  const error = isTopicKnown(control.image, item)
    ? ctx.rules.validateAlterPartition({ ...item, senderId }, before, (broker) =>
        control.image.brokers.get(broker),
      )
    : 'UNKNOWN_TOPIC_ID';
  if (error !== 'NONE' || !entry || !before) {
    return {
      topicPartition: item.topicPartition,
      error,
      leader: NO_LEADER,
      leaderEpoch: -1,
      partitionEpoch: -1,
      isr: [],
    };
  }
  const next = changePartition(
    control,
    entry,
    { targetIsr: item.newIsr.map((member) => member.brokerId), targetRecovery: item.recovery },
    ctx,
  );
  const after = next ?? before;
  const { leader, leaderEpoch, partitionEpoch, isr } = after;
  return {
    topicPartition: item.topicPartition,
    error: ctx.rules.errorAfterAlterPartition(senderId, before, after),
    leader,
    leaderEpoch,
    partitionEpoch,
    isr,
  };
}

/** Whether the topic that a leader speaks of is the one of that name now, and not one that was deleted. */
function isTopicKnown(image: MetadataImage, item: AlterPartitionItem): boolean {
  const topic = item.topicPartition.slice(0, item.topicPartition.lastIndexOf('-'));
  const topicId = image.topicIds.get(topic);
  return topicId !== undefined && (item.topicId === undefined || item.topicId === topicId);
}

/**
 * min.insync.replicas as the controller counts it: never above the replication factor of the topic, for which partition 0
 * stands (R7). Kafka: `ReplicationControlManager.getTopicEffectiveMinIsr` (4.2).
 */
export function minIsrOf(
  control: Pick<ReplicationControl, 'image' | 'config'>,
  entry: PartitionEntry,
): number {
  const text = control.image.topicConfig(entry.topic, 'min.insync.replicas');
  const minIsr = text === undefined ? control.config.minInsyncReplicas : Number(text);
  const first = control.image.partitions.get(`${entry.topic}-0`) ?? entry;
  return Math.min(minIsr, first.registration.replicas.length);
}

export function isUncleanAllowed(
  control: Pick<ReplicationControl, 'image' | 'config'>,
  topic: string,
): boolean {
  const text = control.image.topicConfig(topic, 'unclean.leader.election.enable');
  return text === undefined ? control.config.uncleanLeaderElection : text === 'true';
}

function concerns({ topicPartition, registration }: PartitionEntry, change: BrokerChange): boolean {
  if (change.only?.has(topicPartition) === false) return false;
  if (change.added !== undefined) return registration.leader === NO_LEADER;
  const { removed, uncleanShutdown } = change;
  if (removed !== undefined && registration.isr.includes(removed)) return true;
  return uncleanShutdown !== undefined && registration.elr.includes(uncleanShutdown);
}

/** Kafka: `LeaderAcceptor` (4.2): the broker is active, and the replica is in a log directory that works. */
function isAcceptableLeader(
  image: MetadataImage,
  broker: BrokerId,
  { topicPartition }: PartitionEntry,
  change: BrokerChange,
): boolean {
  if (broker === change.removed) return false;
  if (image.brokers.get(broker)?.offlineReplicas?.includes(topicPartition) === true) return false;
  return broker === change.added || isActive(image, broker);
}

/** Unfenced and not in controlled shutdown. Kafka: `ClusterControlManager.isActive`. */
export function isActive(image: MetadataImage, broker: BrokerId): boolean {
  const registration = image.brokers.get(broker);
  return registration !== undefined && !registration.fenced && !registration.inControlledShutdown;
}

/** Writes the change, and says in plain facts what it means. */
function store(
  control: ReplicationControl,
  entry: PartitionEntry,
  next: PartitionRegistration,
  ctx: NodeContext,
): void {
  const { topicPartition: partition, registration: before } = entry;
  control.append({ kind: 'PartitionChangeRecord', topicPartition: partition, registration: next }, ctx);
  const removed = before.isr.filter((broker) => !next.isr.includes(broker));
  const added = next.isr.filter((broker) => !before.isr.includes(broker));
  const { isr, elr, leader, leaderEpoch } = next;
  if (removed.length > 0) ctx.trace({ kind: 'IsrShrunk', partition, isr, removed, elr });
  if (added.length > 0) ctx.trace({ kind: 'IsrExpanded', partition, isr, added, elr });
  if (hasCompleted(before, next))
    ctx.trace({ kind: 'ReassignmentCompleted', partition, replicas: next.replicas });
  if (leader === before.leader) return;
  if (leader === NO_LEADER)
    ctx.trace({ kind: 'PartitionOffline', partition, previousLeader: before.leader, leaderEpoch });
  else
    ctx.trace({
      kind: 'LeaderElected',
      partition,
      leader,
      previousLeader: before.leader,
      leaderEpoch,
      clean: next.recovery === 'RECOVERED',
    });
}
