import type { TraceEvent } from '../../shared/traceEvents.ts';
import type { BrokerId, Bytes, Micros, Millis, NodeIndex } from '../../shared/units.ts';
import type { SelfCloning } from '../kernel/cloneState.ts';
import type { Digest } from '../kernel/Digest.ts';
import type { Rng } from '../kernel/Rng.ts';
import type { Request, Response, Rpc } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import type { RemoteLogs } from '../storage/RemoteLogs.ts';

export type NodeRole =
  'controller' | 'broker' | 'producer' | 'consumer' | 'store' | 'queueBroker' | 'queueClient';

/** An RPC on a wire. Both times are known when it is sent, so a view can place it at any instant between. */
export interface Envelope {
  readonly kind: 'Envelope';
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  /** Number of the request among those of its sender; a response carries the number of its request. */
  readonly correlationId: number;
  readonly isResponse: boolean;
  /** Which of the connections between the two nodes it travels on. */
  readonly connection: number;
  readonly sentAtUs: Micros;
  readonly deliverAtUs: Micros;
  readonly sizeBytes: Bytes;
  /** Which life of the target's process the connection leads to; a later one refuses it. */
  readonly targetLife: number;
  readonly rpc: Rpc;
}

/** Why a connection ended: the peer's process closed it, or nothing listens there. */
export type DisconnectReason = 'ConnectionClosed' | 'ConnectionRefused';

/** What a node gets to see of a pending event. */
export type Delivery =
  | Envelope
  | { readonly kind: 'Timer'; readonly key: string; readonly generation: number }
  | {
      readonly kind: 'Disconnected';
      readonly peer: NodeIndex;
      readonly sentAtUs: Micros;
      readonly reason: DisconnectReason;
      /** The newest of the target's connections that ended; a later one to the same peer goes on. */
      readonly connection: number;
    };

export type Payload =
  | Delivery
  /** A process that was paused for a while goes on, unless it did before. */
  | { readonly kind: 'Wake'; readonly pauseSeq: number }
  /** The next of what waited while the process stood still. */
  | { readonly kind: 'Backlog' };

/** More than any connection's number: all connections between two nodes. */
export const EVERY_CONNECTION = Number.MAX_SAFE_INTEGER;

/** A process. All that it can do to the world is in `ctx`; all its state is plain data under its own fields (see cloneState). */
export interface Node {
  readonly role: NodeRole;
  /** `broker:1`, `controller:101`, `producer:pay-api`, `consumer:ledger-1`, `queueBroker:rabbit`, `publisher:pay`, `queueConsumer:worker`. */
  readonly name: string;
  /** Bookkeeping of its timers; used by the context only. */
  readonly timers: TimerTable;
  /** How many times its process was started; connections do not outlive one. */
  readonly life: number;
  /** Whether its process lives, and so takes the answers to what it asked. */
  isRunning(): boolean;
  /** Whether it takes requests from others. */
  isListening(): boolean;
  /** Whether its machine has power; a powerless one refuses nothing, it is silent. */
  hasPower(): boolean;
  start(ctx: NodeContext): void;
  receiveRequest(request: Request, envelope: Envelope, ctx: NodeContext): void;
  receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void;
  onTimer(key: string, ctx: NodeContext): void;
  /** @param connection number of the newest of this node's connections to the peer that it concerns. */
  onDisconnected(peer: NodeIndex, reason: DisconnectReason, ctx: NodeContext, connection: number): void;
  /** The process is about to stand still (SIGSTOP): the last chance to make up for what was done lazily. */
  beforePause?(ctx: NodeContext): void;
  /** The process goes on (SIGCONT). What waited in its sockets, and timers that came due, follow. */
  afterPause?(ctx: NodeContext): void;
  /** The other role of its process has come further: it looks at that soon. */
  companionMoved?(ctx: NodeContext): void;
  /** SIGTERM. */
  stopCleanly?(ctx: NodeContext): void;
  /** SIGKILL. */
  kill?(ctx: NodeContext): void;
}

