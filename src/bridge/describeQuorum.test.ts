import { describe, expect, test } from 'vitest';
import { readScenario, sessionOn } from './SessionTestContext.ts';

const SECOND_US = 1_000_000;

function quorumAfter(seconds: number, commands: readonly object[] = [], changes: object = {}) {
  const session = sessionOn(
    readScenario({
      highwater: 1,
      controllers: [101, 102, 103].map((id) => ({ 'node.id': id })),
      brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
      commands,
      ...changes,
    }),
  );
  session.advance({ untilUs: seconds * SECOND_US, budgetMs: Infinity });
  return session.result().cluster.quorum;
}

describe('kafka-metadata-quorum describe', () => {
  test('[quorum-description] a quorum that is well: voters and observers, nobody behind for long', () => {
    const quorum = quorumAfter(10.2)!;
    expect(quorum).toMatchObject({
      leaderId: 101,
      leaderEpoch: 1,
      currentVoters: [101, 102, 103],
      currentObservers: [1, 2],
    });
    expect(quorum.maxFollowerLag).toBeLessThanOrEqual(1);
    expect(quorum.maxFollowerLagTimeMs).toBeLessThanOrEqual(1000);
    expect(quorum.replication.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      [101, 'Leader'],
      [102, 'Follower'],
      [103, 'Follower'],
      [1, 'Observer'],
      [2, 'Observer'],
    ]);
    expect(quorum.replication[0]).toMatchObject({
      lag: 0,
      lastFetchTimestamp: 10_200,
      lastCaughtUpTimestamp: 10_200,
    });
    expect(quorum.highWatermark).toBeLessThanOrEqual(quorum.replication[0]!.logEndOffset);
    for (const { logEndOffset, lag } of quorum.replication)
      expect(logEndOffset + lag).toBe(quorum.replication[0]!.logEndOffset);
  });

  test('[quorum-description] a voter that is gone falls behind, record by record and second by second', () => {
    const commands = [{ at: '10s', kind: 'KillController', controller: 103 }];
    const quorum = quorumAfter(30.2, commands)!;
    const follower = quorum.replication.find(({ nodeId }) => nodeId === 103)!;
    // Two NoOp records a second.
    expect(quorum.maxFollowerLag).toBeGreaterThanOrEqual(39);
    expect(quorum.maxFollowerLag).toBe(follower.lag);
    expect(quorum.maxFollowerLagTimeMs).toBe(30_200 - follower.lastCaughtUpTimestamp);
    expect(quorum.maxFollowerLagTimeMs).toBeGreaterThan(20_000);
    expect(quorum.maxFollowerLagTimeMs).toBeLessThan(21_500);
  });

  test('[quorum-description] of a voter that never fetched from this leader nobody knows where it is', () => {
    const commands = [{ at: '10s', kind: 'KillController', controller: 101 }];
    const quorum = quorumAfter(30, commands)!;
    expect(quorum).toMatchObject({ maxFollowerLagTimeMs: -1 });
    expect(quorum.maxFollowerLag).toBe(quorum.replication[0]!.logEndOffset + 1);
    expect(quorum.replication.find(({ nodeId }) => nodeId === 101)).toMatchObject({
      logEndOffset: -1,
      lastFetchTimestamp: -1,
      lastCaughtUpTimestamp: -1,
    });
  });

  test('[quorum-description] an observer is forgotten after five minutes without a fetch', () => {
    const commands = [{ at: '10s', kind: 'KillBroker', broker: 2 }];
    expect(quorumAfter(300, commands)!.currentObservers).toEqual([1, 2]);
    expect(quorumAfter(312, commands)!.currentObservers).toEqual([1]);
  });

  test('[quorum-description] [Q13] without a leader there is nothing to describe', () => {
    const commands = [101, 102].map((controller) => ({ at: '5s', kind: 'KillController', controller }));
    expect(quorumAfter(20, commands)).toBe(null);
  });
});
