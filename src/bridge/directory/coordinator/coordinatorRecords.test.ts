import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  coordinatorKeyBytes,
  coordinatorValueBytes,
} from '../../../engine/storage/coordinatorRecordBytes.ts';
import type { CoordinatorRecord } from '../../../engine/storage/CoordinatorRecord.ts';
import { NO_ASSIGNMENT } from '../../../shared/consumerProtocol.ts';
import { topicId } from '../../../shared/topicId.ts';
import { coordinatorRecordBytes } from './coordinatorRecordBytes.ts';
import { describeRecords } from './describeRecords.ts';
import { decodeRecord } from './RecordSchema.ts';
import { CONSUMER_OFFSETS, SHARE_GROUP_STATE, TRANSACTION_STATE } from './schemas.ts';

const NAMES = { topicIdOf: (topic: string) => topicId(topic, 1), clockOriginMs: 1_000_000 };

const name = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ minLength: 120, maxLength: 300 }));
const text = fc.string({ unit: 'binary', maxLength: 150 });
const partition = fc
  .tuple(fc.constantFrom('a', 'b-1', 'c'.repeat(140)), fc.nat(300))
  .map(([t, p]) => `${t}-${p}`);
const partitions = fc.uniqueArray(partition, { maxLength: 200 });
const member = fc.record({
  memberId: name,
  groupInstanceId: fc.option(name),
  clientId: name,
  clientHost: fc.constant('/10.0.0.1'),
  rebalanceTimeout: fc.nat(),
  sessionTimeout: fc.nat(),
  subscription: fc.record({
    topics: fc.array(name, { maxLength: 3 }),
    userData: fc.option(text),
    ownedPartitions: partitions,
    generationId: fc.integer({ min: -1, max: 99 }),
    rackId: fc.option(name),
  }),
  assignment: fc.oneof(
    fc.constant(NO_ASSIGNMENT),
    fc.record({ assignedPartitions: partitions, userData: fc.option(text) }),
  ),
});
const ofMember = fc.record({ groupId: name, memberId: name });
const epoch = fc.integer({ min: -1, max: 1000 });
const shareState = {
  snapshotEpoch: fc.nat(),
  leaderEpoch: epoch,
  startOffset: fc.integer({ min: -1, max: 1000 }),
  deliveryCompleteCount: fc.integer({ min: -1, max: 1000 }),
  stateBatches: fc.array(
    fc.record({
      firstOffset: fc.nat(),
      lastOffset: fc.nat(),
      deliveryState: fc.constantFrom('AVAILABLE' as const, 'ACKNOWLEDGED' as const, 'ARCHIVED' as const),
      deliveryCount: fc.nat(5),
    }),
    { maxLength: 200 },
  ),
};
const record = fc.oneof(
  fc.record({
    kind: fc.constant('OffsetCommit' as const),
    key: fc.record({ group: name, topic: name, partition: fc.nat(99) }),
    value: fc.option(
      fc.record({
        offset: fc.nat(),
        leaderEpoch: epoch,
        metadata: text,
        commitTimestamp: fc.nat(),
        topicId: fc.integer({ min: -1, max: 5 }),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('GroupMetadata' as const),
    key: fc.record({ group: name }),
    value: fc.option(
      fc.record({
        protocolType: name,
        generation: fc.nat(),
        protocol: fc.option(name),
        leader: fc.option(name),
        currentStateTimestamp: fc.integer({ min: -1, max: 999 }),
        members: fc.array(member, { maxLength: 3 }),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('TransactionLog' as const),
    key: fc.record({ transactionalId: name }),
    value: fc.option(
      fc
        .record({
          producerId: fc.nat(),
          previousProducerId: fc.integer({ min: -1, max: 9 }),
          nextProducerId: fc.integer({ min: -1, max: 9 }),
          producerEpoch: fc.nat(32_767),
          transactionTimeoutMs: fc.nat(),
          transactionStatus: fc.constantFrom(
            'Empty' as const,
            'Ongoing' as const,
            'PrepareEpochFence' as const,
          ),
          transactionPartitions: partitions,
          transactionLastUpdateTimestampMs: fc.nat(),
          transactionStartTimestampMs: fc.integer({ min: -1, max: 99 }),
          clientTransactionVersion: fc.nat(2),
        })
        .map((value) =>
          value.transactionStatus === 'Empty' ? { ...value, transactionPartitions: [] } : value,
        ),
    ),
  }),
  fc.record({
    kind: fc.constant('ConsumerGroupMetadata' as const),
    key: fc.record({ groupId: name }),
    value: fc.option(fc.record({ epoch, metadataHash: text })),
  }),
  fc.record({
    kind: fc.constant('ConsumerGroupMemberMetadata' as const),
    key: ofMember,
    value: fc.option(
      fc.record({
        instanceId: fc.option(name),
        rackId: fc.option(name),
        clientId: name,
        subscribedTopicNames: fc.array(name, { maxLength: 3 }),
        rebalanceTimeoutMs: fc.nat(),
        serverAssignor: fc.option(name),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('ConsumerGroupTargetAssignmentMetadata' as const),
    key: fc.record({ groupId: name }),
    value: fc.option(fc.record({ assignmentEpoch: epoch })),
  }),
  fc.record({
    kind: fc.constant('ConsumerGroupTargetAssignmentMember' as const),
    key: ofMember,
    value: fc.option(fc.record({ topicPartitions: partitions })),
  }),
  fc.record({
    kind: fc.constant('ConsumerGroupCurrentMemberAssignment' as const),
    key: ofMember,
    value: fc.option(
      fc.record({
        memberEpoch: epoch,
        previousMemberEpoch: epoch,
        state: fc.constantFrom('STABLE' as const, 'UNREVOKED_PARTITIONS' as const, 'UNKNOWN' as const),
        assignedPartitions: partitions,
        partitionsPendingRevocation: partitions,
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('ShareGroupMetadata' as const),
    key: fc.record({ groupId: name }),
    value: fc.option(fc.record({ epoch, metadataHash: text })),
  }),
  fc.record({
    kind: fc.constant('ShareGroupMemberMetadata' as const),
    key: ofMember,
    value: fc.option(
      fc.record({
        rackId: fc.option(name),
        clientId: name,
        subscribedTopicNames: fc.array(name, { maxLength: 3 }),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('ShareGroupTargetAssignmentMetadata' as const),
    key: fc.record({ groupId: name }),
    value: fc.option(fc.record({ assignmentEpoch: epoch })),
  }),
  fc.record({
    kind: fc.constant('ShareGroupTargetAssignmentMember' as const),
    key: ofMember,
    value: fc.option(fc.record({ topicPartitions: partitions })),
  }),
  fc.record({
    kind: fc.constant('ShareGroupCurrentMemberAssignment' as const),
    key: ofMember,
    value: fc.option(
      fc.record({ memberEpoch: epoch, previousMemberEpoch: epoch, assignedPartitions: partitions }),
    ),
  }),
  fc.record({
    kind: fc.constant('ShareGroupStatePartitionMetadata' as const),
    key: fc.record({ groupId: name }),
    value: fc.option(fc.record({ initializingPartitions: partitions, initializedPartitions: partitions })),
  }),
  fc.record({
    kind: fc.constant('ShareSnapshot' as const),
    key: fc.record({ groupId: name, topicPartition: partition }),
    value: fc.option(fc.record({ ...shareState, stateEpoch: epoch })),
  }),
  fc.record({
    kind: fc.constant('ShareUpdate' as const),
    key: fc.record({ groupId: name, topicPartition: partition }),
    value: fc.option(fc.record(shareState)),
  }),
);

test('[coordinator-bytes] key and value of any record of a coordinator have the bytes that the run counts for them', () => {
  fc.assert(
    fc.property(record, (one) => {
      // Host addresses of KIP-848 members are ten characters, in both.
      const { key, value } = coordinatorRecordBytes(one, NAMES);
      expect(key.length).toBe(coordinatorKeyBytes(one as CoordinatorRecord));
      expect(value?.length ?? null).toBe(coordinatorValueBytes(one as CoordinatorRecord));
    }),
    { numRuns: 400 },
  );
});

test('[coordinator-bytes] what was written is read again, and what was damaged throws nothing but a FormatError', () => {
  const schemas = { ...CONSUMER_OFFSETS, ...TRANSACTION_STATE, ...SHARE_GROUP_STATE };
  fc.assert(
    fc.property(record, fc.nat(), fc.nat(255), (one, place, changed) => {
      const { key, value } = coordinatorRecordBytes(one, NAMES);
      const kind = schemas[one.kind];
      const keyRead = decodeRecord(kind.key, key);
      for (const [field, meant] of Object.entries(one.key))
        if (field !== 'topicPartition' && !/[\ud800-\udfff]/.test(String(meant)))
          expect(keyRead[field]).toEqual(meant);
      if (value === null) return;
      const topic =
        one.kind === 'TransactionLog'
          ? '__transaction_state-3'
          : one.kind in SHARE_GROUP_STATE
            ? '__share_group_state-1'
            : '__consumer_offsets-9';
      const asRecord = (bytes: Uint8Array) => ({
        offsetDelta: 2,
        timestampDeltaMs: 0,
        key,
        value: bytes,
        headers: [],
      });
      const [view] = describeRecords(topic, 40, [asRecord(value)]) ?? [];
      expect(view).toMatchObject({ offset: 42, kind: one.kind });
      expect(view?.value).not.toBe('');
      const damaged = value.slice();
      damaged[place % damaged.length] = changed;
      describeRecords(topic, 40, [asRecord(damaged)]);
    }),
    { numRuns: 400 },
  );
});

test('[coordinator-bytes] a committed offset byte by byte, and what it says', () => {
  const commit: CoordinatorRecord = {
    kind: 'OffsetCommit',
    key: { group: 'pay', topic: 'orders', partition: 1 },
    value: { offset: 258, leaderEpoch: 3, metadata: 'm', commitTimestamp: 5, topicId: 0 },
  };
  const { key, value } = coordinatorRecordBytes(commit, NAMES);
  const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex');
  expect(hex(key)).toBe('0001' + '0003706179' + '00066f7264657273' + '00000001');
  const id = Buffer.from(topicId('orders', 1), 'base64url').toString('hex');
  expect(hex(value)).toBe(
    '0004' + '0000000000000102' + '00000003' + '026d' + '00000000000f4245' + '01' + '00' + '10' + id,
  );
  const records = [{ offsetDelta: 0, timestampDeltaMs: 0, key, value, headers: [] }];
  expect(describeRecords('__consumer_offsets-0', 7, records)).toEqual([
    {
      offset: 7,
      kind: 'OffsetCommit',
      key: 'group=pay, topic=orders, partition=1',
      value: `offset=258, leaderEpoch=3, metadata=m, commitTimestamp=1000005, topicId=${topicId('orders', 1)}`,
    },
  ]);
  expect(describeRecords('orders-0', 7, records)).toBeNull();
});
