import type { ReplyAddress } from '../../node/Node.ts';
import type { ShareRequest, ShareStateRequest } from '../../protocol/shareRequests.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import { handleShareStateRequest } from '../coordinator/share/shareCoordinator.ts';
import { onShareRetryTimer, onShareStateTimer, SHARE_RETRY_TIMER, SHARE_STATE_TIMER } from './persister.ts';
import { handleShareRequest } from './handleShareRequest.ts';
import { expireShareFetches, SHARE_FETCH_TIMER } from './shareFetch.ts';
import { onShareLockTimer } from './shareLocks.ts';
import { SHARE_LOCK_TIMER } from './sharePartitionEvents.ts';

// What comes to a broker on behalf of share groups.

/** Timers of share partitions begin so. */
export const SHARE_TIMER = 'share/';

export function handleShareBrokerRequest(
  request: ShareRequest | ShareStateRequest,
  replyTo: ReplyAddress,
  host: CoordinatorHost,
): void {
  if (request.kind === 'ShareFetchRequest' || request.kind === 'ShareAcknowledgeRequest')
    handleShareRequest(request, replyTo, host);
  else handleShareStateRequest(request, replyTo, host);
}

export function onShareTimer(key: string, host: CoordinatorHost): void {
  if (key.startsWith(SHARE_STATE_TIMER)) onShareStateTimer(Number(key.slice(SHARE_STATE_TIMER.length)), host);
  else if (key === SHARE_LOCK_TIMER) onShareLockTimer(host);
  else if (key === SHARE_FETCH_TIMER) expireShareFetches(host);
  else if (key === SHARE_RETRY_TIMER) onShareRetryTimer(host);
}
