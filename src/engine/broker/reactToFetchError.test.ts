import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../protocol/Errors.ts';
import { reactToFetchError } from './reactToFetchError.ts';
import type { FetchFailure, FetchReaction } from './reactToFetchError.ts';

const OTHER_THAN_BACK_OFF: Partial<Record<FetchFailure, FetchReaction>> = {
  OFFSET_OUT_OF_RANGE: 'findOffset',
  localStorageFailure: 'markFailed',
  unexpectedFailure: 'markFailed',
};
const FAILURES = [
  ...Object.keys(ERROR_CODES).filter((error) => error !== 'NONE' && error !== 'FENCED_LEADER_EPOCH'),
  'corruptRecords',
  'localStorageFailure',
  'unexpectedFailure',
  'connectionFailure',
] as FetchFailure[];

describe.each(FAILURES)('%s', (failure) => {
  const reaction = OTHER_THAN_BACK_OFF[failure] ?? 'backOff';
  test(`[F9] ${failure} -> ${reaction}, whatever the epochs`, () => {
    expect(reactToFetchError(failure, 4, 4)).toBe(reaction);
    expect(reactToFetchError(failure, 4, 5)).toBe(reaction);
  });
});

test('[F9] a fenced partition has failed unless its epoch has moved on since the fetch', () => {
  expect(reactToFetchError('FENCED_LEADER_EPOCH', 4, 4)).toBe('markFailed');
  expect(reactToFetchError('FENCED_LEADER_EPOCH', 4, 5)).toBe('backOff');
});