/** Everything that a node may do. */
export interface NodeContext {
  readonly nowUs: Micros;
  readonly self: NodeIndex;
  readonly directory: Directory;
  readonly seed: number;
  /** What its decisions go by. */
  readonly rules: Rules;
  /** What stands in remote storage: every broker can reach it. */
  readonly remoteLogs: RemoteLogs;
  /** This node's clock, for record timestamps and logs. Timers do not go by it. */
  clockMs(): Millis;
  /** How far that clock is ahead of the true time; negative: behind. */
  clockOffsetMs(): Millis;
  /**
   * Jitter from 0 up to but without 1 for the n-th turn of a loop: a hash, so that turns which are left out change nothing
   * that comes after. Loops that may go on for ever take theirs from here and never from a random stream.
   */
  jitter(purpose: string, n: number): number;
  /** A random stream of this node's own, by purpose. */
  rng(purpose: string): Rng;
  /** Sends a request and returns its correlation id. `connection` tells apart the connections to one peer; 0 when left out. */
  request(target: NodeIndex, request: Request, connection?: number): number;
  /** Answers a request. */
  respond(to: ReplyAddress, response: Response): void;
  /**
   * Closes all connections of this node: every peer learns it one flight later. `EVERY_CONNECTION` also ends those that never
   * got through; else it is those that this node has let in.
   */
  closeConnections(theirs?: number): void;
  /** Closes connections with one peer: this node's own, and those of the peer's up to `theirs`. */
  closeConnection(peer: NodeIndex, theirs?: number): void;
  /**
   * Is done with connections to a peer, its own up to `own` and the peer's up to `theirs`: what had still to be sent over them is
   * not sent any more. Tells nobody.
   */
  abandonConnections(peer: NodeIndex, own: number, theirs?: number): void;
  /** Fires once after `delayUs`, in place of any pending timer of the same key. */
  setTimer(key: string, delayUs: Micros): void;
  /** This role of the process has ended, cleanly or by itself; so does the other one next, if there is one. */
  endCompanion(how: 'stopCleanly' | 'kill'): void;
  /** Runs a deed as the other role of this process, if there is one. */
  asCompanion(deed: (node: Node) => void): void;
  cancelTimer(key: string): void;
  /** Absolute time at which the pending timer of this key fires; null when none is pending. */
  timerAtUs(key: string): Micros | null;
  trace(event: TraceEvent): void;
  /** The rest of this event is the consequence of what last befell that node, not of the clock that brought it up. */
  blame(node: NodeIndex): void;
  /** Something befell a node: what its silence leads to will be traced back to this event. */
  befell(node: NodeIndex): void;
  /** The loop has turned by which a cluster is told to be at rest: after this event it is looked at. */
  beat(): void;
}

/** Where an answer goes. */
export interface ReplyAddress {
  readonly source: NodeIndex;
  readonly correlationId: number;
  readonly connection: number;
}

/** Who is who: fixed for the life of a scenario. */
export interface Directory {
  readonly names: readonly string[];
  readonly brokers: ReadonlyMap<BrokerId, NodeIndex>;
  readonly brokerIds: ReadonlyMap<NodeIndex, BrokerId>;
  /** Controllers by their id, in the order of the scenario. */
  readonly controllers: ReadonlyMap<BrokerId, NodeIndex>;
  readonly controllerIds: ReadonlyMap<NodeIndex, BrokerId>;
  /** Of a process with two roles, one node to the other and back: broker and controller, or the consumer and the producer of an application. */
  readonly companions: ReadonlyMap<NodeIndex, NodeIndex>;
}

interface Timer {
  /** When it is to fire; null once cancelled. */
  atUs: Micros | null;
  /** Event that the firing will be traced back to. */
  causeSeq: number;
  /** Taken when it was set: its place among all that fires at the same instant, however often its event was put back. */
  seq: number;
  /** When the event that stands in the queue for it comes up, and which one that is. Infinity: none does. */
  queuedUs: Micros;
  generation: number;
  /** A later event that was queued for it before; it serves again once the nearer one is spent. Infinity: none. */
  spareUs: Micros;
  spareGeneration: number;
}

/** All of one shape, whether set or copied. */
function newTimer(
  atUs: Micros | null,
  causeSeq: number,
  seq: number,
  queuedUs: Micros,
  generation: number,
  spareUs: Micros,
  spareGeneration: number,
): Timer {
  return { atUs, causeSeq, seq, queuedUs, generation, spareUs, spareGeneration };
}

/** A timer that will fire. */
export interface PendingTimer {
  /** Whose it is. */
  readonly node: NodeIndex;
  readonly key: string;
  readonly atUs: Micros;
  readonly causeSeq: number;
  readonly seq: number;
}

/** What to do about a queued event that came up: fire, queue it again for later, or nothing. */
export type Surfaced = 'due' | 'early' | 'void';

/**
 * Timers by key. Most are moved or cancelled long before they fire (a timeout of 30 s for an answer that takes 1 ms), so a
 * timer that moves to a later time keeps its event in the queue; when that comes up too early, it is put back. One that moves
 * to a nearer time and back, as between two answers, keeps both its events: otherwise each turn would leave one behind, and
 * 30 s of them would stand in the queue.
 */
