import type { SelfCloning } from '../kernel/cloneState.ts';
import type { Digest } from '../kernel/Digest.ts';
import { takeFirst } from '../kernel/shortLists.ts';
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
export class RequestQueue implements SelfCloning {
  readonly waiting: QueuedRequest[] = [];
  /** What each thread works on; null: it is free. */
  private readonly threads: (QueuedRequest | null)[];
  private busyThreads = 0;
  private readonly connections = new Map<number, Connection>();
  /** Connections that are not read from until then, though nothing is under way (KIP-219). */
  readonly muted = new Map<number, { readonly address: ReplyAddress; readonly untilUs: Micros }>();
  /** The newest connection of each node that the broker closed itself: what still comes in on it is not read. */
  private readonly closed = new Map<NodeIndex, number>();
  private readonly maxWaiting: number;
  /** The connection that was looked up last, which is asked for several times for each request. */
  private latestKey = -1;
  private latest: Connection | undefined = undefined;

  constructor(threadCount: number, maxWaiting: number) {
    this.threads = Array.from({ length: threadCount }, () => null);
    this.maxWaiting = maxWaiting;
  }

  /** For checkpoints: requests never change. */
  shareOrClone(): RequestQueue {
    const copy = new RequestQueue(this.threads.length, this.maxWaiting);
    for (const request of this.waiting) copy.waiting.push(request);
    for (let thread = 0; thread < this.threads.length; thread++)
      copy.threads[thread] = this.threads[thread] ?? null;
    copy.busyThreads = this.busyThreads;
    for (const [key, { source, isRead, underWay, unread }] of this.connections)
      copy.connections.set(key, {
        source,
        isRead,
        underWay: underWay && copyOf(underWay),
        unread: unread.slice(),
      });
    for (const [key, muted] of this.muted) copy.muted.set(key, muted);
    for (const [node, connection] of this.closed) copy.closed.set(node, connection);
    copy.latestKey = this.latestKey;
    copy.latest = copy.connections.get(this.latestKey);
    return copy;
  }

  digestInto(digest: Digest): void {
    const { waiting, threads, busyThreads, connections, muted, closed, maxWaiting } = this;
    digest.state({
      waiting,
      threads,
      busyThreads,
      connections: byDigestKey(connections),
      muted: byDigestKey(muted),
      closed,
      maxWaiting,
    });
  }

  private connectionOf(address: Pick<ReplyAddress, 'source' | 'connection'>): Connection | undefined {
    const key = connectionKey(address);
    if (key === this.latestKey) return this.latest;
    this.latest = this.connections.get(key);
    this.latestKey = key;
    return this.latest;
  }

  /** How many threads work. */
  get busyCount(): number {
    return this.busyThreads;
  }

  /** What they work on. */
  busyRequests(): QueuedRequest[] {
    return this.threads.filter((request) => request !== null);
  }

  /** Whether something came on a connection since its client last opened another. */
  hasReadFrom(address: Pick<ReplyAddress, 'source' | 'connection'>): boolean {
    return this.connections.has(connectionKey(address));
  }

  /** What stands unread behind requests that are under way. */
  unreadRequests(): QueuedRequest[] {
    return [...this.connections.values()].flatMap(({ unread }) => unread);
  }

  /** Every request that was read and is not answered yet. */
  requestsUnderWay(): UnderWay[] {
    return [...this.connections.values()].flatMap(({ underWay }) => underWay ?? []);
  }

  /** A request arrives at a socket. Returns whether it is to be read now. */
  arrive(request: QueuedRequest): boolean {
    if (this.closed.size > 0 && request.connection <= (this.closed.get(request.source) ?? -1)) return false;
    const key = connectionKey(request);
    const connection = this.connections.get(key) ?? this.open(request, key);
    if (connection.isRead) {
      connection.isRead = false;
      return true;
    }
    connection.unread.push(request);
    return false;
  }

  hasRoom(): boolean {
    return this.waiting.length < this.maxWaiting;
  }

