import { expect, test } from 'vitest';
import { importing } from './en/import.ts';

test('says which partitions and brokers a notice is about', () => {
  const topic = 'weblog';
  expect(
    importing.notice({
      level: 'warn',
      code: 'no-leader',
      topic,
      partitions: [0, 1, 4],
      of: 5,
      emptyIsr: false,
    }),
  ).toBe('Partitions 0–1, 4 of weblog have no leader.');
  expect(
    importing.notice({
      level: 'warn',
      code: 'no-leader',
      topic,
      partitions: [0, 1, 2],
      of: 3,
      emptyIsr: true,
    }),
  ).toBe('All 3 partitions of weblog have no leader and an empty ISR.');
  expect(
    importing.notice({
      level: 'warn',
      code: 'under-replicated',
      topic,
      partitions: [0],
      of: 1,
      missing: [3],
    }),
  ).toBe('Partition 0 of weblog is under-replicated. Missing from an ISR: broker 3.');
  expect(importing.notice({ level: 'info', code: 'brokers-stopped', brokers: [4, 5] })).toBe(
    'Brokers 4 and 5 start stopped. No partition with a leader has them in its ISR.',
  );
  expect(
    importing.notice({ level: 'error', code: 'tool-error', text: "Topic 'x' does not exist as expected" }),
  ).toBe("Nothing to import. The tool reported: Topic 'x' does not exist as expected.");
  expect(importing.ignoredHeading(1)).toBe('1 line was ignored');
});
