import { expect, test } from 'vitest';
import { simpleAssignor, type ShareMemberSpec } from './simpleAssignor.ts';

function members(
  count: number,
  topics: readonly string[],
  assigned: readonly (readonly string[])[] = [],
): Map<string, ShareMemberSpec> {
  return new Map(
    Array.from({ length: count }, (_, i) => [
      `m${i}`,
      { subscribedTopics: topics, assigned: assigned[i] ?? [] },
    ]),
  );
}

const partitions = (topic: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${topic}-${i}`);

test.each([
  [1, 3],
  [3, 1],
  [2, 4],
  [4, 2],
  [5, 3],
  [3, 7],
])('[share-assignor] %i members and %i partitions: all are shared, evenly', (memberCount, partitionCount) => {
  const names = partitions('t', partitionCount);
  const target = simpleAssignor(members(memberCount, ['t']), names);
  const sizes = [...target.values()].map((own) => own.length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  const sharing = Math.ceil(memberCount / partitionCount);
  for (const name of names) {
    const holders = [...target.values()].filter((own) => own.includes(name)).length;
    expect([name, holders >= 1, holders <= sharing]).toEqual([name, true, true]);
  }
});

test('[share-assignor] who has a partition keeps it; a third member takes from nobody more than it must', () => {
  const names = partitions('t', 3);
  const before = simpleAssignor(members(2, ['t']), names);
  const after = simpleAssignor(members(3, ['t'], [...before.values()]), names);
  for (const [id, own] of before) expect(after.get(id)?.some((name) => own.includes(name))).toBe(true);
  expect([...after.values()].map((own) => own.length)).toEqual([1, 1, 1]);
});

test('[share-assignor] with different subscriptions each topic is dealt out among those who want it', () => {
  const target = simpleAssignor(
    new Map([
      ['a', { subscribedTopics: ['t'], assigned: [] }],
      ['b', { subscribedTopics: ['t', 'u'], assigned: [] }],
    ]),
    [...partitions('t', 2), ...partitions('u', 1)],
  );
  expect([target.get('a')?.length, target.get('b')?.includes('u-0')]).toEqual([1, true]);
});
