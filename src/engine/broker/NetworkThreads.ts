import type { ReplyAddress } from '../node/Node.ts';
import type { Response } from '../protocol/requests.ts';
import type { Bytes, Micros } from '../../shared/units.ts';
import type { QueuedRequest } from './RequestQueue.ts';

/** What a network thread has to do: read a request from a socket, or write an answer to one. */
export type NetworkTask =
  | { readonly kind: 'receive'; readonly queued: QueuedRequest; readonly sizeBytes: Bytes }
  | {
      readonly kind: 'send';
      readonly address: ReplyAddress;
      readonly response: Response;
      readonly sizeBytes: Bytes;
      readonly answeredUs: Micros;
    };

/**
 * `num.network.threads` threads that read requests and write answers, each for the connections that it was given. Kafka:
 * `SocketServer`, `Processor`. A thread that has read a request for which the queue has no room (`queued.max.requests`) stands
 * still until there is some: it reads nothing and sends nothing meanwhile.
 */
export class NetworkThreads {
  private readonly tasks: NetworkTask[][];
  /** Tasks that no thread has begun. */
  private taskCount = 0;
  readonly busy = new Map<number, NetworkTask>();
  /** Threads that stand still, with the request that has no room, in the order in which they came to. */
  readonly blocked = new Map<number, QueuedRequest>();

  constructor(threadCount: number) {
    this.tasks = Array.from({ length: threadCount }, () => []);
  }

  /** For checkpoints. */
  blank(): NetworkThreads {
    return new NetworkThreads(0);
  }

  /** Connections are dealt out evenly. */
  threadOf(address: ReplyAddress): number {
    return (address.source + address.connection) % this.tasks.length;
  }

  push(address: ReplyAddress, task: NetworkTask): void {
    this.tasks[this.threadOf(address)]?.push(task);
    this.taskCount += 1;
  }

  /** Takes the next task of a thread that is free; null when there is none. */
  startNext(): { readonly thread: number; readonly task: NetworkTask } | null {
    if (this.taskCount === 0) return null;
    for (let thread = 0; thread < this.tasks.length; thread++) {
      if (this.busy.has(thread) || this.blocked.has(thread)) continue;
      const task = this.tasks[thread]?.shift();
      if (task === undefined) continue;
      this.taskCount -= 1;
      this.busy.set(thread, task);
      return { thread, task };
    }
    return null;
  }

  /** Whether a thread that takes no time would do the next thing for this connection at once. */
  isIdle(address: ReplyAddress): boolean {
    if (this.taskCount > 0 || this.busy.size > 0) return false;
    return this.blocked.size === 0 || !this.blocked.has(this.threadOf(address));
  }

  finish(thread: number): NetworkTask | undefined {
    const task = this.busy.get(thread);
    this.busy.delete(thread);
    return task;
  }

  block(thread: number, queued: QueuedRequest): void {
    this.blocked.set(thread, queued);
  }

  /** The request of the thread that has stood still longest; the thread goes on. */
  unblock(): QueuedRequest | null {
    if (this.blocked.size === 0) return null;
    for (const [thread, queued] of this.blocked) {
      this.blocked.delete(thread);
      return queued;
    }
    return null;
  }

  get threadCount(): number {
    return this.tasks.length;
  }

  /** Answers that have not left yet, those that a thread writes among them. */
  sending(): Extract<NetworkTask, { kind: 'send' }>[] {
    return [...this.busy.values(), ...this.tasks.flat()].filter((task) => task.kind === 'send');
  }

  /** Requests that are not in the queue yet. */
  receiving(): QueuedRequest[] {
    const list: QueuedRequest[] = [...this.blocked.values()];
    for (const task of this.busy.values()) if (task.kind === 'receive') list.push(task.queued);
    for (const tasks of this.tasks)
      for (const task of tasks) if (task.kind === 'receive') list.push(task.queued);
    return list;
  }
}
