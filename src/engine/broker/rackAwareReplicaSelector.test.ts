import { expect, test } from 'vitest';
import { rackAwareReplicaSelector } from './rackAwareReplicaSelector.ts';
import type { ReplicaView } from './rackAwareReplicaSelector.ts';

const view = (
  brokerId: number,
  rack: string | null,
  logEndOffset = 10,
  sinceCaughtUpUs = 0,
): ReplicaView => ({
  brokerId,
  rack,
  logEndOffset,
  sinceCaughtUpUs,
});
const LEADER = view(1, 'a');

test('[K1] most records first, then caught up last, then the highest id', () => {
  const select = (...followers: ReplicaView[]) => rackAwareReplicaSelector('b', LEADER, followers);
  expect(select(view(2, 'b', 9), view(3, 'b', 8))).toBe(2);
  expect(select(view(2, 'b', 9, 5), view(3, 'b', 9, 4))).toBe(3);
  expect(select(view(3, 'b', 9, 4), view(2, 'b', 9, 4))).toBe(3);
  expect(select(view(2, 'c'), view(3, null))).toBe(1);
  expect(select()).toBe(1);
});

test('[K1] no rack of its own, or the leader’s: the leader', () => {
  expect(rackAwareReplicaSelector('', view(1, null), [view(2, '')])).toBe(1);
  expect(rackAwareReplicaSelector('a', LEADER, [view(2, 'a', 99)])).toBe(1);
});
