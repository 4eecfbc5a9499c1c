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
}

/** Everything that a node may do. */
export interface NodeContext {
  readonly nowUs: Micros;
  readonly self: NodeIndex;
  readonly directory: Directory;
  readonly seed: number;
  /** This node's clock, for record timestamps and logs. */
  clockMs(): Millis;
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
  readonly controller: NodeIndex;
  readonly controllerId: number;
}

/** Pending timers by key: when each fires, and a generation that makes replaced and cancelled ones void. */
export class TimerTable {
  private generation = 0;
  private readonly pending = new Map<string, { readonly generation: number; readonly atUs: Micros }>();

  arm(key: string, atUs: Micros): number {
    this.generation += 1;
    this.pending.set(key, { generation: this.generation, atUs });
    return this.generation;
  }

  cancel(key: string): void {
    this.pending.delete(key);
  }

  /** Whether a timer that surfaces is still wanted; it is spent by this. */
  take(key: string, generation: number): boolean {
    if (this.pending.get(key)?.generation !== generation) return false;
    this.pending.delete(key);
    return true;
  }

  atUs(key: string): Micros | null {
    return this.pending.get(key)?.atUs ?? null;
  }

  /** Forgets all, as a process does that ends. */
  clear(): void {
    this.pending.clear();
  }

  digestInto(digest: Digest): void {
    for (const [key, timer] of this.pending) {
      digest.text(key);
      digest.number(timer.atUs);
    }
  }
}
