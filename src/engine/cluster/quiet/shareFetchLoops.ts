import type { BrokerProcess } from '../../broker/BrokerProcess.ts';
import { shareSessionKey } from '../../broker/share/ShareSession.ts';
import type { Network } from '../../network/Network.ts';
import type { ReplyAddress } from '../../node/Node.ts';
import { expectPresent } from '../../../shared/assert.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { FetchLoop } from './Quiet.ts';

/**
 * ShareFetches that wait for records at one broker; null when anything else goes on about its share partitions. What is locked has a timer,
 * which ends a leap.
 */
export function shareFetchLoopsOf(
  server: NodeIndex,
  { shares }: BrokerProcess,
  network: Network,
): FetchLoop[] | null {
  if (shares.isDormant) return [];
  const { persister, calls, fetches, partitions, sessions } = shares;
  if (persister.queue.length + persister.inFlight.size + persister.initializations.size > 0) return null;
  if (calls.size !== fetches.size) return null;
  for (const { status } of partitions.values()) if (status !== 'ACTIVE') return null;
  const loops: FetchLoop[] = [];
  for (const { id, callId, timesOutUs, erroneous } of fetches.parked.values()) {
    const call = calls.get(callId);
    if (call?.request.kind !== 'ShareFetchRequest' || erroneous.length > 0) return null;
    const { groupId, memberId, maxWaitMs } = call.request;
    const session = sessions.get(shareSessionKey(groupId, memberId));
    const { source: fetcher } = call.replyTo;
    if (session?.source !== fetcher) return null;
    loops.push({
      fetcher,
      server,
      isShare: true,
      operationId: id,
      dueUs: timesOutUs,
      parkedUs: timesOutUs - maxWaitMs * MICROS_PER_MILLI,
      flightUs: network.latencyUs(server, fetcher),
      turns: session.epoch,
    });
  }
  return loops;
}

/** Such a loop has turned so many times more, for `forUs` in all. Returns whom the parked fetch is to be answered to, and of how many partitions. */
export function skipShareFetches(
  { shares }: BrokerProcess,
  { operationId }: FetchLoop,
  turns: number,
  forUs: Micros,
): { readonly replyTo: ReplyAddress; readonly partitionCount: number } {
  const parked = expectPresent(shares.fetches.parked.get(operationId), 'a parked fetch');
  const { replyTo, request } = expectPresent(shares.calls.get(parked.callId), 'a call');
  const session = shares.sessions.get(shareSessionKey(request.groupId, request.memberId));
  if (session) session.epoch += turns;
  shares.lastCallId += turns;
  shares.fetches.replace(Object.freeze({ ...parked, timesOutUs: parked.timesOutUs + forUs }));
  return { replyTo, partitionCount: parked.partitions.length };
}
