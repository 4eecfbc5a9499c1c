import { describe, expect, test } from 'vitest';
import { voteRefusal } from './canGrantVote.ts';
import { beginQuorumIntervalUs, checkQuorumTimeoutUs, isQuorumAlive } from './checkQuorum.ts';
import { chooseFetchTarget } from './chooseFetchTarget.ts';
import type { FetchSituation } from './chooseFetchTarget.ts';
import { electionTimeoutUs } from './electionTimeout.ts';
import { endQuorumBackoffUs, successorsOf } from './endQuorumBackoff.ts';
import { followerFlushUs } from './followerFlush.ts';
import { initialRaftState } from './initialRaftState.ts';
import { isLogUpToDate } from './isLogUpToDate.ts';
import { canStillCommit, majorityOf } from './majority.ts';
import { quorumHighWatermark } from './quorumHighWatermark.ts';
import {
  connectionTo,
  dropTimedOut,
  failConnection,
  isReady,
  reconnectBackoffUs,
  resetConnections,
  takeAnswer,
} from './raftConnections.ts';
import type { RaftConnections } from './raftConnections.ts';
import { RaftLog } from './RaftLog.ts';
import { leaderRequestError, voterRequestError } from './raftRequestError.ts';
import type { RaftState } from './RaftState.ts';
import { reactToRaftResponse } from './reactToRaftResponse.ts';
import { divergenceOf, raftTruncationOffset } from './validateRaftFetch.ts';
import { grantingVoters, isBeaten, isElected, newTally, openVoters } from './voteTally.ts';

const EPOCH = 4;
const TIMER = { electionEndsUs: 0 };
const votes = newTally([1, 2, 3], 1);

function follower(hasFetchedFromLeader: boolean): RaftState {
  const timer = { fetchEndsUs: 0, hasFetchedFromLeader, fetchingSnapshot: null };
  return { kind: 'Follower', epoch: EPOCH, leaderId: 2, votedId: null, ...timer };
}

function unattached(leaderId: number | null, votedId: number | null): RaftState {
  return { kind: 'Unattached', epoch: EPOCH, leaderId, votedId, ...TIMER };
}

function prospective(leaderId: number | null, votedId: number | null): RaftState {
  return { kind: 'Prospective', epoch: EPOCH, leaderId, votedId, votes, ...TIMER };
}

const leader: RaftState = {
  kind: 'Leader',
  epoch: EPOCH,
  epochStartOffset: 0,
  voters: new Map(),
  observers: new Map(),
  fetchedVoters: new Set(),
  checkQuorumEndsUs: 0,
  nextBeginQuorumUs: 0,
  accumulator: [],
  drainAtUs: null,
};
const candidate: RaftState = { kind: 'Candidate', epoch: EPOCH, votes, ...TIMER };
const resigned: RaftState = {
  kind: 'Resigned',
  epoch: EPOCH,
  successors: [],
  unackedVoters: new Set(),
  ...TIMER,
};