export class TimerTable implements SelfCloning {
  private generation = 0;
  private readonly timers = new Map<string, Timer>();
  /** Of the timer that `surface` found due or early: what it is traced back to, and when and as what it is queued again. */
  causeSeq = 0;
  requeueUs: Micros = 0;
  requeueGeneration = 0;
  requeueSeq = 0;

  /** Sets a timer, and returns the generation of the event to queue for it; null if one that serves is queued already. */
  arm(key: string, atUs: Micros, causeSeq: number, seq = 0): number | null {
    const timer = this.timers.get(key);
    if (timer === undefined) {
      const generation = this.nextGeneration();
      this.timers.set(key, newTimer(atUs, causeSeq, seq, atUs, generation, Infinity, 0));
      return generation;
    }
    timer.atUs = atUs;
    timer.causeSeq = causeSeq;
    timer.seq = seq;
    if (timer.queuedUs <= atUs) return null;
    if (timer.spareUs === Infinity) {
      timer.spareUs = timer.queuedUs;
      timer.spareGeneration = timer.generation;
    }
    timer.queuedUs = atUs;
    timer.generation = this.nextGeneration();
    return timer.generation;
  }

  cancel(key: string): void {
    const timer = this.timers.get(key);
    if (timer) timer.atUs = null;
  }

  /** A queued event came up: the timer may be due, and is spent then; it may have moved; or nobody wants it any more. */
  surface(key: string, generation: number): Surfaced {
    const timer = this.timers.get(key);
    if (timer === undefined) return 'void';
    if (timer.generation !== generation) {
      if (timer.spareGeneration === generation) timer.spareUs = Infinity;
      return 'void';
    }
    const { atUs, queuedUs } = timer;
    this.causeSeq = timer.causeSeq;
    const isDue = atUs !== null && atUs <= queuedUs;
    if (isDue) timer.atUs = null;
    const hasSpare = timer.spareUs < Infinity;
    if (hasSpare) {
      timer.queuedUs = timer.spareUs;
      timer.generation = timer.spareGeneration;
      timer.spareUs = Infinity;
    }
    if (timer.atUs === null) {
      // It stays in the table: most are set again at once.
      if (!hasSpare) timer.queuedUs = Infinity;
      return isDue ? 'due' : 'void';
    }
    if (hasSpare && timer.queuedUs <= timer.atUs) return 'void';
    // Later than the event that came up, and nearer than the spare one.
    if (hasSpare) {
      timer.spareUs = timer.queuedUs;
      timer.spareGeneration = timer.generation;
    }
    timer.queuedUs = this.requeueUs = timer.atUs;
    timer.generation = this.requeueGeneration = this.nextGeneration();
    this.requeueSeq = timer.seq;
    return 'early';
  }

  /** Adds the timers that will fire to a list, in no particular order. */
  addPending(node: NodeIndex, list: PendingTimer[]): void {
    for (const [key, { atUs, causeSeq, seq }] of this.timers)
      if (atUs !== null) list.push({ node, key, atUs, causeSeq, seq });
  }

  /** Nothing stands in the queue for any timer any more. */
  unqueue(): void {
    for (const timer of this.timers.values()) timer.queuedUs = timer.spareUs = Infinity;
  }

  /** Moves a pending timer for which nothing stands in the queue, and returns the generation of the event to queue for it. */
  queueAgain(key: string, atUs: Micros, seq: number): number {
    const timer = this.timers.get(key) as Timer;
    timer.atUs = timer.queuedUs = atUs;
    timer.seq = seq;
    timer.generation = this.nextGeneration();
    return timer.generation;
  }

  atUs(key: string): Micros | null {
    return this.timers.get(key)?.atUs ?? null;
  }

  /** Forgets all, as a process does that ends. */
  clear(): void {
    this.timers.clear();
  }

  /** For checkpoints. */
  shareOrClone(): TimerTable {
    const copy = new TimerTable();
    copy.generation = this.generation;
    for (const [key, timer] of this.timers) {
      const { atUs, causeSeq, seq, queuedUs, generation, spareUs, spareGeneration } = timer;
      copy.timers.set(key, newTimer(atUs, causeSeq, seq, queuedUs, generation, spareUs, spareGeneration));
    }
    copy.causeSeq = this.causeSeq;
    copy.requeueUs = this.requeueUs;
    copy.requeueGeneration = this.requeueGeneration;
    copy.requeueSeq = this.requeueSeq;
    return copy;
  }

  /** Only what will happen counts, not what stands in the queue for it. */
  digestInto(digest: Digest): void {
    for (const key of [...this.timers.keys()].sort()) {
      const atUs = this.atUs(key);
      if (atUs === null) continue;
      digest.text(key);
      digest.number(atUs);
    }
  }

  private nextGeneration(): number {
    this.generation += 1;
    return this.generation;
  }
}
