import type { RecordSchema, SchemaField } from './RecordSchema.ts';

// Keys and values of `__consumer_offsets`, `__transaction_state` and `__share_group_state` as Kafka 4.2 writes them, and older values that it
// still reads. Kafka: the message files of its coordinators of groups, transactions and share groups.

const GROUP: readonly SchemaField[] = [['group', 'string']];
const GROUP_ID: readonly SchemaField[] = [['groupId', 'string']];
const MEMBER_ID: readonly SchemaField[] = [
  ['groupId', 'string'],
  ['memberId', 'string'],
];
const TOPIC_PARTITIONS = {
  arrayOf: [
    ['topicId', 'uuid'],
    ['partitions', { arrayOf: 'int32' }],
  ],
} as const;
const MEMBERS = {
  arrayOf: [
    ['memberId', 'string'],
    ['groupInstanceId', 'nullableString'],
    ['clientId', 'string'],
    ['clientHost', 'string'],
    ['rebalanceTimeout', 'int32'],
    ['sessionTimeout', 'int32'],
    ['subscription', 'bytes'],
    ['assignment', 'bytes'],
  ],
} as const;
const OFFSET_COMMIT: readonly SchemaField[] = [
  ['offset', 'int64'],
  ['leaderEpoch', 'int32'],
  ['metadata', 'string'],
  ['commitTimestamp', 'int64'],
];
const GROUP_METADATA: readonly SchemaField[] = [
  ['protocolType', 'string'],
  ['generation', 'int32'],
  ['protocol', 'nullableString'],
  ['leader', 'nullableString'],
  ['currentStateTimestamp', 'int64'],
  ['members', MEMBERS],
];
const TRANSACTION_LOG: readonly SchemaField[] = [
  ['producerId', 'int64'],
  ['producerEpoch', 'int16'],
  ['transactionTimeoutMs', 'int32'],
  ['transactionStatus', 'int8'],
  [
    'transactionPartitions',
    {
      arrayOf: [
        ['topic', 'string'],
        ['partitionIds', { arrayOf: 'int32' }],
      ],
      isNullable: true,
    },
  ],
  ['transactionLastUpdateTimestampMs', 'int64'],
  ['transactionStartTimestampMs', 'int64'],
];

const NAMED_PARTITIONS = {
  arrayOf: [
    ['topicId', 'uuid'],
    ['topicName', 'string'],
    ['partitions', { arrayOf: 'int32' }],
  ],
} as const;
const SHARE_KEY: readonly SchemaField[] = [
  ['groupId', 'string'],
  ['topicId', 'uuid'],
  ['partition', 'int32'],
];
const STATE_BATCHES: SchemaField = [
  'stateBatches',
  {
    arrayOf: [
      ['firstOffset', 'int64'],
      ['lastOffset', 'int64'],
      ['deliveryState', 'int8'],
      ['deliveryCount', 'int16'],
    ],
  },
];

/** A key, and the values that may stand under it: the first is what is written. */
export interface KindOfRecord {
  readonly key: RecordSchema;
  readonly values: readonly RecordSchema[];
}

function kind(
  name: string,
  keyVersion: number,
  keyFields: readonly SchemaField[],
  values: readonly Omit<RecordSchema, 'name'>[],
): KindOfRecord {
  return {
    key: { name, version: keyVersion, isFlexible: false, fields: keyFields },
    values: values.map((value) => ({ name, ...value })),
  };
}

function flexible(
  version: number,
  fields: readonly SchemaField[],
  tagged: readonly SchemaField[] = [],
): Omit<RecordSchema, 'name'> {
  return { version, isFlexible: true, fields, tagged };
}

function plain(version: number, fields: readonly SchemaField[]): Omit<RecordSchema, 'name'> {
  return { version, isFlexible: false, fields };
}

