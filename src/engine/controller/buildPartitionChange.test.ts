import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPartitionChange, type PartitionChange } from './buildPartitionChange.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';

const PARTITION: PartitionRegistration = {
  replicas: [1, 2, 3],
  isr: [1, 2, 3],
  elr: [],
  lastKnownElr: [],
  leader: 1,
  leaderEpoch: 4,
  partitionEpoch: 9,
  recovery: 'RECOVERED',
};

function build(
  change: Partial<PartitionChange>,
  partition: Partial<PartitionRegistration> = {},
  alive = [1, 2, 3, 4],
) {
  return buildPartitionChange(
    { ...PARTITION, ...partition },
    {
      election: 'ONLINE',
      isAcceptableLeader: (broker) => alive.includes(broker),
      minIsr: 2,
      eligibleLeaderReplicasEnabled: true,
      ...change,
    },
  );
}

test('[I10] an ISR shrink or expand raises the partition epoch only', () => {
  expect(build({ targetIsr: [1, 2] })).toMatchObject({ leaderEpoch: 4, partitionEpoch: 10, leader: 1 });
  expect(build({ targetIsr: [1, 2, 3] }, { isr: [1, 2] })).toMatchObject({
    leaderEpoch: 4,
    partitionEpoch: 10,
  });
});

test('[I10] nothing is stored when nothing changes, but a reordered ISR is a change', () => {
  expect(build({})).toBeNull();
  expect(build({ targetIsr: [1, 2, 3], targetRecovery: 'RECOVERED' })).toBeNull();
  expect(build({ targetIsr: [1, 3, 2] })).toMatchObject({
    isr: [1, 3, 2],
    partitionEpoch: 10,
    leaderEpoch: 4,
  });
});

test('[I10] losing the leader raises both epochs', () => {
  expect(build({ targetIsr: [2, 3] }, {}, [2, 3])).toMatchObject({
    leader: 2,
    leaderEpoch: 5,
    partitionEpoch: 10,
  });
  expect(build({ targetIsr: [] }, {}, [])).toMatchObject({ leader: -1, leaderEpoch: 5, partitionEpoch: 10 });
});

test('[I10] an assignment that drops a replica raises the leader epoch under the same leader', () => {
  const shrunk = build({ targetReplicas: [1, 2], targetIsr: [1, 2] });
  expect(shrunk).toMatchObject({ replicas: [1, 2], leader: 1, leaderEpoch: 5, partitionEpoch: 10 });
  const grown = build({ targetReplicas: [1, 2, 3, 4] });
  expect(grown).toMatchObject({ replicas: [1, 2, 3, 4], leader: 1, leaderEpoch: 4, partitionEpoch: 10 });
});

test('[L5] an unclean leader is alone in the ISR, RECOVERING, with ELR and last-known leader cleared', () => {
  const after = build(
    { election: 'UNCLEAN', targetIsr: [] },
    { isr: [1], elr: [], lastKnownElr: [1, 2] },
    [3],
  );
  expect(after).toEqual({
    ...PARTITION,
    isr: [3],
    leader: 3,
    leaderEpoch: 5,
    partitionEpoch: 10,
    recovery: 'RECOVERING',
  });
});

test('[L5] the recovery state falls back when the leader says that it has recovered', () => {
  const recovering = { isr: [3], leader: 3, recovery: 'RECOVERING' } as const;
  expect(build({ targetIsr: [3], targetRecovery: 'RECOVERED' }, recovering)).toMatchObject({
    recovery: 'RECOVERED',
    leaderEpoch: 4,
    partitionEpoch: 10,
  });
  expect(build({ targetIsr: [3, 1] }, recovering)).toMatchObject({ recovery: 'RECOVERING', isr: [3, 1] });
});

test('[L6] the last-known leader comes back RECOVERING although unclean elections are off', () => {
  const leaderless = { isr: [], elr: [], lastKnownElr: [2], leader: -1 };
  expect(build({}, leaderless)).toMatchObject({
    leader: 2,
    isr: [2],
    lastKnownElr: [],
    recovery: 'RECOVERING',
  });
  expect(build({}, leaderless, [1, 3])).toBeNull();
  expect(build({ eligibleLeaderReplicasEnabled: false }, leaderless)).toBeNull();
});

