import { describe, expect, test } from 'vitest';
import { CONSUMER_ASSIGNORS, type AssignorName } from './assignors.ts';
import { groupSubscription } from './groupSubscription.ts';
import { inMemberOrder } from './memberOrder.ts';
import type { Assignment, Subscription } from './Subscription.ts';
import { usesRacks } from './usesRacks.ts';

/** The wishes of up to four members for two topics, and how many partitions these have. */
interface Group {
  readonly partitions: Readonly<Record<string, number>>;
  readonly wishes: readonly (readonly string[])[];
}

const WISHES = [['a'], ['b'], ['a', 'b']];

/** Up to four members, each of which wants one topic or both, and up to four partitions of each. */
const GROUPS: readonly Group[] = [1, 2, 3, 4].flatMap((members) =>
  Array.from({ length: 3 ** members }, (_, number) =>
    Array.from({ length: members }, (_member, place) => WISHES[Math.floor(number / 3 ** place) % 3] ?? []),
  ).flatMap((wishes) =>
    Array.from({ length: 25 }, (_, number) => ({
      partitions: { a: number % 5, b: Math.floor(number / 5) },
      wishes,
    })),
  ),
);

const wantSame = ({ wishes }: Group): boolean => wishes.every((wish) => wish.length === 2);
const memberIds = ({ wishes }: Group): string[] => wishes.map((_, place) => `m${place}`);

function assign(name: AssignorName, group: Group, owned: Assignment = new Map()): Assignment {
  const members = group.wishes.map((topics, place): [string, Subscription] => {
    const partitions = owned.get(`m${place}`);
    const generation = partitions === undefined ? -1 : 1;
    return [
      `m${place}`,
      {
        topics,
        ownedPartitions: partitions ?? [],
        generationId: generation,
        previousAssignment: { partitions: partitions ?? [], generation },
      },
    ];
  });
  return CONSUMER_ASSIGNORS[name].assign(
    groupSubscription(members, (topic) => Array.from({ length: group.partitions[topic] ?? 0 }, () => [])),
  );
}

function partitionsWanted({ partitions, wishes }: Group): string[] {
  return Object.entries(partitions)
    .filter(([topic]) => wishes.some((wish) => wish.includes(topic)))
    .flatMap(([topic, count]) => Array.from({ length: count }, (_, partition) => `${topic}-${partition}`));
}

/** Cheaper than an assertion each, of which there would be a hundred thousand. */
function mustHold(holds: boolean, what: string, group: Group, assignment: Assignment): void {
  if (!holds) expect.fail(`${what}: ${JSON.stringify(group)} ${JSON.stringify([...assignment])}`);
}

function isComplete(group: Group, assignment: Assignment): boolean {
  const given = [...assignment.values()].flat().sort();
  return given.join() === partitionsWanted(group).sort().join();
}

function onlyWhatIsWanted(group: Group, assignment: Assignment): boolean {
  return group.wishes.every((wish, place) =>
    (assignment.get(`m${place}`) ?? []).every((name) => wish.includes(name.slice(0, 1))),
  );
}

/** Nobody wants a partition of somebody who has two more. */
function isBalanced(group: Group, assignment: Assignment): boolean {
  return group.wishes.every((wish, place) => {
    const load = assignment.get(`m${place}`)?.length ?? 0;
    return [...assignment.values()].every(
      (other) => other.length <= load + 1 || !other.some((name) => wish.includes(name.slice(0, 1))),
    );
  });
}

function isWithinOne(assignment: Assignment): boolean {
  const loads = [...assignment.values()].map(({ length }) => length);
  return Math.max(...loads) - Math.min(...loads) <= 1;
}

/** By topic: members in order, each a run that begins where the one before ends, the longer ones first. */
function isInRanges(group: Group, assignment: Assignment): boolean {
  return Object.entries(group.partitions).every(([topic, count]) => {
    const runs = memberIds(group)
      .filter((_, place) => group.wishes[place]?.includes(topic))
      .map((memberId) => (assignment.get(memberId) ?? []).filter((name) => name.startsWith(`${topic}-`)));
    const share = Math.floor(count / runs.length);
    const inOrder = runs.flat().every((name, place) => name === `${topic}-${place}`);
    return (
      inOrder && runs.every(({ length }, place) => length === share + (place < count % runs.length ? 1 : 0))
    );
  });
}

const without = (assignment: Assignment, memberId: string): Assignment =>
  new Map([...assignment].filter(([other]) => other !== memberId));

const keepsAll = (before: Assignment, after: Assignment): boolean =>
  [...before].every(([memberId, partitions]) =>
    partitions.every((name) => after.get(memberId)?.includes(name) === true),
  );

