import type { Bytes, NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';

/**
 * What an application says to a database. Ours, not Kafka's: one request is a whole transaction, and its answer says that it is committed
 * or that nothing of it is.
 */
export type StoreRequest = StoreTransactionRequest | StoreOffsetsRequest;
export type StoreResponse = StoreTransactionResponse | StoreOffsetsResponse;

/**
 * How a request to a database ended.
 *
 *   UNAVAILABLE    it is down: no connection, nothing was done
 *   COMMIT_FAILED  the commit was refused, and the transaction rolled back
 *   FENCED         a newer owner of one of the partitions has written or asked before
 */
export type StoreError = 'NONE' | 'UNAVAILABLE' | 'COMMIT_FAILED' | 'FENCED';

/** Records of one partition that follow one another, and whose they are. */
export interface StoreWrite {
  readonly topicPartition: TopicPartition;
  readonly baseOffset: Offset;
  readonly origin: NodeIndex;
  readonly firstOrdinal: number;
  readonly count: number;
}

/** What tells a row that is there already. `none`: every write makes a row of its own. */
export type UniqueKey = 'none' | 'offset' | 'id';

export interface StoreTransactionRequest {
  readonly kind: 'StoreTransactionRequest';
  readonly writer: string;
  readonly group: string;
  /** Generation or member epoch under which the records were read; −1: the writer shows none. */
  readonly token: number;
  readonly unique: UniqueKey;
  /** A row that is there already is written anew, and not left as it is. */
  readonly isUpsert: boolean;
  readonly writes: readonly StoreWrite[];
  /** Offsets that become the group's with the transaction; empty where they are kept in Kafka. */
  readonly offsets: readonly StoredOffset[];
}

export interface StoredOffset {
  readonly topicPartition: TopicPartition;
  readonly offset: Offset;
}

export interface StoreTransactionResponse {
  readonly kind: 'StoreTransactionResponse';
  readonly outcome: StoreError;
}

/** Reads the offsets that a group keeps in the database, and with a token claims their partitions. */
export interface StoreOffsetsRequest {
  readonly kind: 'StoreOffsetsRequest';
  readonly group: string;
  readonly token: number;
  readonly partitions: readonly TopicPartition[];
}

export interface StoreOffsetsResponse {
  readonly kind: 'StoreOffsetsResponse';
  readonly outcome: StoreError;
  /** −1: none is kept. */
  readonly offsets: readonly StoredOffset[];
}

/** Nothing is reckoned for what a row holds. null: it is none of these. */
export function storeRpcBytes(rpc: { readonly kind: string }): Bytes | null {
  switch (rpc.kind) {
    case 'StoreTransactionRequest': {
      const { writes, offsets } = rpc as StoreTransactionRequest;
      return 80 + writes.reduce((sum, { count }) => sum + 100 * count, 0) + 30 * offsets.length;
    }
    case 'StoreOffsetsRequest':
      return 80 + 30 * (rpc as StoreOffsetsRequest).partitions.length;
    case 'StoreOffsetsResponse':
      return 40 + 30 * (rpc as StoreOffsetsResponse).offsets.length;
    default:
      return null;
  }
}