describe('votes', () => {
  // state, pre-vote with a good log, pre-vote with a bad one, vote with a good log, vote with a bad one
  const rows: [string, RaftState, ...(string | null)[]][] = [
    ['Leader', leader, 'IsLeader', 'IsLeader', 'IsLeader', 'IsLeader'],
    [
      'Follower that has fetched',
      follower(true),
      'HasFetchedFromLeader',
      'HasFetchedFromLeader',
      'KnowsLeader',
      'KnowsLeader',
    ],
    ['Follower that has not', follower(false), null, 'LogBehind', 'KnowsLeader', 'KnowsLeader'],
    ['Candidate', candidate, null, 'LogBehind', 'IsCandidate', 'IsCandidate'],
    ['Resigned', resigned, null, 'LogBehind', 'HasResigned', 'HasResigned'],
    ['Unattached', unattached(null, null), null, 'LogBehind', null, 'LogBehind'],
    ['Unattached that voted for the asker', unattached(null, 3), null, 'LogBehind', null, null],
    [
      'Unattached that voted for another',
      unattached(null, 2),
      null,
      'LogBehind',
      'VotedForAnother',
      'VotedForAnother',
    ],
    ['Unattached that knows a leader', unattached(2, null), null, 'LogBehind', 'KnowsLeader', 'KnowsLeader'],
    ['Prospective', prospective(null, null), null, 'LogBehind', null, 'LogBehind'],
    ['Prospective that voted for the asker', prospective(2, 3), null, 'LogBehind', null, null],
    [
      'Prospective that voted for another',
      prospective(null, 2),
      null,
      'LogBehind',
      'VotedForAnother',
      'VotedForAnother',
    ],
    [
      'Prospective that knows a leader',
      prospective(2, null),
      null,
      'LogBehind',
      'KnowsLeader',
      'KnowsLeader',
    ],
  ];
  test.each(rows)('[Q5] [Q7] %s', (_name, state, goodPreVote, badPreVote, goodVote, badVote) => {
    expect([
      voteRefusal(state, 3, true, true),
      voteRefusal(state, 3, false, true),
      voteRefusal(state, 3, true, false),
      voteRefusal(state, 3, false, false),
    ]).toEqual([goodPreVote, badPreVote, goodVote, badVote]);
  });

  test('[Q5] logs compare by the epoch of their last record, then by their end', () => {
    const ends = [
      { epoch: 1, offset: 9 },
      { epoch: 1, offset: 10 },
      { epoch: 2, offset: 3 },
      { epoch: 2, offset: 4 },
    ];
    ends.forEach((asker, i) =>
      ends.forEach((own, j) => {
        expect(isLogUpToDate(asker, own)).toBe(i >= j);
      }),
    );
  });

  test.each([
    { epoch: 1, voters: [1], can: true },
    { epoch: 1, voters: [1, 1, 1], can: true },
    // A candidate without votes has gone ahead alone.
    { epoch: 1, voters: [1, 2, 1], can: true },
    { epoch: 1, voters: [1, 2, 2], can: false },
    { epoch: 2, voters: [1, 2, 2], can: true },
    { epoch: 1, voters: [1, 2, 3], can: false },
    { epoch: 1, voters: [1, 2, 2, 1, 1], can: true },
    { epoch: 1, voters: [1, 2, 2, 1, 3], can: false },
  ])(
    '[Q3] a leader of epoch $epoch among voters in $voters can still commit: $can',
    ({ epoch, voters, can }) => {
      expect(canStillCommit(epoch, voters)).toBe(can);
    },
  );

  test('[Q6] an election is won by a majority, and lost when the open votes cannot make one any more', () => {
    for (let voterCount = 1; voterCount <= 7; voterCount++) {
      const voters = Array.from({ length: voterCount }, (_, i) => i + 1);
      for (let granted = 1; granted <= voterCount; granted++) {
        for (let refused = 0; granted + refused <= voterCount; refused++) {
          const tally = newTally(voters, 1);
          voters.slice(1, granted).forEach((voter) => tally.set(voter, true));
          voters.slice(granted, granted + refused).forEach((voter) => tally.set(voter, false));
          expect(isElected(tally)).toBe(granted * 2 > voterCount);
          expect(isBeaten(tally)).toBe((voterCount - refused) * 2 <= voterCount);
          expect(openVoters(tally)).toEqual(voters.slice(granted + refused));
          expect(grantingVoters(tally)).toEqual(voters.slice(0, granted));
        }
      }
    }
  });

  test('[Q7] a process starts as what quorum-state says, but never as a leader', () => {
    const file = { epoch: 4, leaderId: null, votedId: null };
    const cases = [
      [{ ...file, leaderId: 1, votedId: 1 }, 4, { kind: 'Resigned', epoch: 4 }],
      [{ ...file, votedId: 1 }, 4, { kind: 'Candidate', epoch: 4 }],
      [{ ...file, votedId: 2 }, 4, { kind: 'Unattached', epoch: 4, votedId: 2 }],
      [{ ...file, leaderId: 2, votedId: 3 }, 4, { kind: 'Follower', epoch: 4, leaderId: 2, votedId: 3 }],
      [file, 4, { kind: 'Unattached', epoch: 4, votedId: null }],
      [{ ...file, leaderId: 2, votedId: 2 }, 5, { kind: 'Unattached', epoch: 5, votedId: null }],
    ] as const;
    for (const [onDisk, lastLogEpoch, state] of cases)
      expect(initialRaftState(onDisk, 1, lastLogEpoch)).toEqual(state);
  });
});

