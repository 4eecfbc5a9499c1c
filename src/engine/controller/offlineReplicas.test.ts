import { expect, test } from 'vitest';
import { newlyOffline } from './offlineReplicas.ts';

test('[B8] a replica that a broker goes on reporting offline is news once', () => {
  expect(newlyOffline(['a-0', 'b-1'], [])).toEqual(['a-0', 'b-1']);
  expect(newlyOffline(['a-0', 'b-1'], ['a-0'])).toEqual(['b-1']);
  expect(newlyOffline(['a-0'], ['a-0', 'b-1'])).toEqual([]);
});
