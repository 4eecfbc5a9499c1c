import type { ReplyAddress } from '../node/Node.ts';
import type { FetchRequest } from '../protocol/requests.ts';
import type { Micros } from '../../shared/units.ts';
import type { DelayedOperation } from './Purgatory.ts';

/** A fetch that waits for bytes. Kafka: `DelayedFetch`. */
export interface DelayedFetch extends DelayedOperation {
  readonly replyTo: ReplyAddress;
  readonly request: FetchRequest;
  readonly parkedAtUs: Micros;
}
