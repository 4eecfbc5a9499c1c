import type { TraceEvent } from '../../shared/traceEvents.ts';
import type { BrokerId, Bytes, Micros, Millis, NodeIndex } from '../../shared/units.ts';
import type { Digest } from '../kernel/Digest.ts';
import type { Rng } from '../kernel/Rng.ts';
import type { Request, Response, Rpc } from '../protocol/requests.ts';

export type NodeRole = 'controller' | 'broker' | 'producer' | 'consumer';

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

export type Payload =
  | Envelope
  | { readonly kind: 'Timer'; readonly key: string; readonly generation: number }
  | {
      readonly kind: 'Disconnected';
      readonly peer: NodeIndex;
      readonly sentAtUs: Micros;
      readonly reason: DisconnectReason;
    };

/** A process. All that it can do to the world is in `ctx`; all its state is plain data under its own fields (see cloneState). */
export interface Node {
  readonly role: NodeRole;
  /** `broker:1`, `controller:101`, `producer:pay-api`, `consumer:ledger-1`. */
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
  onDisconnected(peer: NodeIndex, reason: DisconnectReason, ctx: NodeContext): void;
  /** SIGTERM. */
  stopCleanly?(ctx: NodeContext): void;
}

/** Everything that a node may do. */
export interface NodeContext {
  readonly nowUs: Micros;
  readonly self: NodeIndex;
  readonly directory: Directory;
  readonly seed: number;
  /** This node's clock, for record timestamps and logs. */
  clockMs(): Millis;
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
  /** Closes all connections of this node: every peer learns it one flight later. */
  closeConnections(): void;
  /** Closes the connection to one peer. */
  closeConnection(peer: NodeIndex): void;
  /** Fires once after `delayUs`, in place of any pending timer of the same key. */
  setTimer(key: string, delayUs: Micros): void;
  /** This role of the process has stopped cleanly; the other one, if there is one, is to stop next. */
  stopCompanion(): void;
  cancelTimer(key: string): void;
  /** Absolute time at which the pending timer of this key fires; null when none is pending. */
  timerAtUs(key: string): Micros | null;
  trace(event: TraceEvent): void;
  /** The rest of this event is the consequence of what last befell that node, not of the clock that brought it up. */
  blame(node: NodeIndex): void;
  /** Something befell a node: what its silence leads to will be traced back to this event. */
  befell(node: NodeIndex): void;
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
  /** Of a process with both roles: the broker's node to the controller's, and back. */
  readonly companions: ReadonlyMap<NodeIndex, NodeIndex>;
}

interface Timer {
  /** When it is to fire; null once cancelled. */
  atUs: Micros | null;
  /** Event that the firing will be traced back to. */
  causeSeq: number;
  /** When the event that stands in the queue for it comes up, and which one that is. */
  queuedUs: Micros;
  generation: number;
}

/**
 * Timers by key. Most are moved or cancelled long before they fire (a timeout of 30 s for an answer that takes 1 ms), so a
 * timer that moves to a later time keeps its event in the queue; when that comes up too early, it is put back.
 */
export class TimerTable {
  private generation = 0;
  private readonly timers = new Map<string, Timer>();

  /** Sets a timer, and returns the generation of the event to queue for it; null if one that serves is queued already. */
  arm(key: string, atUs: Micros, causeSeq: number): number | null {
    const timer = this.timers.get(key);
    if (timer && timer.queuedUs <= atUs) {
      timer.atUs = atUs;
      timer.causeSeq = causeSeq;
      return null;
    }
    this.generation += 1;
    this.timers.set(key, { atUs, causeSeq, queuedUs: atUs, generation: this.generation });
    return this.generation;
  }

  cancel(key: string): void {
    const timer = this.timers.get(key);
    if (timer) timer.atUs = null;
  }

  /**
   * A queued event came up: the timer if it is due and thereby spent, null if nobody wants it any more. For one that moved to
   * a later time `requeue` is called with what to queue instead.
   */
  surface(
    key: string,
    generation: number,
    requeue: (atUs: Micros, causeSeq: number, generation: number) => void,
  ): Timer | null {
    const timer = this.timers.get(key);
    if (timer?.generation !== generation) return null;
    if (timer.atUs !== null && timer.atUs > timer.queuedUs) {
      this.generation += 1;
      timer.queuedUs = timer.atUs;
      timer.generation = this.generation;
      requeue(timer.atUs, timer.causeSeq, this.generation);
      return null;
    }
    this.timers.delete(key);
    return timer.atUs === null ? null : timer;
  }

  atUs(key: string): Micros | null {
    return this.timers.get(key)?.atUs ?? null;
  }

  /** Forgets all, as a process does that ends. */
  clear(): void {
    this.timers.clear();
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
}
