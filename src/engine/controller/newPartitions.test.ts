import { describe, expect, test } from 'vitest';
import { JavaRandom } from './javaRandom.ts';
import {
  additionalPartitions,
  assignmentFault,
  newTopic,
  type NewPartitions,
  type PartitionSite,
  type TopicRequest,
} from './newPartitions.ts';

const DEFAULTS = { numPartitions: 2, defaultReplicationFactor: 3 };

/** Brokers 1 to 4, of which these are active; the others are fenced. */
function site(
  active: readonly number[] = [1, 2, 3, 4],
  usable: readonly number[] = [1, 2, 3, 4],
): PartitionSite {
  return {
    usableBrokers: usable.map((id) => ({ id, rack: null, fenced: !active.includes(id) })),
    isRegistered: (broker) => broker >= 1 && broker <= 4,
    isActive: (broker) => active.includes(broker),
    random: new JavaRandom(0),
  };
}

const request = (change: Partial<TopicRequest> = {}): TopicRequest => ({
  topic: 'orders',
  partitions: -1,
  replicationFactor: -1,
  replicas: null,
  ...change,
});
const create = (change: Partial<TopicRequest>, at = site(), topics: readonly string[] = []): NewPartitions =>
  newTopic(request(change), topics, DEFAULTS, at);
const replicasOf = (created: NewPartitions) =>
  'partitions' in created ? created.partitions.map(({ replicas }) => replicas) : created;

describe('newTopic', () => {
  test('[L8] takes numbers from the broker configs where none are given', () => {
    const created = create({});
    expect(replicasOf(created)).toMatchObject([{ length: 3 }, { length: 3 }]);
    expect(replicasOf(create({ partitions: 5, replicationFactor: 1 }))).toMatchObject(
      Array.from({ length: 5 }, () => ({ length: 1 })),
    );
  });

  test('[L8] fenced brokers get replicas and stay out of the ISR', () => {
    const created = create({ partitions: 1, replicationFactor: 4 }, site([2, 3]));
    const [partition] = 'partitions' in created ? created.partitions : [];
    expect([...(partition?.replicas ?? [])].sort()).toEqual([1, 2, 3, 4]);
    expect([...(partition?.isr ?? [])].sort()).toEqual([2, 3]);
    expect(partition?.leader).toBe(partition?.isr[0]);
    expect(partition).toMatchObject({ elr: [], lastKnownElr: [], leaderEpoch: 0, partitionEpoch: 0 });
  });

  // One row a fault, in the order of the tests: each request has also the faults of the rows below it, where they can meet.
  test.each<[string, Partial<TopicRequest>, string]>([
    [
      'TOPIC_ALREADY_EXISTS',
      { topic: 'there', replicationFactor: 0, partitions: 0 },
      "Topic 'there' already exists.",
    ],
    [
      'INVALID_TOPIC_EXCEPTION',
      { topic: '.', replicationFactor: 0 },
      "Topic name is invalid: '.' is not allowed",
    ],
    [
      'INVALID_TOPIC_EXCEPTION',
      { topic: 'a_b', replicationFactor: 0 },
      "Topic 'a_b' collides with existing topic: a.b",
    ],
    [
      'INVALID_REQUEST',
      { replicas: [[9]], replicationFactor: 1, partitions: 1 },
      'A manual partition assignment was specified, but replication factor was not set to -1.',
    ],
    [
      'INVALID_REQUEST',
      { replicas: [[9]], partitions: 1 },
      'A manual partition assignment was specified, but numPartitions was not set to -1.',
    ],
    [
      'INVALID_REPLICATION_FACTOR',
      { replicationFactor: 0, partitions: 0 },
      'Replication factor must be larger than 0, or -1 to use the default value.',
    ],
    [
      'INVALID_PARTITIONS',
      { replicationFactor: 9, partitions: 0 },
      'Number of partitions was set to an invalid non-positive value.',
    ],
    [
      'INVALID_REPLICATION_FACTOR',
      { replicationFactor: 9 },
      'Unable to replicate the partition 9 time(s): The target replication factor of 9 cannot be reached because only 4 broker(s) are registered.',
    ],
  ])('[topic-changes] %s for %j', (error, change, message) => {
    expect(create(change, site(), ['there', 'a.b'])).toEqual({ error, message });
  });

  test('[P2] with every broker fenced nothing is placed', () => {
    expect(create({ partitions: 1, replicationFactor: 1 }, site([]))).toEqual({
      error: 'INVALID_REPLICATION_FACTOR',
      message: 'Unable to replicate the partition 1 time(s): All brokers are currently fenced.',
    });
  });

  test('[L8] by hand: replicas in the order given; every partition needs an active one', () => {
    const created = create(
      {
        replicas: [
          [3, 1],
          [4, 3],
        ],
      },
      site([1, 4]),
    );
    expect('partitions' in created && created.partitions).toMatchObject([
      { replicas: [3, 1], isr: [1], leader: 1 },
      { replicas: [4, 3], isr: [4], leader: 4 },
    ]);
    expect(
      create(
        {
          replicas: [
            [1, 2],
            [2, 3],
          ],
        },
        site([1, 4]),
      ),
    ).toEqual({
      error: 'INVALID_REPLICA_ASSIGNMENT',
      message:
        'All brokers specified in the manual partition assignment for partition 1 are fenced or in controlled shutdown.',
    });
  });

  test('[topic-changes] by hand: every partition has as many replicas as the first', () => {
    expect(create({ replicas: [[1, 2], [3]] })).toMatchObject({
      message:
        'The manual partition assignment includes a partition with 1 replica(s), but this is not consistent with previous partitions, which have 2 replica(s).',
    });
  });
});

