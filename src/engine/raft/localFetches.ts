import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { Micros } from '../../shared/units.ts';
import type { MetadataFetchRequest, MetadataFetchResponse } from '../protocol/requests.ts';
import { idOf } from '../metadata/MetadataSnapshot.ts';
import { answerOrPark } from './ParkedFetches.ts';
import type { ParkedFetch } from './ParkedFetches.ts';
import type { RaftVoter } from './RaftVoter.ts';

/**
 * Not in Kafka, where a broker hears of what its own controller has committed as soon as that is so: less than a broker waits for an
 * answer, and more than lies between two NoOpRecords, so that a wait ends with a record wherever there is a leader.
 */
const LOCAL_MAX_WAIT_US: Micros = 1_000_000;

/** The broker of the same process reads what is committed, whoever leads. */
export function handleLocalFetch(
  voter: RaftVoter,
  request: MetadataFetchRequest,
  replyTo: ReplyAddress,
  ctx: NodeContext,
): void {
  const answer = localAnswer(voter, request);
  const isAnsweredAtOnce =
    answer.records.length > 0 ||
    answer.snapshotId !== null ||
    request.currentLeaderEpoch !== answer.leaderEpoch;
  const { parkedLocal } = voter;
  answerOrPark(
    isAnsweredAtOnce,
    { replyTo, request, emptyAnswer: answer },
    parkedLocal,
    LOCAL_MAX_WAIT_US,
    ctx,
  );
}

/** Something that these fetches waited for has come: records, or another leader. */
export function answerLocalFetches(
  voter: RaftVoter,
  fetches: readonly ParkedFetch[],
  ctx: NodeContext,
): void {
  for (const { replyTo, request } of fetches) ctx.respond(replyTo, localAnswer(voter, request));
}

function localAnswer(voter: RaftVoter, request: MetadataFetchRequest): MetadataFetchResponse {
  const { fetchOffset } = request;
  const { log, committedEnd } = voter;
  const { latestSnapshot } = log;
  const isBehind = fetchOffset === 0 || fetchOffset < log.startOffset;
  // What the controller has not loaded yet it does not hand on either.
  const snapshotId =
    isBehind && latestSnapshot && latestSnapshot.endOffset <= committedEnd ? idOf(latestSnapshot) : null;
  return {
    kind: 'MetadataFetchResponse',
    ...voter.header('NONE'),
    records: snapshotId ? [] : log.read(fetchOffset, committedEnd),
    baseOffset: fetchOffset,
    highWatermark: committedEnd,
    divergingEpoch: null,
    snapshotId,
  };
}
