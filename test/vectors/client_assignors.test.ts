import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONSUMER_ASSIGNORS, type AssignorName } from '../../src/engine/client/consumer/assignors/assignors.ts';
import { groupSubscription } from '../../src/engine/client/consumer/assignors/groupSubscription.ts';
import { assignSticky } from '../../src/engine/client/consumer/assignors/stickyAssignor.ts';
import {
  DEFAULT_GENERATION,
  type Assignment,
  type Subscription,
} from '../../src/engine/client/consumer/assignors/Subscription.ts';

/** What Kafka's own assignors made of it; `beforeWithholding` is the sticky assignment under a cooperative one. */
interface AssignorCase {
  readonly id: string;
  readonly assignor: AssignorName;
  readonly topics: Readonly<Record<string, number>>;
  readonly members: readonly MemberOfCase[];
  readonly replicaRacks?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly forceRackAware?: boolean;
  readonly expect: Readonly<Record<string, readonly string[]>>;
  readonly beforeWithholding?: Readonly<Record<string, readonly string[]>>;
}

interface MemberOfCase {
  readonly id: string;
  readonly topics: readonly string[];
  readonly instanceId?: string;
  readonly rack?: string;
  readonly owned?: readonly string[];
  readonly generation?: number;
}

const RULES: Readonly<Record<AssignorName, string>> = {
  range: 'consumer-assignor-range',
  roundrobin: 'consumer-assignor-roundrobin',
  sticky: 'consumer-assignor-sticky',
  'cooperative-sticky': 'consumer-assignor-cooperative-sticky',
};

const { clientAssignors } = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: { readonly clientAssignors: readonly AssignorCase[] };
  }
).groups;

function subscriptionOf(member: MemberOfCase): Subscription {
  const partitions = member.owned ?? [];
  const generation = member.generation ?? DEFAULT_GENERATION;
  return {
    topics: member.topics,
    ownedPartitions: partitions,
    generationId: generation,
    previousAssignment: { partitions, generation },
    ...(member.instanceId === undefined ? {} : { groupInstanceId: member.instanceId }),
    ...(member.rack === undefined ? {} : { rackId: member.rack }),
  };
}

function sorted(assignment: Assignment): Record<string, string[]> {
  return Object.fromEntries([...assignment].map(([memberId, partitions]) => [memberId, [...partitions].sort()]));
}

function expected(assignment: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(assignment).map(([memberId, partitions]) => [memberId, [...partitions].sort()]),
  );
}

describe('vectors-2.json clientAssignors', () => {
  test('has 258 cases', () => {
    expect(clientAssignors.length).toBe(258);
    expect(new Set(clientAssignors.map(({ id }) => id)).size).toBe(258);
  });

  for (const vector of clientAssignors)
    test(`[${RULES[vector.assignor]}] ${vector.id}`, () => {
      const group = {
        ...groupSubscription(
          vector.members.map((member) => [member.id, subscriptionOf(member)] as const),
          (topic) =>
            vector.replicaRacks?.[topic] ??
            (Object.hasOwn(vector.topics, topic)
              ? Array.from({ length: vector.topics[topic] as number }, () => [])
              : undefined),
        ),
        preferRackAwareLogic: vector.forceRackAware === true,
      };
      expect(sorted(CONSUMER_ASSIGNORS[vector.assignor].assign(group))).toEqual(expected(vector.expect));
      if (vector.beforeWithholding)
        expect(
          sorted(
            assignSticky(group, ({ ownedPartitions: partitions, generationId: generation }) => ({
              partitions,
              generation,
            })).assignment,
          ),
        ).toEqual(expected(vector.beforeWithholding));
    });
});
