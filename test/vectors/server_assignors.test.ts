import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assignTarget, type ServerAssignorName } from '../../src/engine/broker/coordinator/group/modern/assignors/assignTarget.ts';
import { byTopic, PartitionAssignorError, type GroupSpec } from '../../src/engine/broker/coordinator/group/modern/assignors/GroupSpec.ts';

/** What Kafka's own server assignors made of it, `expect40` in 4.0 and `expect41plus` in 4.1 and later, where that differs. */
interface ServerAssignorCase {
  readonly id: string;
  readonly assignor: ServerAssignorName;
  readonly topics: Readonly<Record<string, number>>;
  readonly memberIterationOrder?: readonly string[];
  readonly members: readonly {
    readonly id: string;
    readonly topics: readonly string[];
    readonly instanceId?: string;
    readonly current?: Readonly<Record<string, readonly number[]>>;
  }[];
  readonly expect40?: Expected;
  readonly expect41plus?: Expected;
  readonly expectError?: string;
}
type Expected = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

const { serverAssignors } = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: { readonly serverAssignors: readonly ServerAssignorCase[] };
  }
).groups;

function groupOf({ topics, members, memberIterationOrder }: ServerAssignorCase, is40 = false): GroupSpec {
  const order = memberIterationOrder ?? members.map(({ id }) => id);
  const specs = order.map((id) => {
    const member = members.find((other) => other.id === id);
    return [
      id,
      {
        instanceId: member?.instanceId ?? null,
        subscribedTopics: [...(member?.topics ?? [])].sort(),
        // Topics are listed in the order in which the assignor went over them.
        assigned: Object.entries(member?.current ?? {}).flatMap(([topic, partitions]) =>
          partitions.map((partition) => `${topic}-${partition}`),
        ),
      },
    ] as const;
  });
  const wishes = new Set(specs.map(([, { subscribedTopics }]) => subscribedTopics.join()));
  return {
    members: new Map(specs),
    subscriptionType: wishes.size === 1 ? 'HOMOGENEOUS' : 'HETEROGENEOUS',
    assignedPartitions: new Set(specs.flatMap(([, { assigned }]) => assigned)),
    partitionCount: (topic) => topics[topic],
    extrasGoToTheFirst: is40,
  };
}

function assigned(assignor: ServerAssignorName, group: GroupSpec): Expected {
  return Object.fromEntries(
    [...assignTarget(assignor, group)].map(([memberId, partitions]) => [
      memberId,
      Object.fromEntries([...byTopic(partitions)].map(([topic, indexes]) => [topic, indexes.sort((a, b) => a - b)])),
    ]),
  );
}

describe('vectors-2.json serverAssignors', () => {
  test('has 55 cases', () => {
    expect(serverAssignors.length).toBe(55);
    expect(new Set(serverAssignors.map(({ id }) => id)).size).toBe(55);
  });

  for (const vector of serverAssignors)
    test(`[server-assignor-${vector.assignor}] ${vector.id}`, () => {
      const group = groupOf(vector);
      if (vector.expectError !== undefined) {
        expect(() => assignTarget(vector.assignor, group)).toThrow(PartitionAssignorError);
        expect(vector.expectError).toBe('PartitionAssignorException');
        return;
      }
      expect(assigned(vector.assignor, group)).toEqual(vector.expect41plus ?? vector.expect40);
    });

  const ofBoth = serverAssignors.filter(({ expect41plus }) => expect41plus !== undefined);
  test('8 cases come out otherwise under 4.0', () => expect(ofBoth).toHaveLength(8));

  for (const vector of ofBoth)
    test(`[server-assignor-${vector.assignor}] ${vector.id} under 4.0`, () => {
      expect(assigned(vector.assignor, groupOf(vector, true))).toEqual(vector.expect40);
      expect(vector.expect40).not.toEqual(vector.expect41plus);
    });

  // What is the same in all versions is the same with the assignor of 4.0.
  test('the others come out alike under 4.0', () => {
    const others = serverAssignors.filter((one) => one.expect40 && !one.expect41plus);
    expect(others).toHaveLength(43);
    for (const vector of others)
      expect(assigned(vector.assignor, groupOf(vector, true)), vector.id).toEqual(vector.expect40);
  });
});
