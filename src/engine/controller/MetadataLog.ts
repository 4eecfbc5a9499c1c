import { SharedLog } from '../kernel/SharedLog.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import type { ReplyAddress } from '../node/Node.ts';
import type { Response } from '../protocol/requests.ts';
import type { Offset } from '../../shared/units.ts';

/** An answer that waits until the decisions it reports are committed. Kafka: `DeferredEventQueue`. */
interface DeferredResponse {
  readonly whenCommitted: Offset;
  readonly replyTo: ReplyAddress;
  readonly response: Response;
}

/**
 * The log of `__cluster_metadata` on the active controller. Records are gathered for a while, written, flushed, and count from
 * then on (Q10, A7).
 *
 * Simplified: a quorum of one, so a record is committed when this node has flushed it.
 */
export class MetadataLog {
  readonly records = new SharedLog<MetadataRecord>();
  /** End of what is committed: brokers may read below. */
  highWatermark: Offset = 0;
  deferred: DeferredResponse[] = [];

  get endOffset(): Offset {
    return this.records.length;
  }

  append(record: MetadataRecord): void {
    this.records.push(record);
  }

  defer(replyTo: ReplyAddress, response: Response): void {
    this.deferred.push({ whenCommitted: this.endOffset, replyTo, response });
  }

  /** Commits up to `end` and gives back the answers that may leave. */
  commit(end: Offset): readonly DeferredResponse[] {
    this.highWatermark = Math.max(this.highWatermark, end);
    const ready = this.deferred.filter((item) => item.whenCommitted <= this.highWatermark);
    if (ready.length > 0)
      this.deferred = this.deferred.filter((item) => item.whenCommitted > this.highWatermark);
    return ready;
  }

  /** Committed records from `offset` on. */
  read(offset: Offset): MetadataRecord[] {
    const result: MetadataRecord[] = [];
    for (let i = offset; i < this.highWatermark; i++) result.push(this.records.at(i));
    return result;
  }
}
