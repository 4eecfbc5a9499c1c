import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { groupCauses, groupHistories, memberLetter, pauseFigures } from './groupHistory.ts';

const GROUP_OF = new Map([
  ['a', 'g'],
  ['b', 'g'],
]);
const S = 1_000_000;

function rows(...facts: readonly (readonly [seconds: number, event: TraceEvent])[]): TraceRow[] {
  return facts.map(([seconds, event], i) => ({ timeUs: seconds * S, seq: i + 1, causeSeq: 0, event }));
}

const assigned = (consumer: string, ...partitions: string[]): TraceEvent => ({
  kind: 'PartitionsAssigned',
  consumer,
  group: 'g',
  generation: 1,
  partitions,
});
const revoked = (consumer: string, ...partitions: string[]): TraceEvent => ({
  kind: 'PartitionsRevoked',
  consumer,
  group: 'g',
  partitions,
});

test('a partition is paused from its revocation to its next assignment', () => {
  const [history] = groupHistories(
    rows(
      [1, assigned('a', 'p-0', 'p-1')],
      [5, revoked('a', 'p-0', 'p-1')],
      [7, assigned('a', 'p-0')],
      [8, assigned('b', 'p-1')],
    ),
    GROUP_OF,
  );
  expect(history?.partitions).toEqual([
    {
      partition: 'p-0',
      bars: [
        { fromUs: S, toUs: 5 * S, owner: 'a' },
        { fromUs: 5 * S, toUs: 7 * S, owner: null },
        { fromUs: 7 * S, toUs: null, owner: 'a' },
      ],
    },
    {
      partition: 'p-1',
      bars: [
        { fromUs: S, toUs: 5 * S, owner: 'a' },
        { fromUs: 5 * S, toUs: 8 * S, owner: null },
        { fromUs: 8 * S, toUs: null, owner: 'b' },
      ],
    },
  ]);
  expect(pauseFigures(history!, 0, 10 * S)).toEqual({
    pausedUs: 5 * S,
    partitions: 2,
    stopped: 2,
    moved: 1,
  });
  expect(pauseFigures(history!, 2 * S, 6 * S)).toMatchObject({ pausedUs: 2 * S, moved: 0 });
  expect(pauseFigures(history!, 4 * S, 9 * S)).toMatchObject({ moved: 1 });
});

test('whoever lost a partition to another does not take it away again', () => {
  const [history] = groupHistories(
    rows(
      [1, assigned('a', 'p-0')],
      [2, { kind: 'ProcessPaused', node: 'consumer:a', forMs: -1 }],
      [4, assigned('b', 'p-0')],
      [5, { kind: 'ProcessResumed', node: 'consumer:a', pausedForMs: 3000 }],
      [6, { kind: 'PartitionsLost', consumer: 'a', group: 'g', partitions: ['p-0'] }],
    ),
    GROUP_OF,
  );
  expect(history?.partitions[0]?.bars.map(({ fromUs, owner }) => [fromUs / S, owner])).toEqual([
    [1, 'a'],
    [2, null],
    [4, 'b'],
  ]);
});

test('a member that stood still reads on what nobody was given meanwhile', () => {
  const [history] = groupHistories(
    rows(
      [1, assigned('a', 'p-0')],
      [2, { kind: 'ConsumerStalled', consumer: 'a' }],
      [3, { kind: 'ConsumerUnstalled', consumer: 'a' }],
    ),
    GROUP_OF,
  );
  expect(history?.partitions[0]?.bars.at(-1)).toEqual({ fromUs: 3 * S, toUs: null, owner: 'a' });
  expect(pauseFigures(history!, 0, 4 * S).pausedUs).toBe(S);
});

test('a killed process reads nothing, and its death is a cause', () => {
  const facts = rows(
    [1, assigned('a', 'p-0')],
    [2, { kind: 'ClientDied', client: 'consumer:a', cause: 'killed' }],
    [3, { kind: 'ClientDied', client: 'producer:x', cause: 'killed' }],
  );
  const [history] = groupHistories(facts, GROUP_OF);
  expect(history?.partitions[0]?.bars.at(-1)).toEqual({ fromUs: 2 * S, toUs: null, owner: null });
  expect(groupCauses(facts, GROUP_OF)).toEqual([{ atUs: 2 * S, clientId: 'a', kind: 'dies' }]);
});

test('a member waits from its first request to its assignment, under both protocols', () => {
  const sent = (consumer: string, request: 'JoinGroup' | 'ConsumerGroupHeartbeat'): TraceEvent => ({
    kind: 'GroupRequestSent',
    consumer,
    group: 'g',
    request,
  });
  const [history] = groupHistories(
    rows(
      [1, sent('a', 'JoinGroup')],
      [2, sent('a', 'JoinGroup')],
      [3, assigned('a', 'p-0')],
      [4, sent('b', 'ConsumerGroupHeartbeat')],
      [5, assigned('b')],
      [6, sent('b', 'ConsumerGroupHeartbeat')],
      [7, assigned('b', 'p-1')],
    ),
    GROUP_OF,
  );
  expect(history?.members.map(({ letter, waits }) => [letter, waits])).toEqual([
    ['A', [{ fromUs: S, toUs: 3 * S }]],
    ['B', [{ fromUs: 4 * S, toUs: 7 * S }]],
  ]);
  expect(history?.members[1]?.steps.map(({ kind }) => kind)).toEqual([
    'asks',
    'assigned',
    'heartbeat',
    'assigned',
  ]);
});

test('letters go on after Z', () => {
  expect([0, 25, 26, 52].map(memberLetter)).toEqual(['A', 'Z', 'AA', 'BA']);
});

test('a heartbeat that a blocked loop keeps back is a step of its member, which is still in the group', () => {
  const [history] = groupHistories(
    rows(
      [1, assigned('a', 'p-0')],
      [4, { kind: 'EventLoopBlocked', consumer: 'a', group: 'g', sinceMs: 3000 }],
    ),
    GROUP_OF,
  );
  expect(history?.members[0]?.steps.at(-1)).toMatchObject({
    atUs: 4 * S,
    kind: 'blocked',
    detail: '3000 ms',
  });
  expect(history?.partitions[0]?.bars.at(-1)).toEqual({ fromUs: S, toUs: null, owner: 'a' });
});
