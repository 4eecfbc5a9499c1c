import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { BrokerId } from '../../shared/units.ts';
import { adminError, type AdminError } from './AdminControl.ts';
import { createdPartition } from './createdPartition.ts';
import type { RandomBits } from './javaRandom.ts';
import { placeReplicas, type UsableBroker } from './stripedReplicaPlacer.ts';
import { collidingTopic, topicNameFault } from './topicName.ts';

/** One topic of a CreateTopics request. */
export interface TopicRequest {
  readonly topic: string;
  /** −1: `num.partitions`, or as many as `replicas` names. */
  readonly partitions: number;
  /** −1: `default.replication.factor`, or as many as `replicas` names. */
  readonly replicationFactor: number;
  /** Replicas of each partition, in order; null lets the controller place them. */
  readonly replicas: readonly (readonly BrokerId[])[] | null;
}

/** One topic of a CreatePartitions request. */
export interface PartitionsRequest {
  readonly topic: string;
  /** How many there are to be. */
  readonly count: number;
  /** Replicas of each new partition; null lets the controller place them. */
  readonly replicas: readonly (readonly BrokerId[])[] | null;
}

/** What there is when partitions are created. */
export interface PartitionSite {
  readonly usableBrokers: readonly UsableBroker[];
  readonly isRegistered: (broker: BrokerId) => boolean;
  /** Unfenced and not in controlled shutdown. */
  readonly isActive: (broker: BrokerId) => boolean;
  readonly random: RandomBits;
}

export type NewPartitions = { readonly partitions: readonly PartitionRegistration[] } | AdminError;

/**
 * The partitions of a new topic, or why there will be none (L8). The order of the tests decides which error a request with
 * several faults gets: the name, then a topic that is there already, then the numbers, then the placement.
 * Kafka: `ReplicationControlManager.createTopics`, `createTopic` (4.2).
 */
export function newTopic(
  request: TopicRequest,
  topics: Iterable<string>,
  defaults: { readonly numPartitions: number; readonly defaultReplicationFactor: number },
  site: PartitionSite,
): NewPartitions {
  const { topic, partitions, replicationFactor, replicas } = request;
  const names = [...topics];
  if (names.includes(topic)) return adminError('TOPIC_ALREADY_EXISTS', `Topic '${topic}' already exists.`);
  const fault = topicNameFault(topic);
  if (fault !== null) return adminError('INVALID_TOPIC_EXCEPTION', fault);
  const other = collidingTopic(topic, names);
  if (other !== null)
    return adminError('INVALID_TOPIC_EXCEPTION', `Topic '${topic}' collides with existing topic: ${other}`);

  if (replicas !== null && replicas.length > 0) {
    if (replicationFactor !== -1)
      return adminError(
        'INVALID_REQUEST',
        'A manual partition assignment was specified, but replication factor was not set to -1.',
      );
    if (partitions !== -1)
      return adminError(
        'INVALID_REQUEST',
        'A manual partition assignment was specified, but numPartitions was not set to -1.',
      );
    return assignedPartitions(replicas, null, 0, site);
  }
  if (replicationFactor < -1 || replicationFactor === 0)
    return adminError(
      'INVALID_REPLICATION_FACTOR',
      'Replication factor must be larger than 0, or -1 to use the default value.',
    );
  if (partitions < -1 || partitions === 0)
    return adminError('INVALID_PARTITIONS', 'Number of partitions was set to an invalid non-positive value.');
  return placedPartitions(
    partitions === -1 ? defaults.numPartitions : partitions,
    replicationFactor === -1 ? defaults.defaultReplicationFactor : replicationFactor,
    site,
    (factor, message) => `Unable to replicate the partition ${factor} time(s): ${message}`,
  );
}

/**
 * The partitions that a topic gets in addition, with as many replicas as its first one has, or why it gets none.
 * Kafka: `ReplicationControlManager.createPartitions` (4.2).
 *
 * @param present registrations of the partitions that are there; undefined for an unknown topic
 */
