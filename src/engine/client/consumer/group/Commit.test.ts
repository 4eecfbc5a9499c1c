import { expect, test } from 'vitest';
import { isRetriableCommit, reactToCommitError } from './Commit.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';

test('[consumer-commit] what a member does about each error of a commit', () => {
  const told = (error: KafkaError, isCurrent = true, isPreparing = false): string => {
    const {
      error: thrown,
      forgetsCoordinator,
      resets,
      rejoins,
    } = reactToCommitError(error, isCurrent, isPreparing);
    const deeds = [
      forgetsCoordinator && 'coordinator unknown',
      resets !== 'nothing' && `resets ${resets}`,
      rejoins && 'rejoins',
    ];
    return [
      thrown,
      ...deeds.filter((deed) => deed !== false),
      isRetriableCommit(thrown) ? 'again' : 'final',
    ].join(', ');
  };
  expect(told('COORDINATOR_LOAD_IN_PROGRESS')).toBe('COORDINATOR_LOAD_IN_PROGRESS, again');
  expect(told('UNKNOWN_TOPIC_OR_PARTITION')).toBe('UNKNOWN_TOPIC_OR_PARTITION, again');
  for (const error of ['COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR', 'REQUEST_TIMED_OUT'] as const)
    expect(told(error)).toBe(`${error}, coordinator unknown, again`);
  expect(told('OFFSET_METADATA_TOO_LARGE')).toBe('OFFSET_METADATA_TOO_LARGE, final');
  expect(told('REBALANCE_IN_PROGRESS')).toBe('RebalanceInProgressException, rejoins, final');
  expect(told('ILLEGAL_GENERATION')).toBe('CommitFailedException, resets generation, rejoins, final');
  expect(told('UNKNOWN_MEMBER_ID')).toBe('CommitFailedException, resets memberId, rejoins, final');
  expect(told('UNKNOWN_MEMBER_ID', false, false)).toBe(
    'CommitFailedException, resets memberId, rejoins, final',
  );
  expect(told('UNKNOWN_MEMBER_ID', false, true)).toBe('RebalanceInProgressException, final');
  expect(told('FENCED_INSTANCE_ID')).toBe('FENCED_INSTANCE_ID, final');
  expect(told('FENCED_INSTANCE_ID', false, true)).toBe('RebalanceInProgressException, final');
  expect(told('FENCED_INSTANCE_ID', false, false)).toBe('CommitFailedException, final');
});