export const CONSUMER_OFFSETS = {
  OffsetCommit: kind(
    'OffsetCommit',
    1,
    [
      ['group', 'string'],
      ['topic', 'string'],
      ['partition', 'int32'],
    ],
    [flexible(4, OFFSET_COMMIT, [['topicId', 'uuid']]), plain(3, OFFSET_COMMIT)],
  ),
  GroupMetadata: kind('GroupMetadata', 2, GROUP, [plain(3, GROUP_METADATA), flexible(4, GROUP_METADATA)]),
  ConsumerGroupMetadata: kind('ConsumerGroupMetadata', 3, GROUP_ID, [
    flexible(0, [['epoch', 'int32']], [['metadataHash', 'int64']]),
  ]),
  ConsumerGroupMemberMetadata: kind('ConsumerGroupMemberMetadata', 5, MEMBER_ID, [
    flexible(0, [
      ['instanceId', 'nullableString'],
      ['rackId', 'nullableString'],
      ['clientId', 'string'],
      ['clientHost', 'string'],
      ['subscribedTopicNames', { arrayOf: 'string' }],
      ['subscribedTopicRegex', 'nullableString'],
      ['rebalanceTimeoutMs', 'int32'],
      ['serverAssignor', 'nullableString'],
    ]),
  ]),
  ConsumerGroupTargetAssignmentMetadata: kind('ConsumerGroupTargetAssignmentMetadata', 6, GROUP_ID, [
    flexible(0, [['assignmentEpoch', 'int32']]),
  ]),
  ConsumerGroupTargetAssignmentMember: kind('ConsumerGroupTargetAssignmentMember', 7, MEMBER_ID, [
    flexible(0, [['topicPartitions', TOPIC_PARTITIONS]]),
  ]),
  ConsumerGroupCurrentMemberAssignment: kind('ConsumerGroupCurrentMemberAssignment', 8, MEMBER_ID, [
    flexible(0, [
      ['memberEpoch', 'int32'],
      ['previousMemberEpoch', 'int32'],
      ['state', 'int8'],
      ['assignedPartitions', TOPIC_PARTITIONS],
      ['partitionsPendingRevocation', TOPIC_PARTITIONS],
    ]),
  ]),
  ShareGroupMemberMetadata: kind('ShareGroupMemberMetadata', 10, MEMBER_ID, [
    flexible(0, [
      ['rackId', 'nullableString'],
      ['clientId', 'string'],
      ['clientHost', 'string'],
      ['subscribedTopicNames', { arrayOf: 'string' }],
    ]),
  ]),
  ShareGroupMetadata: kind('ShareGroupMetadata', 11, GROUP_ID, [
    flexible(0, [
      ['epoch', 'int32'],
      ['metadataHash', 'int64'],
    ]),
  ]),
  ShareGroupTargetAssignmentMetadata: kind('ShareGroupTargetAssignmentMetadata', 12, GROUP_ID, [
    flexible(0, [['assignmentEpoch', 'int32']]),
  ]),
  ShareGroupTargetAssignmentMember: kind('ShareGroupTargetAssignmentMember', 13, MEMBER_ID, [
    flexible(0, [['topicPartitions', TOPIC_PARTITIONS]]),
  ]),
  ShareGroupCurrentMemberAssignment: kind('ShareGroupCurrentMemberAssignment', 14, MEMBER_ID, [
    flexible(0, [
      ['memberEpoch', 'int32'],
      ['previousMemberEpoch', 'int32'],
      ['state', 'int8'],
      ['assignedPartitions', TOPIC_PARTITIONS],
    ]),
  ]),
  ShareGroupStatePartitionMetadata: kind('ShareGroupStatePartitionMetadata', 15, GROUP_ID, [
    flexible(0, [
      ['initializingTopics', NAMED_PARTITIONS],
      ['initializedTopics', NAMED_PARTITIONS],
      [
        'deletingTopics',
        {
          arrayOf: [
            ['topicId', 'uuid'],
            ['topicName', 'string'],
          ],
        },
      ],
    ]),
  ]),
} as const;

export const SHARE_GROUP_STATE = {
  ShareSnapshot: kind('ShareSnapshot', 0, SHARE_KEY, [
    flexible(
      0,
      [
        ['snapshotEpoch', 'int32'],
        ['stateEpoch', 'int32'],
        ['leaderEpoch', 'int32'],
        ['startOffset', 'int64'],
        ['createTimestamp', 'int64'],
        ['writeTimestamp', 'int64'],
        STATE_BATCHES,
      ],
      [['deliveryCompleteCount', 'int32']],
    ),
  ]),
  ShareUpdate: kind('ShareUpdate', 1, SHARE_KEY, [
    flexible(
      0,
      [['snapshotEpoch', 'int32'], ['leaderEpoch', 'int32'], ['startOffset', 'int64'], STATE_BATCHES],
      [['deliveryCompleteCount', 'int32']],
    ),
  ]),
} as const;

export const TRANSACTION_STATE = {
  TransactionLog: kind(
    'TransactionLog',
    0,
    [['transactionalId', 'string']],
    [
      flexible(1, TRANSACTION_LOG, [
        ['previousProducerId', 'int64'],
        ['nextProducerId', 'int64'],
        ['clientTransactionVersion', 'int16'],
      ]),
      plain(0, TRANSACTION_LOG),
    ],
  ),
} as const;

/** By topic: which version of a key is which record. */
export const INTERNAL_TOPICS: Readonly<Record<string, readonly KindOfRecord[]>> = {
  __consumer_offsets: Object.values(CONSUMER_OFFSETS),
  __transaction_state: Object.values(TRANSACTION_STATE),
  __share_group_state: Object.values(SHARE_GROUP_STATE),
};

/** Kafka's `TransactionState` by its id. */
export const TRANSACTION_STATES = [
  'Empty',
  'Ongoing',
  'PrepareCommit',
  'PrepareAbort',
  'CompleteCommit',
  'CompleteAbort',
  'Dead',
  'PrepareEpochFence',
] as const;

/** Kafka's `MemberState` by its id (KIP-848). */
export const MEMBER_STATES: readonly (readonly [id: number, name: string])[] = [
  [0, 'STABLE'],
  [1, 'UNREVOKED_PARTITIONS'],
  [2, 'UNRELEASED_PARTITIONS'],
  [127, 'UNKNOWN'],
];

/** Kafka's states of delivery by their ids (KIP-932). */
export const DELIVERY_STATES: readonly (readonly [id: number, name: string])[] = [
  [0, 'AVAILABLE'],
  [2, 'ACKNOWLEDGED'],
  [4, 'ARCHIVED'],
];
