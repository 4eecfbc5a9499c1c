import type { ReplyAddress } from '../node/Node.ts';
import type { Request } from '../protocol/requests.ts';
import type { Bytes, NodeIndex } from '../../shared/units.ts';

export interface QueuedRequest extends ReplyAddress {
  readonly request: Request;
  readonly sizeBytes: Bytes;
}

/**
 * Requests that wait for an I/O thread, first come, first served. Kafka: `SocketServer`, `RequestChannel`,
 * `KafkaRequestHandlerPool`.
 *
 * Of each connection only one request is under way at a time: until its answer has left, parked or not, the next ones stay
 * unread in the socket. This is what keeps the order of a producer's requests, whatever the number of threads.
 *
 * Simplified: network threads take no time. When `queued.max.requests` wait, Kafka's network threads stop reading and the
 * rest wait in the sockets; here they wait in the same line, which gives the same order and the same times.
 */
export class RequestQueue {
  readonly waiting: QueuedRequest[] = [];
  /** What each busy thread works on, by thread number. */
  readonly busy = new Map<number, QueuedRequest>();
  /** What stands unread behind a request that is under way, by connection; the entry exists while one is. */
  readonly unread = new Map<string, QueuedRequest[]>();
  /** The newest connection of each node that the broker closed itself: what still comes in on it is not read. */
  private readonly closed = new Map<NodeIndex, number>();
  private readonly threadCount: number;

  constructor(threadCount: number) {
    this.threadCount = threadCount;
  }

  add(request: QueuedRequest): void {
    if (request.connection <= (this.closed.get(request.source) ?? -1)) return;
    const key = connectionKey(request);
    const behind = this.unread.get(key);
    if (behind) {
      behind.push(request);
      return;
    }
    this.unread.set(key, []);
    this.waiting.push(request);
  }

  /** The answer has left (or none is due): the connection's next request is read. */
  answered(address: ReplyAddress): void {
    const key = connectionKey(address);
    const next = this.unread.get(key)?.shift();
    if (next) this.waiting.push(next);
    else this.unread.delete(key);
  }

  /** The broker closes a connection: what it has not read of it is lost. */
  close(address: ReplyAddress): void {
    this.closed.set(address.source, address.connection);
    this.unread.get(connectionKey(address))?.splice(0);
  }

  /** Gives the next request to a free thread, and says which; null when there is no request or no thread. */
  startNext(): { readonly thread: number; readonly request: QueuedRequest } | null {
    if (this.waiting.length === 0 || this.busy.size >= this.threadCount) return null;
    let thread = 0;
    while (this.busy.has(thread)) thread += 1;
    const request = this.waiting.shift() as QueuedRequest;
    this.busy.set(thread, request);
    return { thread, request };
  }

  finish(thread: number): QueuedRequest | undefined {
    const request = this.busy.get(thread);
    this.busy.delete(thread);
    return request;
  }
}

const CONNECTION_KEYS: string[][] = [];

/** Each key is made once: two are needed a request, and a new text would have to be hashed each time. */
function connectionKey({ source, connection }: ReplyAddress): string {
  const keys = (CONNECTION_KEYS[source] ??= []);
  return (keys[connection] ??= `${source}/${connection}`);
}
