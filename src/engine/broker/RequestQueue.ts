import type { ReplyAddress } from '../node/Node.ts';
import type { Request } from '../protocol/requests.ts';
import type { Bytes, Micros, NodeIndex } from '../../shared/units.ts';

export interface QueuedRequest extends ReplyAddress {
  readonly request: Request;
  readonly sizeBytes: Bytes;
}

/** The request that a connection is busy with, and when it came to which step; −1: not yet. */
export interface UnderWay {
  readonly queued: QueuedRequest;
  receivedUs: Micros;
  dequeuedUs: Micros;
  /** The I/O thread was done with it: it is answered, or parked. */
  localDoneUs: Micros;
  throttleUs: Micros;
}

/**
 * Requests that wait for an I/O thread, first come, first served. Kafka: `RequestChannel`, `KafkaRequestHandlerPool`.
 *
 * Of each connection only one request is under way at a time: until its answer has left, parked or not, and its throttling is
 * over, the next ones stay unread in the socket. This is what keeps the order of a producer's requests, whatever the number of
 * threads.
 */
export class RequestQueue {
  readonly waiting: QueuedRequest[] = [];
  /** What each busy thread works on, by thread number. */
  readonly busy = new Map<number, QueuedRequest>();
  /** What stands unread behind a request that is under way, by connection; the entry exists while one is. */
  readonly unread = new Map<number, QueuedRequest[]>();
  readonly underWay = new Map<number, UnderWay>();
  /** Connections that are not read from until then, though nothing is under way (KIP-219). */
  readonly muted = new Map<number, { readonly address: ReplyAddress; readonly untilUs: Micros }>();
  /** The newest connection of each node that the broker closed itself: what still comes in on it is not read. */
  private readonly closed = new Map<NodeIndex, number>();
  private readonly threadCount: number;
  private readonly maxWaiting: number;

  constructor(threadCount: number, maxWaiting: number) {
    this.threadCount = threadCount;
    this.maxWaiting = maxWaiting;
  }

  /** A request arrives at a socket. Returns whether it is to be read now. */
  arrive(request: QueuedRequest): boolean {
    if (request.connection <= (this.closed.get(request.source) ?? -1)) return false;
    const key = connectionKey(request);
    const behind = this.unread.get(key);
    if (behind) {
      behind.push(request);
      return false;
    }
    this.unread.set(key, []);
    return true;
  }

  hasRoom(): boolean {
    return this.waiting.length < this.maxWaiting;
  }

  /** A network thread has begun to hold a request whole. */
  received(queued: QueuedRequest, nowUs: Micros): void {
    const entry = { queued, receivedUs: nowUs, dequeuedUs: -1, localDoneUs: -1, throttleUs: 0 };
    this.underWay.set(connectionKey(queued), entry);
  }

  enqueue(queued: QueuedRequest): void {
    this.waiting.push(queued);
  }

  underWayOf(address: ReplyAddress): UnderWay | undefined {
    const entry = this.underWay.get(connectionKey(address));
    return entry?.queued.correlationId === address.correlationId ? entry : undefined;
  }

  /** The answer has left (or none is due): returns the connection's next request, which is to be read now. */
  answered(address: ReplyAddress): QueuedRequest | null {
    const key = connectionKey(address);
    this.underWay.delete(key);
    const next = this.unread.get(key)?.shift();
    if (next) return next;
    this.unread.delete(key);
    return null;
  }

  /** The answer has left, but nothing more is read from the connection until then. */
  mute(address: ReplyAddress, untilUs: Micros): void {
    this.underWay.delete(connectionKey(address));
    this.muted.set(connectionKey(address), { address, untilUs });
  }

  /** Connections whose muting is over, with the request of each that is to be read now. */
  unmute(nowUs: Micros): QueuedRequest[] {
    const next: QueuedRequest[] = [];
    for (const [key, { address, untilUs }] of this.muted) {
      if (untilUs > nowUs) continue;
      this.muted.delete(key);
      const queued = this.answered(address);
      if (queued) next.push(queued);
    }
    return next;
  }

  nextUnmuteUs(): Micros {
    let earliest = Infinity;
    for (const { untilUs } of this.muted.values()) earliest = Math.min(earliest, untilUs);
    return earliest;
  }

  /** The broker closes a connection: what it has not read of it is lost. */
  close(address: ReplyAddress): void {
    this.closed.set(address.source, address.connection);
    this.unread.get(connectionKey(address))?.splice(0);
  }

  /** Gives the next request to a free thread, and says which; null when there is no request or no thread. */
  startNext(nowUs: Micros): { readonly thread: number; readonly request: QueuedRequest } | null {
    if (this.waiting.length === 0 || this.busy.size >= this.threadCount) return null;
    let thread = 0;
    while (this.busy.has(thread)) thread += 1;
    const request = this.waiting.shift() as QueuedRequest;
    this.busy.set(thread, request);
    const entry = this.underWayOf(request);
    if (entry) entry.dequeuedUs = nowUs;
    return { thread, request };
  }

  finish(thread: number): QueuedRequest | undefined {
    const request = this.busy.get(thread);
    this.busy.delete(thread);
    return request;
  }
}

const MOST_CONNECTIONS = 16_777_216;

/** One number for a connection: a text would be made many times for each request. */
function connectionKey(address: ReplyAddress): number {
  return address.source * MOST_CONNECTIONS + address.connection;
}