export function additionalPartitions(
  request: PartitionsRequest,
  present: readonly PartitionRegistration[] | undefined,
  site: PartitionSite,
): NewPartitions {
  const { topic, count, replicas } = request;
  if (present === undefined)
    return adminError('UNKNOWN_TOPIC_OR_PARTITION', 'This server does not host this topic-partition.');
  const additional = count - present.length;
  if (additional === 0)
    return adminError('INVALID_PARTITIONS', `Topic already has ${present.length} partition(s).`);
  if (additional < 0)
    return adminError(
      'INVALID_PARTITIONS',
      `The topic ${topic} currently has ${present.length} partition(s); ${count} would not be an increase.`,
    );
  if (replicas !== null && replicas.length !== additional)
    return adminError(
      'INVALID_REPLICA_ASSIGNMENT',
      `Attempted to add ${additional} additional partition(s), but only ${replicas.length} assignment(s) were specified.`,
    );
  const replicationFactor = present[0]?.replicas.length ?? 0;
  return replicas === null
    ? placedPartitions(additional, replicationFactor, site, (_factor, message) => message)
    : assignedPartitions(replicas, replicationFactor, present.length, site);
}

/**
 * Why an assignment given by hand is refused, or null: it names no broker, one that is not registered, one twice, or more or
 * fewer than other partitions have. Kafka: `ReplicationControlManager.validateManualPartitionAssignment` (4.2).
 */
export function assignmentFault(
  replicas: readonly BrokerId[],
  replicationFactor: number | null,
  isRegistered: (broker: BrokerId) => boolean,
): AdminError | null {
  const invalid = (message: string): AdminError => adminError('INVALID_REPLICA_ASSIGNMENT', message);
  if (replicas.length === 0)
    return invalid('The manual partition assignment includes an empty replica list.');
  const sorted = [...replicas].sort((a, b) => a - b);
  for (const [i, broker] of sorted.entries()) {
    if (!isRegistered(broker))
      return invalid(
        `The manual partition assignment includes broker ${broker}, but no such broker is registered.`,
      );
    if (broker === sorted[i - 1])
      return invalid(`The manual partition assignment includes the broker ${broker} more than once.`);
  }
  if (replicationFactor !== null && replicas.length !== replicationFactor)
    return invalid(
      `The manual partition assignment includes a partition with ${replicas.length} replica(s), but this is not consistent with previous partitions, which have ${replicationFactor} replica(s).`,
    );
  return null;
}

function assignedPartitions(
  assignments: readonly (readonly BrokerId[])[],
  replicationFactor: number | null,
  firstPartition: number,
  site: PartitionSite,
): NewPartitions {
  const partitions: PartitionRegistration[] = [];
  let factor = replicationFactor;
  for (const [i, replicas] of assignments.entries()) {
    const fault = assignmentFault(replicas, factor, site.isRegistered);
    if (fault) return fault;
    factor ??= replicas.length;
    const created = createdPartition(replicas, site.isActive, 'hand');
    if ('error' in created)
      return adminError(
        created.error,
        `All brokers specified in the manual partition assignment for partition ${firstPartition + i} are fenced or in controlled shutdown.`,
      );
    partitions.push(created.registration);
  }
  return { partitions };
}

function placedPartitions(
  count: number,
  replicationFactor: number,
  site: PartitionSite,
  wordRefusal: (replicationFactor: number, message: string) => string,
): NewPartitions {
  const placement = placeReplicas(count, replicationFactor, site.usableBrokers, site.random);
  if ('error' in placement)
    return adminError(placement.error, wordRefusal(replicationFactor, placement.message));
  const partitions: PartitionRegistration[] = [];
  for (const replicas of placement.assignments) {
    const created = createdPartition(replicas, site.isActive);
    if ('error' in created)
      return adminError(
        created.error,
        `Unable to replicate the partition ${replicationFactor} time(s): All brokers are currently fenced or in controlled shutdown.`,
      );
    partitions.push(created.registration);
  }
  return { partitions };
}
