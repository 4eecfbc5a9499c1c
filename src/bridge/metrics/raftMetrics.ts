import type { Controller } from '../../engine/controller/Controller.ts';
import { votedOf } from '../../engine/raft/RaftState.ts';
import type { RaftState } from '../../engine/raft/RaftState.ts';
import type { SampledTimes } from '../../engine/raft/SampledTimes.ts';
import { millisFromMicros } from '../../shared/units.ts';
import type { Micros } from '../../shared/units.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const RAFT = 'kafka.server:type=raft-metrics,name=';

/** What a voter reports of the quorum. Kafka: `KafkaRaftMetrics`. A mean or maximum of nothing is NaN there, and missing here. */
export function visitRaft({ raft }: Controller, nowUs: Micros, visit: MetricVisitor): void {
  const { state, log, meters } = raft;
  if (!state) return;
  visit(`${RAFT}current-state`, null, RAFT_STATE_NUMBERS.indexOf(reportedState(state)));
  visit(`${RAFT}current-leader`, null, raft.leaderId ?? -1);
  visit(`${RAFT}current-vote`, null, reportedVote(state, raft.nodeId));
  visit(`${RAFT}current-epoch`, null, raft.epoch);
  visit(`${RAFT}high-watermark`, null, raft.highWatermark ?? -1);
  visit(`${RAFT}log-end-offset`, null, log.endOffset);
  visit(`${RAFT}log-end-epoch`, null, log.lastEpoch);
  visit(`${RAFT}append-records-rate`, null, meters.appendRecordsRate(nowUs));
  visit(`${RAFT}fetch-records-rate`, null, meters.fetchRecordsRate(nowUs));
  visitTimes(`${RAFT}commit-latency`, meters.commitLatency, nowUs, visit);
  visitTimes(`${RAFT}election-latency`, meters.electionLatency, nowUs, visit);
}

function visitTimes(name: string, times: SampledTimes, nowUs: Micros, visit: MetricVisitor): void {
  const now = times.now(millisFromMicros(nowUs));
  if (!now) return;
  visit(`${name}-avg`, null, now.avgMs);
  visit(`${name}-max`, null, now.maxMs);
}

type ReportedState =
  'unattached' | 'voted' | 'prospective' | 'prospective-voted' | 'candidate' | 'follower' | 'leader';

/** Kafka's metric is a word; here it is where the word stands in this list. */
const RAFT_STATE_NUMBERS: readonly ReportedState[] = [
  'unattached',
  'voted',
  'prospective',
  'prospective-voted',
  'candidate',
  'follower',
  'leader',
];

/** One that resigned has no word of its own. */
function reportedState(state: RaftState): ReportedState {
  switch (state.kind) {
    case 'Leader':
      return 'leader';
    case 'Candidate':
      return 'candidate';
    case 'Follower':
      return 'follower';
    case 'Prospective':
      return state.votedId === null ? 'prospective' : 'prospective-voted';
    case 'Unattached':
      return state.votedId === null ? 'unattached' : 'voted';
    case 'Resigned':
      return 'unattached';
  }
}

/** A leader or a candidate voted for itself. */
function reportedVote(state: RaftState, self: number): number {
  if (state.kind === 'Leader') return self;
  return votedOf(state, self) ?? -1;
}
