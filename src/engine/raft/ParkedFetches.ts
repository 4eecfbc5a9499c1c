import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { MetadataFetchRequest, MetadataFetchResponse } from '../protocol/requests.ts';
import type { Micros, Offset } from '../../shared/units.ts';

export interface ParkedFetch {
  readonly replyTo: ReplyAddress;
  readonly request: MetadataFetchRequest;
  /** What is answered when nothing happens: as things stood when the fetch came. */
  readonly emptyAnswer: MetadataFetchResponse;
  readonly endsUs: Micros;
}

/** Fetches of `__cluster_metadata` that wait, oldest first. Kafka: `ThresholdPurgatory` of `KafkaRaftClient`. */
export class ParkedFetches {
  private waiting: ParkedFetch[] = [];

  get size(): number {
    return this.waiting.length;
  }

  /** When the oldest is answered by time; null when none waits. */
  get nextEndUs(): Micros | null {
    return this.waiting[0]?.endsUs ?? null;
  }

  park(fetch: ParkedFetch): void {
    this.waiting.push(fetch);
  }

  takeExpired(nowUs: Micros): ParkedFetch[] {
    return this.take((fetch) => fetch.endsUs <= nowUs);
  }

  /** Those that wait for records below `endOffset`. */
  takeBelow(endOffset: Offset): ParkedFetch[] {
    return this.take((fetch) => fetch.request.fetchOffset < endOffset);
  }

  takeAll(): ParkedFetch[] {
    return this.take(() => true);
  }

  /** Each asks for what comes so many records later, and waits from `byUs` later on. */
  shift(records: number, byUs: Micros): void {
    this.waiting = this.waiting.map(({ replyTo, request, emptyAnswer, endsUs }) => ({
      replyTo,
      request: {
        ...request,
        fetchOffset: request.fetchOffset + records,
        highWatermark: request.highWatermark + records,
      },
      emptyAnswer: {
        ...emptyAnswer,
        baseOffset: emptyAnswer.baseOffset + records,
        highWatermark: emptyAnswer.highWatermark + records,
      },
      endsUs: endsUs + byUs,
    }));
  }

  private take(isWanted: (fetch: ParkedFetch) => boolean): ParkedFetch[] {
    const taken = this.waiting.filter(isWanted);
    if (taken.length > 0) this.waiting = this.waiting.filter((fetch) => !taken.includes(fetch));
    return taken;
  }
}

/** Answers a fetch now, or lets it wait for something to tell. */
export function answerOrPark(
  isAnsweredAtOnce: boolean,
  fetch: Omit<ParkedFetch, 'endsUs'>,
  parked: ParkedFetches,
  maxWaitUs: Micros,
  ctx: NodeContext,
): void {
  if (isAnsweredAtOnce) ctx.respond(fetch.replyTo, fetch.emptyAnswer);
  else parked.park({ ...fetch, endsUs: ctx.nowUs + maxWaitUs });
}
