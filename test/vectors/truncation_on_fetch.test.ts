import { expect } from 'vitest';
import { LeaderEpochCache } from '../../src/engine/storage/LeaderEpochCache.ts';
import type { EpochEndOffset } from '../../src/engine/storage/LeaderEpochCache.ts';
import { UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../src/shared/units.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { clampFollowerHighWatermark, divergingEpoch, initialFetchOffset, outOfRangeFetch, truncationOffset } = rulesUnderTest;

/** [offset, epoch] */
type LogEntry = readonly [number, number];

/** One replica: the epochs of its records, from logStart on, and what the rules of a fetch do to it. */
class TestReplica {
  logStart: number;
  highWatermark = 0;
  readonly epochs: number[] = [];
  readonly cache = new LeaderEpochCache();

  constructor(log: readonly LogEntry[], logStart = 0) {
    this.logStart = logStart;
    for (const [offset, epoch] of log) {
      expect(offset).toBe(this.logEnd);
      this.append(epoch);
    }
  }

  get logEnd(): number {
    return this.logStart + this.epochs.length;
  }

  append(epoch: number): void {
    this.cache.assign(epoch, this.logEnd);
    this.epochs.push(epoch);
  }

  /** What the replica's next fetch carries. */
  fetch() {
    return { offset: this.logEnd, lastFetchedEpoch: this.cache.latestEpoch() ?? UNDEFINED_EPOCH };
  }

  /** As a leader: what it decides on a fetch. */
  decide(fetch: { offset: number; lastFetchedEpoch: number }) {
    const end = this.cache.endOffsetFor(fetch.lastFetchedEpoch, this.logEnd);
    return divergingEpoch(fetch.offset, fetch.lastFetchedEpoch, end, this.logStart);
  }

  truncateTo(offset: number): void {
    this.epochs.length = Math.max(0, offset - this.logStart);
    this.cache.truncateFromEnd(offset);
    this.highWatermark = Math.min(this.highWatermark, this.logEnd);
  }

  startAfreshAt(offset: number): void {
    this.truncateTo(this.logStart);
    this.logStart = offset;
    this.highWatermark = offset;
    this.cache.clear();
  }

  /** As a follower: cuts its log where the leader's answer says, and returns where. */
  handleDivergingEpoch(leaderEnd: EpochEndOffset): number {
    const ownEnd = this.cache.endOffsetFor(leaderEnd.epoch, this.logEnd);
    const start = initialFetchOffset(this.cache.latestEpoch(), this.logEnd, this.highWatermark);
    const { offset } = truncationOffset(leaderEnd, ownEnd, this.logEnd, start);
    this.truncateTo(offset);
    return offset;
  }

  /** As a follower: takes the records and the high watermark of a leader that has decided to let it read. */
  handleRecordsOf(leader: TestReplica): void {
    for (const epoch of leader.epochs.slice(this.logEnd - leader.logStart)) this.append(epoch);
    this.highWatermark = clampFollowerHighWatermark(leader.highWatermark, this.logStart, this.logEnd);
  }

  handleOutOfRange(leaderEnd: number, leaderStart: number): number {
    const next = outOfRangeFetch(this.logEnd, leaderEnd, leaderStart);
    if (next.action === 'truncate') this.truncateTo(next.fetchOffset);
    if (next.action === 'startAfresh') this.startAfreshAt(next.fetchOffset);
    return next.fetchOffset;
  }
}

interface AheadVector {
  readonly follower_log: readonly LogEntry[];
  readonly leader_log: readonly LogEntry[];
  readonly leader_epoch: number;
  readonly fetch: object;
  readonly leader_reply: { readonly divergingEpoch: number; readonly endOffset: number };
  readonly truncate_to: number;
  readonly next_fetch: object;
  readonly final: string;
}

interface RoundsVector {
  readonly follower: {
    readonly leo: number;
    readonly hw: number;
    readonly endOffsetForEpoch: Readonly<Record<string, readonly [number, number]>>;
  };
  readonly rounds: readonly {
    readonly reply: { readonly epoch: number; readonly end: number };
    readonly truncate_to: number;
    readonly complete?: boolean;
  }[];
  readonly extra: string;
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'truncation_on_fetch',
  cases: {
    'follower ahead in an unknown-to-leader suffix': caseRunner(
      ['E4', 'E5'],
      /^(leader_epoch|fetch|leader_reply|truncate_to|next_fetch|final)/,
      (vector: AheadVector) => {
        const follower = new TestReplica(vector.follower_log);
        const leader = new TestReplica(vector.leader_log);
        expect(leader.cache.latestEpoch()).toBe(vector.leader_epoch);
        expect(follower.fetch()).toEqual(vector.fetch);

        const { divergingEpoch: epoch, endOffset } = vector.leader_reply;
        expect(leader.decide(follower.fetch())).toEqual({ kind: 'diverging', epoch, endOffset });
        expect(follower.handleDivergingEpoch({ epoch, endOffset })).toBe(vector.truncate_to);
        expect(follower.fetch()).toEqual(vector.next_fetch);

        expect(leader.decide(follower.fetch())).toEqual({ kind: 'read' });
        follower.handleRecordsOf(leader);
        const isEqual = follower.epochs.join() === leader.epochs.join();
        expect(isEqual ? 'logs equal' : 'logs differ').toBe(vector.final);
        expect(follower.cache.entries).toEqual(leader.cache.entries);
      },
    ),
    'multi-round, leader epoch unknown to follower': caseRunner(
      ['E5'],
      /truncate_to|complete|extra/,
      (vector: RoundsVector) => {
        let logEnd = vector.follower.leo;
        for (const round of vector.rounds) {
          const own = vector.follower.endOffsetForEpoch[round.reply.epoch] ?? [
            UNDEFINED_EPOCH,
            UNDEFINED_OFFSET,
          ];
          const { offset, isComplete } = truncationOffset(
            { epoch: round.reply.epoch, endOffset: round.reply.end },
            { epoch: own[0], endOffset: own[1] },
            logEnd,
            vector.follower.hw,
          );
          expect(offset).toBe(round.truncate_to);
          expect(isComplete).toBe(round.complete ?? true);
          logEnd = offset;
        }
        // A question of the engine's protocol, which has no such request between brokers.
        expect(vector.extra).toBe('no OffsetsForLeaderEpoch request is sent in 4.x');
      },
    ),
    'no truncation of HW on diverging reply': caseRunner(['E6'], /rule/, (vector: { rule: string }) => {
      const follower = new TestReplica([
        [0, 0],
        [1, 2],
        [2, 4],
      ]);
      const leader = new TestReplica([
        [0, 0],
        [1, 2],
        [2, 5],
      ]);
      follower.highWatermark = 1;
      leader.highWatermark = 2;

      const decision = leader.decide(follower.fetch());
      expect(decision.kind).toBe('diverging');
      if (decision.kind === 'diverging') follower.handleDivergingEpoch(decision);

      expect({ highWatermark: follower.highWatermark, logStart: follower.logStart }).toEqual({
        highWatermark: 1,
        logStart: 0,
      });
      expect(vector.rule).toBe('a reply carrying a diverging epoch is not used to update HW or log start');
    }),
    'offset out of range, leader end lower': caseRunner(
      ['F10', 'E6'],
      /follower_after/,
      (vector: { follower_leo: number; leader_leo: number; follower_after: object }) => {
        const follower = new TestReplica(
          Array.from({ length: vector.follower_leo }, (_, offset) => [offset, 0]),
        );
        follower.highWatermark = vector.follower_leo;
        expect(follower.handleOutOfRange(vector.leader_leo, 0)).toBe(vector.leader_leo);
        expect({ leo: follower.logEnd, logStart: follower.logStart, hw: follower.highWatermark }).toEqual(
          vector.follower_after,
        );
      },
    ),
    'offset out of range, leader start higher': caseRunner(
      ['F10'],
      /follower_after/,
      (vector: { follower_leo: number; leader_start: number; follower_after: object }) => {
        const follower = new TestReplica(
          Array.from({ length: vector.follower_leo }, (_, offset) => [offset, 0]),
        );
        const fetchFrom = follower.handleOutOfRange(vector.leader_start + 3, vector.leader_start);
        expect({
          logStart: follower.logStart,
          log: follower.epochs.length === 0 ? 'empty' : 'holds records',
          fetch_from: fetchFrom,
        }).toEqual(vector.follower_after);
        expect(follower.fetch()).toEqual({ offset: fetchFrom, lastFetchedEpoch: UNDEFINED_EPOCH });
      },
    ),
    'leader replies undefined offset': caseRunner(
      ['E5', 'F3'],
      /truncate_to/,
      (vector: { truncate_to: string }) => {
        const undefinedEnd = { epoch: UNDEFINED_EPOCH, endOffset: UNDEFINED_OFFSET };
        const logEnd = 120;
        const highWatermark = 100;
        const withEpochs = truncationOffset(
          undefinedEnd,
          undefinedEnd,
          logEnd,
          initialFetchOffset(3, logEnd, highWatermark),
        );
        const without = truncationOffset(
          undefinedEnd,
          undefinedEnd,
          logEnd,
          initialFetchOffset(null, logEnd, highWatermark),
        );
        expect(withEpochs).toEqual({ offset: logEnd, isComplete: true });
        expect(without).toEqual({ offset: highWatermark, isComplete: true });
        expect(vector.truncate_to).toBe(
          'initial fetch offset (normally own LEO, or HW if the log has no epochs)',
        );
      },
    ),
  },
  prose: ['source', 'name', 'rules_source', 'log_notation'],
  runCount: 6,
  leftCount: 0,
});
