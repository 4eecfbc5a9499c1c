import { expect, test } from 'vitest';
import { RecordCommits } from './RecordCommits.ts';

/** What is committed as an application works through polls of so many records each, of partitions in turn. */
function commitsOf(every: number, polls: readonly (readonly [string, number, number])[][]): string[] {
  const commits = new RecordCommits(every);
  const said: string[] = [];
  for (const poll of polls) {
    for (const [partition, offset, count] of poll) commits.polled(partition, offset, count);
    while (commits.begin() > 0) {
      const { offsets } = commits.finish();
      if (offsets.length > 0)
        said.push(
          offsets.map(({ topicPartition, committedOffset }) => `${topicPartition}=${committedOffset}`).join(),
        );
    }
  }
  return said;
}

test.each([
  ['each record', 1, [[['t-0', 5, 3] as const]], ['t-0=6', 't-0=7', 't-0=8']],
  [
    'every two, and what is left counts on',
    2,
    [[['t-0', 0, 3] as const], [['t-0', 3, 1] as const]],
    ['t-0=2', 't-0=4'],
  ],
  ['two partitions in one commit', 4, [[['t-0', 0, 2] as const, ['t-1', 7, 3] as const]], ['t-0=2,t-1=9']],
  ['more than was polled', 9, [[['t-0', 0, 3] as const]], []],
])('[commit-per-record] %s', (_, every, polls, commits) => {
  expect(commitsOf(every, polls)).toEqual(commits);
});

test('[commit-per-record] what waits is what was polled, less the portion at work', () => {
  const commits = new RecordCommits(2);
  commits.polled('t-0', 0, 5);
  expect([commits.waiting, commits.begin(), commits.waiting, commits.hasUncommitted]).toEqual([
    5,
    2,
    3,
    false,
  ]);
  commits.finish();
  commits.begin();
  commits.finish();
  expect([commits.begin(), commits.finish().count, commits.waiting, commits.hasUncommitted]).toEqual([
    1,
    1,
    0,
    true,
  ]);
});