test.each<[readonly number[], string | null]>([
  [[], 'includes an empty replica list.'],
  [[2, 9, 9], 'includes broker 9, but no such broker is registered.'],
  [[2, 1, 2], 'includes the broker 2 more than once.'],
  [[4, 2], null],
])('[topic-changes] [reassignment] an assignment to %j', (replicas, fault) => {
  expect(assignmentFault(replicas, null, site().isRegistered)).toEqual(
    fault === null
      ? null
      : { error: 'INVALID_REPLICA_ASSIGNMENT', message: `The manual partition assignment ${fault}` },
  );
});

describe('additionalPartitions', () => {
  const [one] = (() => {
    const created = create({ replicas: [[1, 2]] });
    return 'partitions' in created ? created.partitions : [];
  })();
  const present = one ? [one, one] : [];
  const grow = (count: number, replicas: readonly (readonly number[])[] | null = null, at = site()) =>
    additionalPartitions({ topic: 'orders', count, replicas }, present, at);

  test('[topic-changes] they get as many replicas as partition 0 has', () => {
    expect(replicasOf(grow(5))).toMatchObject([{ length: 2 }, { length: 2 }, { length: 2 }]);
    expect(replicasOf(grow(3, [[3, 4]]))).toEqual([[3, 4]]);
  });

  test.each<[string, NewPartitions, string]>([
    ['INVALID_PARTITIONS', grow(2), 'Topic already has 2 partition(s).'],
    [
      'INVALID_PARTITIONS',
      grow(1),
      'The topic orders currently has 2 partition(s); 1 would not be an increase.',
    ],
    [
      'INVALID_REPLICA_ASSIGNMENT',
      grow(4, [[1, 2]]),
      'Attempted to add 2 additional partition(s), but only 1 assignment(s) were specified.',
    ],
    [
      'INVALID_REPLICA_ASSIGNMENT',
      grow(3, [[1, 2, 3]]),
      'The manual partition assignment includes a partition with 3 replica(s), but this is not consistent with previous partitions, which have 2 replica(s).',
    ],
    [
      'INVALID_REPLICA_ASSIGNMENT',
      grow(3, [[1, 2]], site([3])),
      'All brokers specified in the manual partition assignment for partition 2 are fenced or in controlled shutdown.',
    ],
    ['INVALID_REPLICATION_FACTOR', grow(3, null, site([])), 'All brokers are currently fenced.'],
  ])('[topic-changes] %s', (error, created, message) => {
    expect(created).toEqual({ error, message });
  });

  test('[topic-changes] of an unknown topic', () => {
    expect(additionalPartitions({ topic: 'x', count: 1, replicas: null }, undefined, site())).toMatchObject({
      error: 'UNKNOWN_TOPIC_OR_PARTITION',
    });
  });
});
