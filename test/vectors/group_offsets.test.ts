import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingGroupError } from '../../src/engine/broker/coordinator/group/groupMemberErrors.ts';
import type { ClassicGroupState } from '../../src/engine/broker/coordinator/group/ClassicGroupState.ts';
import { coordinatorPartition, javaStringHash } from '../../src/engine/broker/coordinatorPartition.ts';
import { groupsCommandLag, logEndLag, recordsLag, recordsLead, timeLagMs } from '../../src/shared/consumerLag.ts';
import type { PartitionProgress } from '../../src/shared/consumerLag.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { noticesPlantedFaults } from './noticedFaults.ts';

interface CommitCase {
  readonly id: string;
  readonly groupState: ClassicGroupState | null;
  readonly groupGeneration: number | null;
  readonly memberKnown: boolean;
  readonly requestGeneration: number;
  readonly requestMemberId: string;
  readonly expect: string;
}

interface RetentionCase {
  readonly id: string;
  readonly retentionMs: number;
  readonly group: {
    readonly type: 'classic' | 'simple' | 'consumer';
    readonly state: ClassicGroupState;
    readonly subscribed?: readonly string[];
    readonly emptySinceMs?: number;
  };
  readonly topic: string;
  readonly committedAtMs: number;
  readonly nowMs: number;
  readonly expect: boolean;
}

interface LagCase extends PartitionProgress {
  readonly id: string;
  readonly expect: {
    readonly groupsCommandLogEndOffset: number;
    readonly groupsCommandLag: number | null;
    readonly recordsLagReadUncommitted: number;
    readonly recordsLagReadCommitted: number;
    readonly recordsLead: number;
  };
}

interface PartitionCase {
  readonly id: string;
  readonly groupId: string;
  readonly hashCode: number;
  readonly abs: number;
  readonly partitionOf50: number;
  readonly partitionOf3: number;
}

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
  readonly groups: {
    readonly offsetCommitErrors: readonly CommitCase[];
    readonly offsetsRetention: readonly RetentionCase[];
    readonly lag: readonly LagCase[];
    readonly groupCoordinatorPartition: readonly PartitionCase[];
  };
};

/** What an OffsetCommit of that version is answered; the vectors say the version only where it matters. */
function commitAnswer(vector: CommitCase): string {
  const { groupState, groupGeneration, memberKnown, requestGeneration, requestMemberId } = vector;
  if (groupState === null)
    return missingGroupError(requestGeneration, false, vector.expect.includes('v8') ? 8 : 10);
  return rulesUnderTest.offsetCommitError(
    {
      state: groupState,
      generationId: groupGeneration ?? 0,
      hasMember: (memberId) => memberKnown && memberId === requestMemberId,
      staticMemberId: () => null,
    },
    { memberId: requestMemberId, groupInstanceId: null, generationId: requestGeneration },
    false,
  );
}

function checkCommit(vector: CommitCase): void {
  expect(commitAnswer(vector)).toBe(vector.expect.replace(/ \(.*$/, ''));
}

test.each(groups.offsetCommitErrors)('[O1] vectors-2.json offsetCommitErrors $id', checkCommit);
noticesPlantedFaults(
  'vectors-2.json offsetCommitErrors',
  groups.offsetCommitErrors.map((vector) => () => checkCommit(vector)),
);

function checkExpiry(vector: RetentionCase): void {
  const { type, state, subscribed, emptySinceMs } = vector.group;
  const group = {
    state,
    protocolType: type === 'simple' ? null : 'consumer',
    // Of a group that nobody is left in it is known that nobody wants anything.
    subscribedTopics: type === 'simple' ? null : new Set(subscribed ?? []),
    currentStateTimestamp: emptySinceMs ?? null,
  };
  const { topic, committedAtMs, nowMs, retentionMs } = vector;
  expect(rulesUnderTest.isOffsetExpired(group, topic, committedAtMs, nowMs, retentionMs)).toBe(vector.expect);
}

test.each(groups.offsetsRetention)('[O4] vectors-2.json offsetsRetention $id', checkExpiry);
noticesPlantedFaults(
  'vectors-2.json offsetsRetention',
  groups.offsetsRetention.map((vector) => () => checkExpiry(vector)),
);

test.each(groups.lag)('[lag] vectors-2.json lag $id', (vector) => {
  expect({
    groupsCommandLogEndOffset: vector.highWatermark,
    groupsCommandLag: groupsCommandLag(vector),
    recordsLagReadUncommitted: recordsLag(vector, 'read_uncommitted'),
    recordsLagReadCommitted: recordsLag(vector, 'read_committed'),
    recordsLead: recordsLead(vector),
  }).toEqual(vector.expect);
});

test('[lag] to the log end it counts what is not replicated yet; the age is that of the oldest record not committed', () => {
  const [basic] = groups.lag;
  expect(basic && logEndLag(basic)).toBe(40);
  expect(basic && logEndLag({ ...basic, committed: null })).toBeNull();
  expect([timeLagMs(1000, 4500), timeLagMs(null, 4500)]).toEqual([3500, 0]);
});

test.each(groups.groupCoordinatorPartition)('[T1] vectors-2.json groupCoordinatorPartition $id', (vector) => {
  const { groupId, hashCode, abs, partitionOf50, partitionOf3 } = vector;
  expect(javaStringHash(groupId)).toBe(hashCode);
  expect(coordinatorPartition(groupId, 2_147_483_648)).toBe(abs);
  expect([coordinatorPartition(groupId, 50), coordinatorPartition(groupId, 3)]).toEqual([
    partitionOf50,
    partitionOf3,
  ]);
});

test('runs 13, 8, 10 and 20 cases, 0 are left', () => {
  const { offsetCommitErrors, offsetsRetention, lag, groupCoordinatorPartition } = groups;
  const counts = [offsetCommitErrors, offsetsRetention, lag, groupCoordinatorPartition].map(
    ({ length }) => length,
  );
  expect(counts).toEqual([13, 8, 10, 20]);
});
