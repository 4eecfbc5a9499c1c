import { describe, expect, test } from 'vitest';
import { acknowledgementErrorsOf, cannotBeSent } from './acknowledgementErrors.ts';

describe('acknowledgements that cannot be sent', () => {
  test.each([
    // version, broker known, leader, error of a commit of records from broker 1
    ['4.2', true, 1, null],
    ['4.2', true, null, null],
    ['4.2', true, 2, 'NOT_LEADER_OR_FOLLOWER'],
    ['4.2', false, 2, 'untold'],
    ['4.3', false, 2, 'NOT_LEADER_OR_FOLLOWER'],
    ['4.3', false, null, 'NOT_LEADER_OR_FOLLOWER'],
    ['4.4', true, 2, 'NOT_LEADER_OR_FOLLOWER'],
    ['4.4', false, 2, 'NOT_LEADER_OR_FOLLOWER'],
    ['4.4', false, 1, 'NETWORK_EXCEPTION'],
    ['4.4', false, null, 'NETWORK_EXCEPTION'],
  ] as const)(
    '[share-consumer] a commit in %s, broker known: %s, leader %s: %s',
    (version, known, leader, error) => {
      expect(cannotBeSent(acknowledgementErrorsOf(version), known, leader, 1)).toBe(error);
    },
  );

  test.each([
    ['4.1', 'INVALID_SHARE_SESSION_EPOCH'],
    ['4.2', 'INVALID_SHARE_SESSION_EPOCH'],
    ['4.3', 'NOT_LEADER_OR_FOLLOWER'],
    ['4.4', 'NETWORK_EXCEPTION'],
  ])('[share-consumer] with the first fetch of a session in %s: %s', (version, error) => {
    expect(acknowledgementErrorsOf(version).inNewSession).toBe(error);
  });
});
