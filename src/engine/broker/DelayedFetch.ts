import type { ReplyAddress } from '../node/Node.ts';
import type { FetchPartition, FetchRequest } from '../protocol/requests.ts';
import type { Micros } from '../../shared/units.ts';
import type { DelayedOperation } from './Purgatory.ts';

/** What a fetch asks for beside its partitions, the broker's own limits applied. Kafka: `FetchParams`. */
export type FetchParams = Pick<
  FetchRequest,
  | 'replicaId'
  | 'replicaEpoch'
  | 'maxWaitMs'
  | 'minBytes'
  | 'maxBytes'
  | 'clientId'
  | 'rackId'
  | 'isolationLevel'
>;

/**
 * Where the partitions of a fetch stand: in the request (alone, or to begin a session with), or in a session. `expectedEpoch`
 * is what the session's epoch is as long as no later request came. Kafka: `FetchContext`.
 */
export type FetchContext =
  | { readonly kind: 'sessionless' | 'full'; readonly partitions: readonly FetchPartition[] }
  | { readonly kind: 'incremental'; readonly sessionId: number; readonly expectedEpoch: number };

/** A fetch that waits for bytes. Kafka: `DelayedFetch`. */
export interface DelayedFetch extends DelayedOperation {
  readonly replyTo: ReplyAddress;
  readonly params: FetchParams;
  readonly context: FetchContext;
  readonly parkedAtUs: Micros;
}
