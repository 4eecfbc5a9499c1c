import { expect, test } from 'vitest';
import { createdPartition } from './createdPartition.ts';

test('[L8] the active placed replicas are the ISR and the first of them leads', () => {
  expect(createdPartition([3, 1, 2], (broker) => broker !== 3)).toEqual({
    registration: {
      replicas: [3, 1, 2],
      isr: [1, 2],
      elr: [],
      lastKnownElr: [],
      leader: 1,
      leaderEpoch: 0,
      partitionEpoch: 0,
      recovery: 'RECOVERED',
    },
  });
});

test('[L8] a placement without an active replica is refused', () => {
  expect(createdPartition([3, 1, 2], () => false)).toEqual({ error: 'INVALID_REPLICATION_FACTOR' });
});

test('[L8] by hand the same is a fault of the assignment', () => {
  expect(createdPartition([1, 2], () => false, 'hand')).toEqual({ error: 'INVALID_REPLICA_ASSIGNMENT' });
});
