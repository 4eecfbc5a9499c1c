import { expect } from 'vitest';
import {
  beginQuorumIntervalUs,
  checkQuorumTimeoutUs,
} from '../../src/engine/raft/checkQuorum.ts';
import { electionTimeoutUs } from '../../src/engine/raft/electionTimeout.ts';
import { endQuorumBackoffUs } from '../../src/engine/raft/endQuorumBackoff.ts';
import { majorityOf } from '../../src/engine/raft/majority.ts';
import { quorumHighWatermark } from '../../src/engine/raft/quorumHighWatermark.ts';
import { CONTROLLER_DEFAULTS } from '../../src/engine/protocol/configDefaults.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

interface WatermarkCase {
  readonly epochStartOffset: number;
  readonly steps: readonly Readonly<Record<string, number | null>>[];
}

interface BackoffCase {
  readonly successors: number;
  readonly position: number | string;
  readonly ms: number;
}

const FETCH_TIMEOUT_US = CONTROLLER_DEFAULTS['controller.quorum.fetch.timeout.ms'] * 1000;
const ELECTION_TIMEOUT_US = CONTROLLER_DEFAULTS['controller.quorum.election.timeout.ms'] * 1000;
const BACKOFF_MAX_US = CONTROLLER_DEFAULTS['controller.quorum.election.backoff.max.ms'] * 1000;
const NOT_LISTED = 99;

runVectorGroup({
  file: 'vectors-1.json',
  group: 'raft',
  cases: {},
  entries: {
    hw_case: caseRunner(['Q3', 'Q4'], /hw$/, (vector: WatermarkCase) => {
      const ends = new Map<string, number | null>([
        ['local', null],
        ['v1', null],
        ['v2', null],
      ]);
      let highWatermark: number | null = null;
      for (const { hw, ...moved } of vector.steps) {
        for (const [voter, end] of Object.entries(moved)) ends.set(voter, end);
        highWatermark = quorumHighWatermark([...ends.values()], vector.epochStartOffset, highWatermark);
        expect(highWatermark).toBe(hw);
      }
      expect(ends.size).toBe(3);
    }),
    majority: caseRunner(['Q3'], /./, (vector: Readonly<Record<string, number>>) => {
      for (const [voters, majority] of Object.entries(vector))
        expect(majorityOf(Number(voters))).toBe(majority);
    }),
    check_quorum_timeout_ms: caseRunner(['Q8'], /^/, (ms: number) => {
      expect(checkQuorumTimeoutUs(FETCH_TIMEOUT_US) / 1000).toBe(ms);
    }),
    begin_quorum_epoch_interval_ms: caseRunner(['Q2'], /^/, (ms: number) => {
      expect(beginQuorumIntervalUs(FETCH_TIMEOUT_US) / 1000).toBe(ms);
    }),
    election_timeout_uniform_ms: caseRunner(['Q2'], /^/, (range: readonly number[]) => {
      const ms = (draw: (bound: number) => number) => electionTimeoutUs(ELECTION_TIMEOUT_US, draw) / 1000;
      expect([ms(() => 0), ms((bound) => bound - 1)]).toEqual([range[0], range[1]]);
    }),
    fetch_timeout_ms: caseRunner(['Q2'], /^/, (ms: number) => {
      expect(FETCH_TIMEOUT_US / 1000).toBe(ms);
    }),
    end_quorum_backoff_ms: caseRunner(['Q8'], /ms$/, (rows: readonly BackoffCase[]) => {
      for (const { successors, position, ms } of rows) {
        const listed = Array.from({ length: successors }, (_, i) => i);
        const self = position === 'absent' ? NOT_LISTED : Number(position);
        expect(endQuorumBackoffUs(listed, self, BACKOFF_MAX_US) / 1000).toBe(ms);
      }
    }),
  },
  prose: ['source'],
  runCount: 7,
  leftCount: 0,
});