describe('timers', () => {
  test('[Q2] an election timeout is 1000 to 1999 ms, in whole ms', () => {
    expect(electionTimeoutUs(1_000_000, () => 0)).toBe(1_000_000);
    expect(electionTimeoutUs(1_000_000, (bound) => bound - 1)).toBe(1_999_000);
    expect(electionTimeoutUs(0, () => 0)).toBe(0);
  });

  test('[Q8] the quorum is checked after 1.5 × the fetch timeout, the leader announces itself each half of it', () => {
    expect([checkQuorumTimeoutUs(2_000_000), beginQuorumIntervalUs(2_000_000)]).toEqual([
      3_000_000, 1_000_000,
    ]);
  });

  test('[Q8] the leader counts as one of the majority that fetches', () => {
    const alive = [1, 2, 3, 4, 5].map((count) =>
      [0, 1, 2, 3].filter((fetched) => isQuorumAlive(fetched, count)),
    );
    expect(alive).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
      [2, 3],
      [2, 3],
    ]);
  });

  test('[Q8] successors wait 0, then doubling parts of the maximum; who is not listed waits all of it', () => {
    const ms = (successors: number[], self: number) => endQuorumBackoffUs(successors, self, 1_000_000) / 1000;
    expect([5, 6, 7].map((self) => ms([5, 6, 7], self))).toEqual([0, 250, 500]);
    expect([5, 6, 7, 8, 9].map((self) => ms([5, 6, 7, 8, 9], self))).toEqual([0, 62, 124, 248, 496]);
    expect([ms([5, 6], 7), ms([], 7)]).toEqual([1000, 1000]);
  });

  test('[Q8] successors are ordered by progress, then by id; who never fetched comes last', () => {
    const voters = new Map([
      [1, { endOffset: 90 }],
      [2, { endOffset: null }],
      [3, { endOffset: 50 }],
      [4, { endOffset: 70 }],
      [5, { endOffset: 70 }],
    ]);
    expect(successorsOf(voters, 1)).toEqual([4, 5, 3, 2]);
  });

  test('[controller-quorum] a follower flushes in half to one and a half of the time given', () => {
    expect([0, 0.5, 0.999].map((jitter) => followerFlushUs(5000, jitter))).toEqual([2500, 5000, 7495]);
  });
});

describe('commit', () => {
  test('[Q3] a majority of 1 to 7 voters', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(majorityOf)).toEqual([1, 2, 2, 3, 3, 4, 4]);
  });

  test('[Q3] what a majority has is committed, and it never falls', () => {
    expect(quorumHighWatermark([7], 0, null)).toBe(7);
    expect(quorumHighWatermark([9, 3], 0, null)).toBe(3);
    expect(quorumHighWatermark([9, 3, 5], 0, null)).toBe(5);
    expect(quorumHighWatermark([9, 3, 5, 7], 0, null)).toBe(5);
    expect(quorumHighWatermark([9, 3, 5, 7, 8], 0, null)).toBe(7);
    expect(quorumHighWatermark([9, null, null], 0, null)).toBe(null);
    expect(quorumHighWatermark([9, null, 4], 0, null)).toBe(4);
    expect(quorumHighWatermark([9, null, 4], 0, 6)).toBe(6);
  });

  test('[Q4] nothing is exposed before a record of the own epoch is committed', () => {
    expect([10, 11].map((end) => quorumHighWatermark([12, end, 0], 10, null))).toEqual([null, 11]);
  });
});

