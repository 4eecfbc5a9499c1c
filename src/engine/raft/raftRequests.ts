import type { NodeContext } from '../node/Node.ts';
import type { Request } from '../protocol/requests.ts';
import type { BrokerId, Micros } from '../../shared/units.ts';
import { chooseFetchTarget } from './chooseFetchTarget.ts';
import type { FetchTarget } from './chooseFetchTarget.ts';
import { connectionTo, dropTimedOut, isReady } from './raftConnections.ts';
import type { RaftConnections } from './raftConnections.ts';

/** Who asks voters for something: another voter, or an observer. */
export interface RaftRequester {
  readonly connections: RaftConnections;
  readonly config: {
    /** `controller.quorum.request.timeout.ms` */
    readonly requestTimeoutUs: Micros;
    /** `controller.quorum.retry.backoff.ms` */
    readonly retryBackoffUs: Micros;
  };
  /** How many fetches it has sent. */
  fetchCount: number;
}

/** Sends at once, whatever is under way with the voter. */
export function sendTo(requester: RaftRequester, voter: BrokerId, request: Request, ctx: NodeContext): void {
  const target = ctx.directory.controllers.get(voter);
  if (target === undefined) return;
  const connection = connectionTo(requester.connections, voter);
  connection.correlationId = ctx.request(target, request);
  connection.sentAtUs = ctx.nowUs;
}

/** Sends unless a request is under way with the voter, or has to wait. Kafka: `KafkaRaftClient.maybeSendRequest`. */
export function maybeSendTo(
  requester: RaftRequester,
  voter: BrokerId,
  request: Request,
  ctx: NodeContext,
): void {
  const { connections, config } = requester;
  if (isReady(connections.get(voter), ctx.nowUs, config.requestTimeoutUs))
    sendTo(requester, voter, request, ctx);
}

/** Sends the next fetch; an answer to an earlier one that took too long is passed over from here on. */
export function sendFetchTo(
  requester: RaftRequester,
  voter: BrokerId,
  request: Request,
  ctx: NodeContext,
): void {
  requester.fetchCount += 1;
  dropTimedOut(requester.connections, ctx.nowUs, requester.config.requestTimeoutUs);
  sendTo(requester, voter, request, ctx);
}

/** Whom it asks next for records, or until when it waits. */
export function nextFetchTarget(
  requester: RaftRequester,
  leaderId: BrokerId | null,
  voters: readonly BrokerId[],
  ctx: NodeContext,
): FetchTarget {
  return chooseFetchTarget({
    leaderId,
    voters,
    connections: requester.connections,
    nowUs: ctx.nowUs,
    requestTimeoutUs: requester.config.requestTimeoutUs,
    // A hash, not a draw: while no voter leads this loop turns for ever.
    startIndex: Math.floor(ctx.jitter('bootstrapServer', requester.fetchCount) * voters.length),
  });
}

/** A voter refused without news: it is asked again after a while. */
export function backOffFrom(requester: RaftRequester, voter: BrokerId, ctx: NodeContext): void {
  connectionTo(requester.connections, voter).readyAtUs = ctx.nowUs + requester.config.retryBackoffUs;
}

/** Keeps the timer of a loop at the next time it has something to do; Infinity: nothing by time alone. */
export function armAt(key: string, atUs: Micros, ctx: NodeContext): void {
  if (atUs === Infinity) ctx.cancelTimer(key);
  else if (ctx.timerAtUs(key) !== atUs) ctx.setTimer(key, atUs - ctx.nowUs);
}
