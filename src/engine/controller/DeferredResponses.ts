import type { ReplyAddress } from '../node/Node.ts';
import type { Response } from '../protocol/requests.ts';
import type { Offset } from '../../shared/units.ts';

export interface DeferredResponse {
  readonly whenCommitted: Offset;
  readonly replyTo: ReplyAddress;
  readonly response: Response;
}

/** Answers that wait until the decisions they report are committed. Kafka: `DeferredEventQueue`. */
export class DeferredResponses {
  private waiting: DeferredResponse[] = [];

  add(response: DeferredResponse): void {
    this.waiting.push(response);
  }

  /** Those that may leave now that everything below `end` is committed. */
  complete(end: Offset): readonly DeferredResponse[] {
    const ready = this.waiting.filter((item) => item.whenCommitted <= end);
    if (ready.length > 0) this.waiting = this.waiting.filter((item) => item.whenCommitted > end);
    return ready;
  }

  takeAll(): readonly DeferredResponse[] {
    const all = this.waiting;
    this.waiting = [];
    return all;
  }

  clear(): void {
    this.waiting = [];
  }
}