describe('requests', () => {
  test('[Q7] voters refuse older epochs; a Fetch is for the leader of exactly its epoch', () => {
    expect([3, 4, 5].map((epoch) => voterRequestError(epoch, 4))).toEqual([
      'FENCED_LEADER_EPOCH',
      'NONE',
      'NONE',
    ]);
    const own = { epoch: 4, isLeader: true, isShuttingDown: false };
    expect([3, 4, 5].map((epoch) => leaderRequestError(epoch, own))).toEqual([
      'FENCED_LEADER_EPOCH',
      'NONE',
      'UNKNOWN_LEADER_EPOCH',
    ]);
    expect(leaderRequestError(4, { ...own, isLeader: false })).toBe('NOT_LEADER_OR_FOLLOWER');
    expect(leaderRequestError(4, { ...own, isShuttingDown: true })).toBe('BROKER_NOT_AVAILABLE');
  });

  test('[Q1] an answer tells of newer epochs and unknown leaders first', () => {
    const own = { epoch: 4, leaderId: 1 };
    const lost = { epoch: 4, leaderId: null };
    const news = (
      error: 'NONE' | 'NOT_LEADER_OR_FOLLOWER' | 'UNKNOWN_LEADER_EPOCH',
      leaderEpoch: number,
      leaderId: number | null,
    ) => ({
      error,
      leaderEpoch,
      leaderId,
    });
    expect(reactToRaftResponse(news('NONE', 4, 1), own)).toEqual({ kind: 'handle' });
    expect(reactToRaftResponse(news('NONE', 3, 1), own)).toEqual({ kind: 'ignore', failed: false });
    expect(reactToRaftResponse(news('UNKNOWN_LEADER_EPOCH', 4, 1), own)).toEqual({
      kind: 'ignore',
      failed: true,
    });
    expect(reactToRaftResponse(news('NOT_LEADER_OR_FOLLOWER', 4, 1), own)).toEqual({
      kind: 'ignore',
      failed: true,
    });
    expect(reactToRaftResponse(news('NOT_LEADER_OR_FOLLOWER', 5, 2), own)).toEqual({
      kind: 'follow',
      leaderId: 2,
      thenHandle: false,
    });
    expect(reactToRaftResponse(news('NOT_LEADER_OR_FOLLOWER', 5, null), own)).toEqual({ kind: 'unattach' });
    expect(reactToRaftResponse(news('NOT_LEADER_OR_FOLLOWER', 4, 2), lost)).toEqual({
      kind: 'follow',
      leaderId: 2,
      thenHandle: false,
    });
    expect(reactToRaftResponse(news('NONE', 4, 2), lost)).toEqual({
      kind: 'follow',
      leaderId: 2,
      thenHandle: true,
    });
    expect(reactToRaftResponse(news('NONE', 4, null), lost)).toEqual({ kind: 'handle' });
  });
});

describe('the log', () => {
  /** A log whose epochs end at the given offsets. */
  function logOf(...ends: (readonly [epoch: number, end: number])[]): RaftLog {
    const log = new RaftLog();
    for (const [epoch, end] of ends)
      while (log.endOffset < end) log.append({ epoch, record: { kind: 'NoOpRecord' } });
    return log;
  }

  test('[Q11] a follower that is a prefix reads on, any other is told where to cut', () => {
    const log = logOf([1, 10], [3, 20]);
    const ask = (offset: number, epoch: number) => divergenceOf(offset, epoch, log.endOfEpoch(epoch));
    expect(ask(0, 0)).toBe(null);
    expect([ask(10, 1), ask(15, 3), ask(20, 3)]).toEqual([null, null, null]);
    expect(ask(12, 1)).toEqual({ epoch: 1, endOffset: 10 });
    expect(ask(12, 2)).toEqual({ epoch: 1, endOffset: 10 });
    expect(ask(25, 3)).toEqual({ epoch: 3, endOffset: 20 });
    expect(ask(15, 5)).toEqual({ epoch: 3, endOffset: 20 });
  });

  test('[Q11] the cut is where both logs end that epoch', () => {
    const leaderLog = logOf([1, 10], [3, 20]);
    const ownLog = logOf([1, 8], [2, 15]);
    const leaderEnd = divergenceOf(15, 2, leaderLog.endOfEpoch(2));
    expect(leaderEnd).toEqual({ epoch: 1, endOffset: 10 });
    expect(raftTruncationOffset(leaderEnd!, ownLog.endOfEpoch(1))).toBe(8);
    expect(raftTruncationOffset({ epoch: 2, endOffset: 12 }, ownLog.endOfEpoch(2))).toBe(12);
    expect(raftTruncationOffset({ epoch: 3, endOffset: 20 }, ownLog.endOfEpoch(3))).toBe(15);
  });

  test('[Q11] a cut log knows the epoch that it ends with, and what of it is flushed', () => {
    const log = logOf([1, 10], [3, 20]);
    log.flushedOffset = 20;
    log.truncate(10);
    expect(log).toMatchObject({ endOffset: 10, lastEpoch: 1, flushedOffset: 10 });
    expect(log.read(8, 10)).toHaveLength(2);
  });
});

