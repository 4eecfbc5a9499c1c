import {
  FINAL_SESSION_EPOCH,
  INVALID_SESSION_ID,
  isFullFetch,
  nextSessionEpoch,
} from '../protocol/FetchSessionHandler.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { FetchRequest } from '../protocol/requests.ts';
import type { Micros } from '../../shared/units.ts';
import { millisFromMicros } from '../../shared/units.ts';
import type { FetchContext } from './DelayedFetch.ts';
import type { FetchSession } from './FetchSession.ts';
import type { FetchSessionCache } from './FetchSessionCache.ts';

/** A partition that is new in a session: the fetcher was told nothing yet. */
const TOLD_NOTHING = { highWatermark: -1, logStartOffset: -1 };

export type OpenedFetch = FetchContext | { readonly kind: 'error'; readonly error: KafkaError };

/**
 * Finds or ends the session that a fetch names, and takes over what it changes (KIP-227). Kafka: `FetchManager.newContext`
 * (4.2). `onRemoved` is told of a session that goes.
 */
export function openFetch(
  request: FetchRequest,
  sessions: FetchSessionCache,
  nowUs: Micros,
  onRemoved: (session: FetchSession) => void,
): OpenedFetch {
  const { sessionId, sessionEpoch, partitions } = request;
  const session = sessionId === INVALID_SESSION_ID ? undefined : sessions.get(sessionId);
  if (isFullFetch(sessionEpoch)) {
    if (session) {
      onRemoved(session);
      sessions.remove(session);
    }
    return { kind: sessionEpoch === FINAL_SESSION_EPOCH ? 'sessionless' : 'full', partitions };
  }
  if (!session) return { kind: 'error', error: 'FETCH_SESSION_ID_NOT_FOUND' };
  if (session.epoch !== sessionEpoch) return { kind: 'error', error: 'INVALID_FETCH_SESSION_EPOCH' };
  for (const item of partitions) sessions.put(session, item, TOLD_NOTHING);
  for (const topicPartition of request.forgotten) sessions.forget(session, topicPartition);
  if (session.partitions.size === 0) {
    sessions.remove(session);
    return { kind: 'sessionless', partitions };
  }
  sessions.touch(session, millisFromMicros(nowUs));
  session.epoch = nextSessionEpoch(session.epoch);
  session.lastFetchUs = nowUs;
  return { kind: 'incremental', sessionId, expectedEpoch: session.epoch };
}
