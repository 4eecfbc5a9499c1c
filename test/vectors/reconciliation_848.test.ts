import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newMember, type MemberState } from '../../src/engine/broker/coordinator/group/modern/ConsumerGroupMember.ts';
import { reconcileMember } from '../../src/engine/broker/coordinator/group/modern/reconcileMember.ts';
import { comparePartitions } from '../../src/engine/protocol/ConsumerProtocol.ts';

/** A member before and after a heartbeat, as Kafka's CurrentAssignmentBuilder has it. */
interface ReconciliationCase {
  readonly id: string;
  readonly member: MemberOfCase;
  readonly targetEpoch: number;
  readonly target: Partitions;
  /** Absent: nobody has it. */
  readonly partitionEpochs: Readonly<Record<string, number>>;
  readonly ownedReported: Partitions | null;
  readonly expect?: MemberOfCase | null;
  readonly expect42plus?: MemberOfCase;
  readonly error?: string;
}
interface MemberOfCase {
  readonly memberId: string;
  readonly state: MemberState;
  readonly memberEpoch: number;
  readonly previousMemberEpoch: number;
  readonly assigned: Partitions;
  readonly pendingRevocation: Partitions;
}
type Partitions = Readonly<Record<string, readonly number[]>>;

const { reconciliation848 } = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: { readonly reconciliation848: readonly ReconciliationCase[] };
  }
).groups;

function namesOf(partitions: Partitions): string[] {
  return Object.entries(partitions)
    .flatMap(([topic, indexes]) => indexes.map((index) => `${topic}-${index}`))
    .sort(comparePartitions);
}

describe('vectors-2.json reconciliation848', () => {
  test('has 17 cases', () => {
    expect(reconciliation848.length).toBe(17);
    expect(new Set(reconciliation848.map(({ id }) => id)).size).toBe(17);
  });

  for (const vector of reconciliation848)
    test(`[consumer-group-reconciliation] ${vector.id}`, () => {
      const { member } = vector;
      const next = reconcileMember({
        member: {
          ...newMember(member.memberId),
          state: member.state,
          memberEpoch: member.memberEpoch,
          previousMemberEpoch: member.previousMemberEpoch,
          subscribedTopicNames: ['T1', 'T2'],
          assignedPartitions: namesOf(member.assigned),
          partitionsPendingRevocation: namesOf(member.pendingRevocation),
        },
        targetEpoch: vector.targetEpoch,
        target: namesOf(vector.target),
        ownedPartitions: vector.ownedReported && namesOf(vector.ownedReported),
        subscriptionChanged: false,
        exists: () => true,
        isOwned: (topicPartition) => Object.hasOwn(vector.partitionEpochs, topicPartition.replace('-', ':')),
      });
      if (vector.error !== undefined) {
        expect(vector.error).toBe('FencedMemberEpochException');
        expect(next).toBe('FENCED_MEMBER_EPOCH');
        return;
      }
      const expected = vector.expect42plus ?? vector.expect ?? expect.fail('nothing is expected');
      expect(next).toMatchObject({
        memberId: expected.memberId,
        state: expected.state,
        memberEpoch: expected.memberEpoch,
        previousMemberEpoch: expected.previousMemberEpoch,
        assignedPartitions: namesOf(expected.assigned),
        partitionsPendingRevocation: namesOf(expected.pendingRevocation),
      });
    });
});