describe('connections', () => {
  const TIMEOUT_US = 2_000_000;
  const voters = [1, 2, 3];
  const situation = (connections: RaftConnections, more: Partial<FetchSituation> = {}): FetchSituation => ({
    leaderId: 1,
    voters,
    connections,
    nowUs: 0,
    requestTimeoutUs: TIMEOUT_US,
    startIndex: 1,
    ...more,
  });

  test('[Q5] the leader is asked, one request at a time', () => {
    const connections: RaftConnections = new Map();
    expect(chooseFetchTarget(situation(connections))).toEqual({ kind: 'send', voter: 1 });
    connectionTo(connections, 1).correlationId = 7;
    expect(chooseFetchTarget(situation(connections))).toEqual({ kind: 'wait', untilUs: TIMEOUT_US });
  });

  test('[Q5] when the leader does not answer in time, or cannot be reached, any voter is', () => {
    const connections: RaftConnections = new Map();
    connectionTo(connections, 1).correlationId = 7;
    const late = { nowUs: TIMEOUT_US };
    expect(chooseFetchTarget(situation(connections, late))).toEqual({ kind: 'send', voter: 2 });
    dropTimedOut(connections, TIMEOUT_US, TIMEOUT_US);
    expect(takeAnswer(connections, 1, 7)).toBe(false);
    expect(chooseFetchTarget(situation(connections, late))).toEqual({ kind: 'send', voter: 1 });

    connectionTo(connections, 1).correlationId = 8;
    expect(failConnection(connections, 1, 100)).toBe(true);
    expect(failConnection(connections, 1, 100)).toBe(false);
    expect(chooseFetchTarget(situation(connections, { nowUs: 100 }))).toEqual({ kind: 'send', voter: 2 });
    for (const voter of [2, 3]) connectionTo(connections, voter).readyAtUs = 20_000;
    expect(chooseFetchTarget(situation(connections, { nowUs: 100 }))).toEqual({
      kind: 'wait',
      untilUs: 20_000,
    });
  });

  test('[Q5] who knows no leader asks any voter', () => {
    expect(chooseFetchTarget(situation(new Map(), { leaderId: null, startIndex: 2 }))).toEqual({
      kind: 'send',
      voter: 3,
    });
    expect(chooseFetchTarget(situation(new Map(), { leaderId: null, voters: [] }))).toEqual({
      kind: 'wait',
      untilUs: Infinity,
    });
  });

  test('[Q2] broken connections are made again after 50 ms, doubling up to 500 ms', () => {
    expect([1, 2, 3, 4, 5, 50].map((failures) => reconnectBackoffUs(failures) / 1000)).toEqual([
      50, 100, 200, 400, 500, 500,
    ]);
    const connections: RaftConnections = new Map();
    connectionTo(connections, 1).correlationId = 1;
    failConnection(connections, 1, 0);
    resetConnections(connections);
    expect(isReady(connections.get(1), 49_999, TIMEOUT_US)).toBe(false);
    expect(isReady(connections.get(1), 50_000, TIMEOUT_US)).toBe(true);
    connectionTo(connections, 1).correlationId = 2;
    expect(takeAnswer(connections, 1, 2)).toBe(true);
    expect(connections.get(1)).toMatchObject({ failures: 0, correlationId: null });
  });
});