describe('up to 4 members × 2 topics × 4 partitions', () => {
  test('[consumer-assignor-range] every partition once, in runs per topic', () => {
    for (const group of GROUPS) {
      const assignment = assign('range', group);
      mustHold(isComplete(group, assignment), 'complete', group, assignment);
      mustHold(isInRanges(group, assignment), 'in ranges', group, assignment);
    }
  });

  test('[consumer-assignor-roundrobin] every partition once, within one of each other where all want the same', () => {
    for (const group of GROUPS) {
      const assignment = assign('roundrobin', group);
      mustHold(isComplete(group, assignment), 'complete', group, assignment);
      mustHold(onlyWhatIsWanted(group, assignment), 'wanted', group, assignment);
      if (wantSame(group)) mustHold(isWithinOne(assignment), 'within one', group, assignment);
    }
  });

  test('[consumer-assignor-sticky] every partition once, balanced, and nothing moves without need', () => {
    for (const group of GROUPS) {
      const assignment = assign('sticky', group);
      mustHold(isComplete(group, assignment), 'complete', group, assignment);
      mustHold(onlyWhatIsWanted(group, assignment), 'wanted', group, assignment);
      mustHold(isBalanced(group, assignment), 'balanced', group, assignment);
      if (wantSame(group)) mustHold(isWithinOne(assignment), 'within one', group, assignment);

      const again = assign('sticky', group, assignment);
      mustHold(keepsAll(assignment, again), 'stays', group, again);

      const last = `m${group.wishes.length - 1}`;
      const left = { ...group, wishes: group.wishes.slice(0, -1) };
      if (left.wishes.length > 0) {
        const survivors = assign('sticky', left, without(assignment, last));
        mustHold(isComplete(left, survivors), 'complete after a leave', left, survivors);
        mustHold(isBalanced(left, survivors), 'balanced after a leave', left, survivors);
        if (wantSame(group))
          mustHold(keepsAll(without(assignment, last), survivors), 'survivors keep theirs', left, survivors);

        const before = assign('sticky', left);
        const joined = assign('sticky', group, before);
        mustHold(isBalanced(group, joined), 'balanced after a join', group, joined);
        if (wantSame(group))
          mustHold(keepsAll(without(joined, last), before), 'only the newcomer gains', group, joined);
      }
    }
  });

  test('[consumer-assignor-cooperative-sticky] the sticky assignment, in two rounds, and never two owners', () => {
    for (const group of GROUPS) {
      const left = { ...group, wishes: group.wishes.slice(0, -1) };
      const before =
        left.wishes.length > 0 ? assign('cooperative-sticky', left) : new Map<string, string[]>();
      const first = assign('cooperative-sticky', group, before);
      const ownerBefore = new Map(
        [...before].flatMap(([id, names]) => names.map((name) => [name, id] as const)),
      );
      for (const [memberId, names] of first)
        for (const name of names)
          mustHold((ownerBefore.get(name) ?? memberId) === memberId, 'one owner', group, first);

      const second = assign('cooperative-sticky', group, first);
      mustHold(isComplete(group, second), 'complete after two rounds', group, second);
      mustHold(isBalanced(group, second), 'balanced', group, second);
      mustHold(keepsAll(first, second), 'nothing is taken in the second round', group, second);
    }
  });

  test('goes over all of them', () => {
    expect(GROUPS.length).toBe((3 + 9 + 27 + 81) * 25);
  });
});

test('[consumer-assignor-range] static members come first, by instance id, then dynamic ones by member id', () => {
  const subscription = (groupInstanceId?: string): Subscription => ({
    topics: [],
    ownedPartitions: [],
    generationId: -1,
    ...(groupInstanceId === undefined ? {} : { groupInstanceId }),
  });
  expect(
    inMemberOrder([
      ['a', subscription()],
      ['B', subscription()],
      ['y', subscription('2')],
      ['z', subscription('10')],
    ]),
  ).toEqual(['z', 'y', 'B', 'a']);
});

test('[consumer-assignor-order] members and topics come in the order of Java’s HashMap, without topics that nobody knows', () => {
  const members = ['A', 'B', 'C', 'D', 'E'].map((letter): [string, Subscription] => [
    `member-${letter}`,
    { topics: ['a', 'q', 'b'], ownedPartitions: [], generationId: -1 },
  ]);
  const { subscriptions, partitionsPerTopic } = groupSubscription(members, (topic) =>
    topic === 'b' ? [] : [[], []],
  );
  expect([...subscriptions.keys()]).toEqual(['member-A', 'member-B', 'member-E', 'member-C', 'member-D']);
  expect([...partitionsPerTopic.keys()]).toEqual(['a', 'q']);
});

test.each([
  ['no consumer has a rack', [], [['r1'], ['r2']], false],
  ['no replica is in any of their racks', ['r3'], [['r1'], ['r2']], false],
  [
    'every partition is in all racks',
    ['r1'],
    [
      ['r1', 'r2'],
      ['r2', 'r1'],
    ],
    false,
  ],
  ['racks differ from partition to partition', ['r1'], [['r1'], ['r2']], true],
  ['one partition is in fewer racks', ['r1'], [['r1', 'r2'], ['r1']], true],
])('[consumer-assignor-range] racks: %s', (_name, consumers, partitions, expected) => {
  expect(usesRacks(new Set(consumers), partitions, false)).toBe(expected);
  expect(usesRacks(new Set(consumers), partitions, true)).toBe(
    consumers.some((rack) => partitions.flat().includes(rack)),
  );
});
