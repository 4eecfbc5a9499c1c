import type { ReplyAddress } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type {
  ShareAcknowledgeRequest,
  ShareFetchPartitionResponse,
  ShareFetchRequest,
} from '../../protocol/shareRequests.ts';
import type { TopicPartition } from '../../../shared/units.ts';
import { Purgatory, type DelayedOperation } from '../Purgatory.ts';
import { SharePersister } from './SharePersister.ts';
import type { SharePartition } from './SharePartition.ts';
import type { ShareSession } from './ShareSession.ts';

/** A ShareFetch, or a ShareAcknowledge, until all its parts are done. Kafka: the futures of `KafkaApis.handleShareFetchRequest`. */
export interface ShareCall {
  readonly id: number;
  readonly replyTo: ReplyAddress;
  readonly request: ShareFetchRequest | ShareAcknowledgeRequest;
  /** Writes of acknowledgements that are under way. */
  writesLeft: number;
  /** By partition, how its acknowledgements went. */
  readonly acknowledged: Map<TopicPartition, KafkaError>;
  /** What was fetched; null: that is not done yet. */
  fetched: readonly ShareFetchPartitionResponse[] | null;
}

/** The part of a ShareFetch that waits for records. Kafka: `DelayedShareFetch` (4.2). */
export interface DelayedShareFetch extends DelayedOperation {
  readonly callId: number;
  /** In the order of this request: the first is another one each time. */
  readonly partitions: readonly TopicPartition[];
  readonly minBytes: number;
  /** Refused already. */
  readonly erroneous: readonly ShareFetchPartitionResponse[];
}

/** All share groups' business on a broker. Kafka: `SharePartitionManager` (4.2). Lives as long as the process. */
export class SharePartitionManager {
  /** By `sharePartitionKey`. */
  readonly partitions = new Map<string, SharePartition>();
  /** By `shareSessionKey`. */
  readonly sessions = new Map<string, ShareSession>();
  readonly fetches = new Purgatory<DelayedShareFetch>();
  readonly calls = new Map<number, ShareCall>();
  readonly persister = new SharePersister();
  lastCallId = 0;

  /** No share group ever came: no part of the digest. */
  get isDormant(): boolean {
    return (
      this.lastCallId === 0 &&
      this.partitions.size === 0 &&
      this.sessions.size === 0 &&
      this.persister.isDormant
    );
  }
}