test('[R2] an elected ELR member starts the ISR and leaves the ELR', () => {
  const leaderless = { isr: [], elr: [1, 2], lastKnownElr: [1], leader: -1 };
  expect(build({}, leaderless, [2])).toMatchObject({ leader: 2, isr: [2], elr: [1], lastKnownElr: [] });
});

test('[R3] the last ISR member stays without ELR, and makes room with it', () => {
  const last = { replicas: [1], isr: [1] };
  const off = build({ targetIsr: [], eligibleLeaderReplicasEnabled: false }, last, []);
  expect(off).toMatchObject({ leader: -1, isr: [1], elr: [], lastKnownElr: [], leaderEpoch: 5 });
  const on = build({ targetIsr: [], minIsr: 1 }, last, []);
  expect(on).toMatchObject({ leader: -1, isr: [], elr: [1], lastKnownElr: [1], leaderEpoch: 5 });
});

test('[R4] a leader that was once stored as the last known is not overwritten while there is none', () => {
  const leaderless = { isr: [], elr: [1, 2], lastKnownElr: [1], leader: -1 };
  const after = build({ uncleanShutdownReplicas: [2] }, leaderless, []);
  expect(after).toMatchObject({ elr: [1], lastKnownElr: [1], leaderEpoch: 4, partitionEpoch: 10 });
});

test('[I10] [R3] random events never leave an ISR empty under a leader, nor let epochs fall', () => {
  const brokers = [1, 2, 3, 4];
  const event = fc.record({
    kind: fc.constantFrom('fence', 'unfence', 'unclean', 'expand', 'preferred'),
    broker: fc.constantFrom(...brokers),
    unclean: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 30 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      (events, elr, minIsr) => {
        let partition: PartitionRegistration = { ...PARTITION, replicas: brokers, isr: brokers };
        const alive = new Set(brokers);
        for (const { kind, broker, unclean } of events) {
          if (kind === 'fence') alive.delete(broker);
          if (kind === 'unfence') alive.add(broker);
          if (kind === 'unclean' && alive.has(broker)) continue;
          const leaves = kind === 'fence' || kind === 'unclean';
          const joins =
            kind === 'expand' &&
            partition.leader !== -1 &&
            alive.has(broker) &&
            !partition.isr.includes(broker);
          const targetIsr = joins
            ? [...partition.isr, broker]
            : partition.isr.filter((member) => !leaves || member !== broker);
          const next = buildPartitionChange(partition, {
            election: kind === 'preferred' ? 'PREFERRED' : unclean ? 'UNCLEAN' : 'ONLINE',
            isAcceptableLeader: (id) => alive.has(id),
            minIsr,
            eligibleLeaderReplicasEnabled: elr,
            targetIsr,
            ...(joins && { targetRecovery: 'RECOVERED' }),
            ...(kind === 'unclean' && elr && { uncleanShutdownReplicas: [broker] }),
          });
          if (next === null) continue;
          expect(next.partitionEpoch).toBe(partition.partitionEpoch + 1);
          expect(next.leaderEpoch - partition.leaderEpoch).toBe(next.leader === partition.leader ? 0 : 1);
          if (next.leader !== -1) {
            expect(next.isr).toContain(next.leader);
            expect(alive).toContain(next.leader);
            expect(next.lastKnownElr).toEqual([]);
          }
          if (!elr) {
            expect(next.isr.length).toBeGreaterThan(0);
            expect(next.elr).toEqual([]);
          }
          if (next.isr.length >= minIsr) expect(next.elr).toEqual([]);
          expect(next.elr.filter((member) => next.isr.includes(member))).toEqual([]);
          expect(new Set(next.isr).size).toBe(next.isr.length);
          partition = next;
        }
      },
    ),
    { numRuns: 500 },
  );
});