  /** A network thread has begun to hold a request whole. */
  received(queued: QueuedRequest, nowUs: Micros): void {
    const connection = this.connectionOf(queued);
    if (connection)
      connection.underWay = { queued, receivedUs: nowUs, dequeuedUs: -1, localDoneUs: -1, throttleUs: 0 };
  }

  enqueue(queued: QueuedRequest): void {
    this.waiting.push(queued);
  }

  underWayOf(address: ReplyAddress): UnderWay | null {
    const entry = this.connectionOf(address)?.underWay ?? null;
    return entry?.queued.correlationId === address.correlationId ? entry : null;
  }

  /** What is under way on a connection came and was parked later by so much. */
  shift(address: ReplyAddress, byUs: Micros): void {
    const entry = this.underWayOf(address);
    if (!entry) return;
    entry.receivedUs += byUs;
    entry.dequeuedUs += byUs;
    entry.localDoneUs += byUs;
  }

  /** The answer has left (or none is due): returns the connection's next request, which is to be read now. */
  answered(address: ReplyAddress): QueuedRequest | null {
    const connection = this.connectionOf(address);
    if (!connection) return null;
    connection.underWay = null;
    const next = takeFirst(connection.unread) ?? null;
    if (next === null) connection.isRead = true;
    return next;
  }

  /** The answer has left, but nothing more is read from the connection until then. */
  mute(address: ReplyAddress, untilUs: Micros): void {
    const key = connectionKey(address);
    const connection = this.connections.get(key);
    if (connection) connection.underWay = null;
    this.muted.set(key, { address, untilUs });
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
    this.connectionOf(address)?.unread.splice(0);
  }

  /** Gives the next request to a free thread, and says which; null when there is no request or no thread. */
  startNext(nowUs: Micros): { readonly thread: number; readonly request: QueuedRequest } | null {
    const { threads } = this;
    if (this.waiting.length === 0 || this.busyThreads >= threads.length) return null;
    let thread = 0;
    while (threads[thread] !== null) thread += 1;
    const request = takeFirst(this.waiting) as QueuedRequest;
    threads[thread] = request;
    this.busyThreads += 1;
    const entry = this.underWayOf(request);
    if (entry) entry.dequeuedUs = nowUs;
    return { thread, request };
  }

  finish(thread: number): QueuedRequest | null {
    const request = this.threads[thread] ?? null;
    if (request === null) return null;
    this.threads[thread] = null;
    this.busyThreads -= 1;
    return request;
  }

  /** The first request on a connection. A client that connects anew has left the connections before it. */
  private open(request: QueuedRequest, key: number): Connection {
    for (const [before, { isRead, source }] of this.connections)
      if (isRead && source === request.source && before < key) this.connections.delete(before);
    const connection = { source: request.source, isRead: true, underWay: null, unread: [] };
    this.connections.set(key, connection);
    this.latestKey = -1;
    return connection;
  }
}

/** What the broker knows of a connection that it has read from. */
interface Connection {
  readonly source: NodeIndex;
  /** Whether the next request is read as soon as it comes: nothing is under way, and the connection is not muted. */
  isRead: boolean;
  underWay: UnderWay | null;
  readonly unread: QueuedRequest[];
}

function copyOf({ queued, receivedUs, dequeuedUs, localDoneUs, throttleUs }: UnderWay): UnderWay {
  return { queued, receivedUs, dequeuedUs, localDoneUs, throttleUs };
}

/** More than there are nodes. */
const MOST_NODES = 4096;

/**
 * One number for a connection: a text would be made many times for each request. Those of a node rise; and they are small, as large
 * ones are objects of their own.
 */
function connectionKey(address: Pick<ReplyAddress, 'source' | 'connection'>): number {
  return address.connection * MOST_NODES + address.source;
}

/** As digests have it, which hold for ever. */
const MOST_CONNECTIONS = 16_777_216;

function byDigestKey<Value>(map: ReadonlyMap<number, Value>): Map<number, Value> {
  const copy = new Map<number, Value>();
  for (const [key, value] of map)
    copy.set((key % MOST_NODES) * MOST_CONNECTIONS + Math.floor(key / MOST_NODES), value);
  return copy;
}
