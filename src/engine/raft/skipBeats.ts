import { METADATA_RECORD_BYTES } from '../protocol/requests.ts';
import type { MetadataEntry } from '../metadata/records.ts';
import type { Micros } from '../../shared/units.ts';
import { beginQuorumIntervalUs } from './checkQuorum.ts';
import { shiftRequests } from './raftConnections.ts';
import type { LeaderState } from './RaftState.ts';
import type { RaftVoter } from './RaftVoter.ts';
import type { ReplicaProgress } from './replicaProgress.ts';

/** With more voters it depends on many beats who has fetched since the last majority had. */
const MOST_VOTERS = 3;

/** What one voter does from one NoOpRecord to the next. */
export interface VoterBeat {
  readonly fetches: number;
  readonly flushes: number;
}

/**
 * Whether a voter is as every NoOpRecord finds it: it has all, all of it is flushed and committed, and the leader has just
 * gathered the record.
 */
export function isVoterAtRest(voter: RaftVoter): boolean {
  const { log, state, flush, highWatermark, committedEnd, voters } = voter;
  const { endOffset, flushedOffset } = log;
  if (voters.length > MOST_VOTERS || flush || voter.isStopping) return false;
  if (flushedOffset !== endOffset || highWatermark !== endOffset || committedEnd !== endOffset) return false;
  if (state?.kind === 'Follower') return state.hasFetchedFromLeader && state.fetchingSnapshot === null;
  if (state?.kind !== 'Leader') return false;
  const [gathered, ...more] = state.accumulator;
  if (gathered?.kind !== 'NoOpRecord' || more.length > 0 || state.fetchedVoters.size > 0) return false;
  return [...state.voters.values()].every((progress) => progress.endOffset === endOffset);
}

/** Whether fetches come often enough that the leader never announces itself to a voter. */
export function isQuorumSteady(voter: RaftVoter, beatUs: Micros): boolean {
  return voter.voters.length === 1 || beatUs < beginQuorumIntervalUs(voter.config.fetchTimeoutUs);
}

/**
 * Takes a voter over so many NoOpRecords, each of which is written, flushed, fetched and committed. Times of the last beat are
 * as if each took as long as the one before; the next beat puts them right.
 */
export function skipBeats(voter: RaftVoter, beats: number, beat: VoterBeat, forUs: Micros): void {
  const { log, state, parked, parkedLocal, snapshotCounters } = voter;
  const entry: MetadataEntry = Object.freeze({
    epoch: voter.epoch,
    record: Object.freeze({ kind: 'NoOpRecord' as const }),
  });
  for (let i = 0; i < beats; i++) log.append(entry);
  log.flushedOffset = log.endOffset;
  voter.highWatermark = log.endOffset;
  voter.committedEnd = log.endOffset;
  voter.snapshotCounters = {
    ...snapshotCounters,
    bytes: snapshotCounters.bytes + METADATA_RECORD_BYTES * beats,
  };
  voter.fetchCount += beat.fetches * beats;
  voter.flushCount += beat.flushes * beats;
  shiftRequests(voter.connections, forUs);
  parked.shift(beats, forUs);
  parkedLocal.shift(beats, forUs);
  if (state?.kind === 'Follower') state.fetchEndsUs += forUs;
  else if (state?.kind === 'Leader') skipAsLeader(voter, state, beats, forUs);
}

function skipAsLeader(voter: RaftVoter, state: LeaderState, beats: number, forUs: Micros): void {
  state.checkQuorumEndsUs += voter.voters.length > 1 ? forUs : 0;
  if (state.drainAtUs !== null) state.drainAtUs += forUs;
  const before = voter.log.endOffset - beats;
  for (const [replica, progress] of [...state.voters, ...state.observers]) {
    if (replica === voter.nodeId) progress.endOffset = voter.log.endOffset;
    else if (progress.endOffset === before) skipProgress(progress, beats, forUs);
  }
}

function skipProgress(progress: ReplicaProgress, beats: number, forUs: Micros): void {
  progress.endOffset = (progress.endOffset ?? 0) + beats;
  progress.lastFetchUs += forUs;
  progress.lastCaughtUpUs += forUs;
  progress.leaderEndAtLastFetch += beats;
}
