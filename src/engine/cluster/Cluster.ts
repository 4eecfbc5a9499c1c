import { Digest } from '../kernel/Digest.ts';
import { hashedInt, hashText } from '../kernel/hash.ts';
import { EventQueue } from '../kernel/EventQueue.ts';
import { cloneState } from '../kernel/cloneState.ts';
import { Rng } from '../kernel/Rng.ts';
import type { LinkDirection, Network, Slowness } from '../network/Network.ts';
import type {
  Delivery,
  Directory,
  DisconnectReason,
  Envelope,
  Node,
  NodeContext,
  Payload,
  PendingTimer,
  ReplyAddress,
} from '../node/Node.ts';
import { EVERY_CONNECTION } from '../node/Node.ts';
import { rpcSizeBytes } from '../protocol/requests.ts';
import type { Request, Response, Rpc } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import type { RemoteLogs } from '../storage/RemoteLogs.ts';
import type { CommandBody } from '../../scenario/Scenario.ts';
import { assert, expectPresent } from '../../shared/assert.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { MICROS_PER_MILLI, millisFromMicros } from '../../shared/units.ts';
import type { Micros, Millis, NodeIndex } from '../../shared/units.ts';
import { clockOffsetMs } from './clockOffset.ts';
import type { ClockSetting } from './clockOffset.ts';
import { lostWithConnection, messagesOn, sourceOf } from './unsentMessages.ts';
import type { UnsentMessage } from './unsentMessages.ts';

const JITTER_STEPS = 1_000_000;
/** Below every connection's number. */
const NO_CONNECTION = -1;

/** Takes each fact as it happens. Nothing in the simulation depends on what it does with it. */
export interface TraceSink {
  row(timeUs: Micros, seq: number, causeSeq: number, event: TraceEvent): void;
  /** An RPC was put on a wire, because of that event. One that is sent again when its wire was mended is another. */
  sent?(envelope: Envelope, causeSeq: number): void;
  /** What became of it. */
  ended?(envelope: Envelope, end: RpcEnd): void;
}

/** `read`: its target got it. `held`: it did not pass, and is sent again when the wire is mended. `lost`: nobody will ever read it. */
export type RpcEnd = 'read' | 'held' | 'lost';

export interface PausedProcess {
  readonly sinceUs: Micros;
  /** When it goes on by itself; null: never. */
  readonly untilUs: Micros | null;
  /** Event in which it was paused: tells one pause from the next. */
  readonly seq: number;
}

type TimerEvent = Extract<Delivery, { readonly kind: 'Timer' }>;

interface BacklogItem {
  readonly payload: Delivery;
  readonly causeSeq: number;
}

/** A command that its process has not seen yet. */
export interface DeferredDeed {
  readonly node: NodeIndex;
  readonly command: CommandBody;
  /** Event in which it was given. */
  readonly seq: number;
}

/** After so long without a row the next one is told how long it was quiet. */
const QUIET_ROW_US: Micros = 20_000_000;

/** All that a run stands on: enough to go on from, never shown and never sent. */
export interface ClusterState {
  readonly nodes: Node[];
  readonly network: Network;
  readonly rngs: Map<string, Rng>;
  readonly queue: EventQueue<Payload>;
  /** What waits at cut links, in the order in which it came. */
  held: { readonly source: NodeIndex; readonly target: NodeIndex; readonly payload: Payload }[];
  /** Processes that stand still (SIGSTOP). */
  readonly paused: Map<NodeIndex, PausedProcess>;
  /** What came for a process while it stood still: bytes in its sockets, timers that were due. In order. */
  readonly backlog: Map<NodeIndex, BacklogItem[]>;
  /** Deeds that a process must carry out itself, and that wait until it goes on. */
  deferred: DeferredDeed[];
  /** The newest connection that each node has let in, by client and server. */
  readonly letIn: Map<number, number>;
  /** Outside of every machine. */
  readonly remoteLogs: RemoteLogs;
  /** Clocks that were set. */
  readonly clocks: Map<NodeIndex, ClockSetting>;
  nowUs: Micros;
  /** Events of the instant `nowUs` handled so far. */
  handledAtInstant: number;
  eventCount: number;
  /** Those of `eventCount` that were not handled one by one: see `QuietTime`. */
  skippedEvents: number;
  /** Beats of the metadata log so far, and how many there were at the last row of the trace, which came at `lastRowUs`. */
  beats: number;
  beatsAtLastRow: number;
  lastRowUs: Micros;
  nextSeq: number;
  nextCorrelationId: number;
  /** Event in which each node last met a fault, for chains of causes; no node knows of it. */
  readonly faults: Map<NodeIndex, number>;
  /** How many commands of the log were applied. */
  appliedCommands: number;
}

/**
 * The simulated world: nodes, wires, time. Handles one event after the other in the total order (time, seq); whatever a node
 * does to another passes through here.
 */
export class Cluster implements NodeContext {
  readonly seed: number;
  readonly directory: Directory;
  readonly rules: Rules;
  state: ClusterState;
  sink: TraceSink | null = null;

  self: NodeIndex = 0;
  private currentSeq = 0;
  private currentCause = 0;
  private leftRow = false;
  /**
   * The event that was handled last was a beat (the active controller's NoOpRecord), and nothing but timers is pending: nothing
   * is on a wire, and no hidden order of the past is left. From here a cluster at rest may be taken further in one go.
   */
  isAtRest = false;
  /** Names of random streams, by node and purpose. */
  private readonly streamNames: Map<string, string>[] = [];

  constructor(seed: number, directory: Directory, rules: Rules, state: ClusterState) {
    this.seed = seed;
    this.directory = directory;
    this.rules = rules;
    this.state = state;
  }

  get nowUs(): Micros {
    return this.state.nowUs;
  }

  get remoteLogs(): RemoteLogs {
    return this.state.remoteLogs;
  }

  node(index: NodeIndex): Node {
    const node = this.state.nodes[index];
    // Asked several times an event: the words for its failure are made when it fails.
    return node ?? expectPresent<Node>(node, `node ${index}`);
  }

  /** Starts every node that is to run from the beginning. */
  start(): void {
    for (let index = 0; index < this.state.nodes.length; index++) {
      this.act(index, (node) => {
        node.start(this);
      });
    }
  }

  /** Handles the next event if it comes at or before `untilUs`; false when there is none. */
  step(untilUs: Micros): boolean {
    const { state } = this;
    if (state.queue.peekTimeUs() > untilUs || !state.queue.pop()) return false;
    const { timeUs, target } = state.queue;
    const payload = expectPresent(state.queue.payload, 'payload');
    // No process stands still: whether a timer is wanted is known at once. If not, nothing happens, and no event is counted.
    const timer =
      payload.kind === 'Timer' && state.paused.size === 0 && state.backlog.size === 0 ? payload : null;
    if (timer && !this.isDue(timer, target)) return true;
    assert(timeUs >= state.nowUs, 'time does not run backward');
    if (timeUs !== state.nowUs) state.handledAtInstant = 0;
    state.nowUs = timeUs;
    this.self = target;
    this.currentSeq = state.queue.seq;
    this.leftRow = false;
    this.isAtRest = false;
    if (timer) {
      const node = this.node(target);
      this.currentCause = node.timers.causeSeq;
      node.onTimer(timer.key, this);
    } else {
      this.currentCause = state.queue.causeSeq;
      this.deliver(payload);
    }
    state.handledAtInstant += 1;
    state.eventCount += 1;
    if (this.hasBeaten()) this.isAtRest = this.tidy();
    return true;
  }

  /** Lets time pass up to `timeUs`, before which nothing is pending. */
  idleUntil(timeUs: Micros): void {
    if (timeUs <= this.state.nowUs) return;
    this.state.nowUs = timeUs;
    this.state.handledAtInstant = 0;
    // It is no beat any more, from which leaps are reckoned.
    this.isAtRest = false;
  }

  /** Runs something that no event caused: a command. Its rows end every chain of causes. */
  intervene(deed: () => void, causeSeq = 0): void {
    this.currentSeq = this.takeSeq();
    this.currentCause = causeSeq;
    this.leftRow = false;
    this.isAtRest = false;
    deed();
  }

  /** Runs `deed` as the given node. */
  act(index: NodeIndex, deed: (node: Node) => void): void {
    const before = this.self;
    this.self = index;
    deed(this.node(index));
    this.self = before;
  }

  cutLink(a: NodeIndex, b: NodeIndex, direction: LinkDirection): boolean {
    this.befell(a);
    this.befell(b);
    return this.state.network.cutLink(a, b, this.nowUs, direction);
  }

  slowLink(a: NodeIndex, b: NodeIndex, slowness: Slowness, direction: LinkDirection): void {
    this.befell(a);
    this.befell(b);
    this.state.network.slowLink(a, b, slowness, this.nowUs, direction);
  }

  /**
   * Mends a link; what waited at it is sent again, as TCP would, and what is still on the wire goes behind it, for TCP hands
   * nothing over out of order. What had still to be sent over a narrow wire is sent as fast as the wire is now.
   */
  mendLink(a: NodeIndex, b: NodeIndex, direction: LinkDirection = 'both'): boolean {
    const { network } = this.state;
    const wires = direction === 'both' ? [[a, b] as const, [b, a] as const] : [[a, b] as const];
    const again = wires.map(([source, target]) => this.takeBack(source, target));
    if (!network.mendLink(a, b, direction)) return false;
    const waiting = this.state.held;
    this.state.held = [];
    for (const item of waiting) {
      if (this.state.network.isCut(item.source, item.target)) this.state.held.push(item);
      else this.resend(item.source, item.target, item.payload);
    }
    wires.forEach(([source, target], i) => {
      for (const payload of again[i] ?? []) this.resend(source, target, payload);
    });
    return true;
  }

  /**
   * Something between two nodes ends their connections (RST): what is on the wires is lost, and both learn of it now. What has reached
   * a socket is read all the same, as Kafka's `Selector` does.
   */
  resetConnections(a: NodeIndex, b: NodeIndex): void {
    this.befell(a);
    this.befell(b);
    for (const [source, target] of [[a, b] as const, [b, a] as const]) {
      const waiting = this.state.held.filter((item) => item.source === source && item.target === target);
      this.state.held = this.state.held.filter((item) => !waiting.includes(item));
      const flying = this.state.queue.extract((to, payload) => to === target && sourceOf(payload) === source);
      this.state.network.rewind(source, target, this.nowUs, this.nowUs);
      for (const { payload } of [...waiting, ...flying]) this.lose(payload);
      this.schedule(this.nowUs, target, {
        kind: 'Disconnected',
        peer: source,
        sentAtUs: this.nowUs,
        reason: 'ConnectionClosed',
        connection: EVERY_CONNECTION,
      });
    }
  }

  /** Copy of the state that shares nothing that changes. */
  checkpoint(): ClusterState {
    const { queue, network, ...rest } = this.state;
    const copy = cloneState(rest);
    return { ...copy, network: cloneState(network), queue: queue.clone() };
  }

  restore(checkpoint: ClusterState): void {
    const { queue, network, ...rest } = checkpoint;
    this.state = { ...cloneState(rest), network: cloneState(network), queue: queue.clone() };
    this.isAtRest = false;
  }

  /** Hash of the whole state: every node, every wire, every RPC on its way. */
  digest(): string {
    const digest = new Digest();
    digest.number(this.nowUs);
    for (const node of this.state.nodes) digest.state(node);
    digest.state(this.state.rngs);
    digest.state(this.state.network.faults(this.nowUs));
    digest.state(this.state.network.busyWires(this.nowUs));
    const flying: [Micros, number, Payload][] = [];
    this.state.queue.forEach((timeUs, seq, _target, payload) => {
      if (payload.kind !== 'Timer') flying.push([timeUs, seq, payload]);
    });
    flying.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
    for (const [timeUs, , payload] of flying) {
      digest.number(timeUs);
      digest.state(payload);
    }
    digest.state(this.state.held);
    digest.state(this.state.paused);
    digest.state(this.state.backlog);
    digest.state(this.state.deferred);
    digest.state(this.state.clocks);
    if (!this.state.remoteLogs.isEmpty) digest.state(this.state.remoteLogs);
    return digest.hex();
  }

  /** Hash of one node alone, to find which one differs. */
  digestOf(index: NodeIndex): string {
    const digest = new Digest();
    digest.state(this.node(index));
    return digest.hex();
  }

  // Processes that stand still

  isPaused(index: NodeIndex): boolean {
    return this.state.paused.has(index);
  }

  /** SIGSTOP, until `forUs` have passed; null: until it is resumed. */
  pause(index: NodeIndex, forUs: Micros | null): void {
    const { nowUs } = this;
    const seq = this.currentSeq;
    this.act(index, (node) => {
      node.beforePause?.(this);
      this.befell(index);
      this.trace({
        kind: 'ProcessPaused',
        node: node.name,
        forMs: forUs === null ? -1 : forUs / MICROS_PER_MILLI,
      });
    });
    this.state.paused.set(index, { sinceUs: nowUs, untilUs: forUs === null ? null : nowUs + forUs, seq });
    if (forUs !== null)
      this.state.queue.push(nowUs + forUs, this.takeSeq(), index, seq, { kind: 'Wake', pauseSeq: seq });
  }

  /** SIGCONT: what waited in its sockets is read first, then overdue timers fire, both in their order. */
  resume(index: NodeIndex): void {
    const paused = this.state.paused.get(index);
    if (!paused) return;
    this.state.paused.delete(index);
    this.act(index, (node) => {
      this.trace({
        kind: 'ProcessResumed',
        node: node.name,
        pausedForMs: (this.nowUs - paused.sinceUs) / MICROS_PER_MILLI,
      });
      node.afterPause?.(this);
    });
    this.releaseBacklog(index);
  }

  /** A process that stood still has ended. Nobody reads what is in its sockets: their peers are told. */
  endPause(index: NodeIndex): void {
    if (!this.state.paused.delete(index)) return;
    this.state.deferred = this.state.deferred.filter(({ node }) => node !== index);
    this.releaseBacklog(index);
  }

  /** Keeps a deed until the process that must carry it out goes on. */
  defer(index: NodeIndex, command: CommandBody): void {
    this.state.deferred.push({ node: index, command, seq: this.currentSeq });
  }

  /** The next deed that waited for a process which runs again; null when there is none. */
  takeDeferred(): DeferredDeed | null {
    const at = this.state.deferred.findIndex(({ node }) => !this.isPaused(node));
    if (at < 0) return null;
    return this.state.deferred.splice(at, 1)[0] ?? null;
  }

  /** Sets a node's clock, and how fast it goes from now on. */
  setClock(index: NodeIndex, offsetUs: Micros, driftPpm: number): void {
    if (offsetUs === 0 && driftPpm === 0) this.state.clocks.delete(index);
    else this.state.clocks.set(index, { offsetUs, driftPpm, sinceUs: this.nowUs });
  }

  // NodeContext

  clockMs(): Millis {
    return millisFromMicros(this.nowUs) + this.clockOffsetMs();
  }

  clockOffsetMs(): Millis {
    return this.clockOffsetOf(this.self);
  }

  clockOffsetOf(index: NodeIndex): Millis {
    const setting = this.state.clocks.size === 0 ? undefined : this.state.clocks.get(index);
    return setting ? clockOffsetMs(setting, this.nowUs) : 0;
  }

  jitter(purpose: string, n: number): number {
    return this.jitterOf(this.self, purpose, n);
  }

  /** The jitter that another node has for the n-th turn. */
  jitterOf(node: NodeIndex, purpose: string, n: number): number {
    const stream = hashText(this.streamName(node, purpose));
    return hashedInt(this.seed, stream, n, JITTER_STEPS) / JITTER_STEPS;
  }

  rng(purpose: string): Rng {
    const name = this.streamName(this.self, purpose);
    let rng = this.state.rngs.get(name);
    if (rng === undefined) {
      rng = new Rng(this.seed, name);
      this.state.rngs.set(name, rng);
    }
    return rng;
  }

  request(target: NodeIndex, request: Request, connection = 0): number {
    const correlationId = this.state.nextCorrelationId;
    this.state.nextCorrelationId += 1;
    this.send(target, request, { source: this.self, correlationId, connection }, false);
    return correlationId;
  }

  respond(to: ReplyAddress, response: Response): void {
    this.send(to.source, response, to, true);
  }

  closeConnections(theirs?: number): void {
    for (let peer = 0; peer < this.state.nodes.length; peer++) {
      if (peer === this.self) continue;
      const letIn = this.state.letIn.get(this.wireOf(peer, this.self)) ?? NO_CONNECTION;
      this.abandonConnections(peer, Infinity, theirs ?? letIn);
      this.tellDisconnected(this.self, peer, 'ConnectionClosed', theirs ?? letIn);
    }
  }

  abandonConnections(peer: NodeIndex, own: number, theirs = NO_CONNECTION): void {
    const { self } = this;
    const isGone = (payload: Payload): boolean => {
      if (payload.kind !== 'Envelope') return false;
      const opener = payload.isResponse ? payload.target : payload.source;
      return payload.connection <= (opener === self ? own : theirs);
    };
    this.loseUnsent(self, peer, isGone);
    this.loseUnsent(peer, self, isGone);
  }

  closeConnection(peer: NodeIndex, theirs = NO_CONNECTION): void {
    this.abandonConnections(peer, Infinity, theirs);
    this.tellDisconnected(this.self, peer, 'ConnectionClosed', theirs);
  }

  endCompanion(how: 'stopCleanly' | 'kill'): void {
    const companion = this.directory.companions.get(this.self);
    if (companion === undefined || !this.node(companion).isRunning()) return;
    this.act(companion, (node) => node[how]?.(this));
  }

  asCompanion(deed: (node: Node) => void): void {
    const companion = this.directory.companions.get(this.self);
    if (companion !== undefined) this.act(companion, deed);
  }

  setTimer(key: string, delayUs: Micros): void {
    const atUs = this.nowUs + Math.max(0, Math.round(delayUs));
    const causeSeq = this.leftRow ? this.currentSeq : this.currentCause;
    const seq = this.takeSeq();
    const generation = this.node(this.self).timers.arm(key, atUs, causeSeq, seq);
    if (generation !== null) this.queueTimer(this.self, key, atUs, causeSeq, seq, generation);
  }

  cancelTimer(key: string): void {
    this.node(this.self).timers.cancel(key);
  }

  timerAtUs(key: string): Micros | null {
    return this.node(this.self).timers.atUs(key);
  }

  trace(event: TraceEvent): void {
    const { state } = this;
    this.leftRow = true;
    if (state.nowUs - state.lastRowUs >= QUIET_ROW_US) this.tellQuietTime();
    state.lastRowUs = state.nowUs;
    state.beatsAtLastRow = state.beats;
    this.sink?.row(state.nowUs, this.currentSeq, this.currentCause, event);
  }

  private tellQuietTime(): void {
    const { nowUs, lastRowUs, beats, beatsAtLastRow } = this.state;
    const periods = beats - beatsAtLastRow;
    if (periods === 0) return;
    const forMs = Math.floor((nowUs - lastRowUs) / MICROS_PER_MILLI);
    this.sink?.row(nowUs, this.currentSeq, this.currentCause, { kind: 'QuietTimePassed', forMs, periods });
  }

  blame(node: NodeIndex): void {
    this.currentCause = this.state.faults.get(node) ?? this.currentCause;
  }

  befell(node: NodeIndex): void {
    this.state.faults.set(node, this.currentSeq);
  }

  beat(): void {
    this.state.beats += 1;
    this.isAtRest = true;
  }

  private hasBeaten(): boolean {
    return this.isAtRest;
  }

  /**
   * Numbers what is pending anew, if that is timers alone: in its order, after the time. What is pending then hangs on what the
   * cluster is, and not on all that led there. False when something else is pending, and nothing was done.
   */
  private tidy(): boolean {
    const { state } = this;
    if (state.paused.size + state.backlog.size + state.held.length + state.deferred.length > 0) return false;
    if (state.queue.some(isNoTimer)) return false;
    const pending = this.pendingTimers();
    state.nextSeq = Math.max(state.nextSeq, state.nowUs);
    this.requeue(pending);
    return true;
  }

  /** Timers of all nodes, in the order in which they will fire. */
  pendingTimers(): PendingTimer[] {
    const pending: PendingTimer[] = [];
    this.state.nodes.forEach(({ timers }, node) => {
      timers.addPending(node, pending);
    });
    return pending.sort((a, b) => a.atUs - b.atUs || a.seq - b.seq);
  }

  /** What is pending is these timers and nothing else, in this order where they fire at the same instant. */
  requeue(pending: readonly PendingTimer[]): void {
    this.state.queue.clear();
    for (const { timers } of this.state.nodes) timers.unqueue();
    for (const { node, key, atUs, causeSeq } of pending) {
      const seq = this.takeSeq();
      const generation = this.node(node).timers.queueAgain(key, atUs, seq);
      this.queueTimer(node, key, atUs, causeSeq, seq, generation);
    }
  }

  private deliver(payload: Payload): void {
    switch (payload.kind) {
      case 'Wake':
        if (this.state.paused.get(this.self)?.seq === payload.pauseSeq) this.resume(this.self);
        return;
      case 'Backlog':
        this.readBacklog();
        return;
      case 'Timer':
        if (!this.mustWait(payload)) this.handOver(payload);
        return;
      case 'Disconnected':
      case 'Envelope':
        if (!this.holds(sourceOf(payload), payload) && !this.mustWait(payload)) this.handOver(payload);
    }
  }

  /** Gives a node what has reached it. */
  private handOver(payload: Delivery): void {
    const node = this.node(this.self);
    switch (payload.kind) {
      case 'Timer':
        if (!this.isDue(payload, this.self)) return;
        this.currentCause = node.timers.causeSeq;
        node.onTimer(payload.key, this);
        return;
      case 'Disconnected':
        if (node.isRunning()) node.onDisconnected(payload.peer, payload.reason, this, payload.connection);
        return;
      case 'Envelope':
        this.handOverEnvelope(node, payload);
    }
  }

  /** Keeps what comes for a process that stands still, or that has not yet read what came before. */
  private mustWait(payload: Delivery): boolean {
    const { paused, backlog } = this.state;
    if (paused.size === 0 && backlog.size === 0) return false;
    const behind = backlog.get(this.self);
    if (!behind && !paused.has(this.self)) return false;
    const item = { payload, causeSeq: this.currentCause };
    if (behind) behind.push(item);
    else backlog.set(this.self, [item]);
    return true;
  }

  private releaseBacklog(index: NodeIndex): void {
    const items = this.state.backlog.get(index);
    if (!items) return;
    const arrivals = items.filter(({ payload }) => payload.kind !== 'Timer');
    const timers = items.filter(({ payload }) => payload.kind === 'Timer');
    this.state.backlog.set(index, [...arrivals, ...timers]);
    this.queueBacklog(index);
  }

  private readBacklog(): void {
    if (this.isPaused(this.self)) return;
    const items = this.state.backlog.get(this.self);
    const item = items?.shift();
    if (items?.length === 0) this.state.backlog.delete(this.self);
    if (!item) return;
    if (items && items.length > 0) this.queueBacklog(this.self);
    this.currentCause = item.causeSeq;
    this.handOver(item.payload);
  }

  private queueBacklog(index: NodeIndex): void {
    const cause = this.leftRow ? this.currentSeq : this.currentCause;
    this.state.queue.push(this.nowUs, this.takeSeq(), index, cause, { kind: 'Backlog' });
  }

  private handOverEnvelope(node: Node, envelope: Envelope): void {
    if (envelope.isResponse && node.isRunning()) {
      this.tellEnd(envelope, 'read');
      node.receiveResponse(envelope.rpc as Response, envelope, this);
      return;
    }
    if (!envelope.isResponse && node.isListening() && node.life === envelope.targetLife) {
      this.letIn(envelope);
      this.tellEnd(envelope, 'read');
      node.receiveRequest(envelope.rpc as Request, envelope, this);
      return;
    }
    if (!node.hasPower()) {
      this.lose(envelope);
      return;
    }
    this.tellEnd(envelope, 'lost');
    if (!envelope.isResponse) {
      this.tellDisconnected(this.self, envelope.source, 'ConnectionRefused', envelope.connection);
    }
  }

  /** Nobody will ever read it, and nobody is told. */
  private lose(payload: Payload): void {
    this.tellEnd(payload, 'lost');
    if (payload.kind !== 'Envelope') return;
    this.trace({
      kind: 'RpcLost',
      rpc: payload.rpc.kind,
      source: this.node(payload.source).name,
      target: this.node(payload.target).name,
      correlationId: payload.correlationId,
    });
  }

  private letIn(envelope: Envelope): void {
    const wire = this.wireOf(envelope.source, envelope.target);
    const newest = this.state.letIn.get(wire) ?? NO_CONNECTION;
    if (envelope.connection > newest) this.state.letIn.set(wire, envelope.connection);
  }

  /** Made once for each purpose of a node: a text that is made anew must be hashed anew. */
  private streamName(node: NodeIndex, purpose: string): string {
    const names = (this.streamNames[node] ??= new Map<string, string>());
    let name = names.get(purpose);
    if (name === undefined) {
      name = `${this.node(node).name}/${purpose}`;
      names.set(purpose, name);
    }
    return name;
  }

  private wireOf(source: NodeIndex, target: NodeIndex): number {
    return source * this.state.nodes.length + target;
  }

  /** Keeps back what arrives over a cut link. */
  private holds(source: NodeIndex, payload: Payload): boolean {
    if (!this.state.network.isCut(source, this.self)) return false;
    this.state.held.push({ source, target: this.self, payload });
    this.tellEnd(payload, 'held');
    return true;
  }

  private send(target: NodeIndex, rpc: Rpc, address: ReplyAddress, isResponse: boolean): void {
    const sizeBytes = rpcSizeBytes(rpc);
    const deliverAtUs = this.state.network.transmit(this.self, target, sizeBytes, this.nowUs);
    const envelope: Envelope = {
      kind: 'Envelope',
      source: this.self,
      target,
      correlationId: address.correlationId,
      isResponse,
      connection: address.connection,
      sentAtUs: this.nowUs,
      deliverAtUs,
      sizeBytes,
      targetLife: this.node(target).life,
      rpc,
    };
    this.schedule(deliverAtUs, target, envelope);
    this.tellSent(envelope);
  }

  private tellSent(envelope: Envelope): void {
    this.sink?.sent?.(envelope, this.leftRow ? this.currentSeq : this.currentCause);
  }

  private tellEnd(payload: Payload, end: RpcEnd): void {
    if (payload.kind === 'Envelope') this.sink?.ended?.(payload, end);
  }

  private resend(source: NodeIndex, target: NodeIndex, payload: Payload): void {
    const sizeBytes = payload.kind === 'Envelope' ? payload.sizeBytes : 0;
    const deliverAtUs = this.state.network.transmit(source, target, sizeBytes, this.nowUs);
    const again = payload.kind === 'Envelope' ? { ...payload, sentAtUs: this.nowUs, deliverAtUs } : payload;
    this.schedule(deliverAtUs, target, again);
    this.tellEnd(payload, 'held');
    if (again.kind === 'Envelope') this.tellSent(again);
  }

  /** Takes from a wire that is to be mended what will be sent over it again. */
  private takeBack(source: NodeIndex, target: NodeIndex): Payload[] {
    const { network, queue } = this.state;
    if (network.isCut(source, target)) {
      const all = queue.extract((to, payload) => to === target && sourceOf(payload) === source);
      network.rewind(source, target, this.nowUs, this.nowUs);
      return all.map(({ payload }) => payload);
    }
    if (!network.isNarrow(source, target) || network.freeAtUsOf(source, target) <= this.nowUs) return [];
    const { unsent, lastArrivalUs } = messagesOn(network, queue, source, target, this.nowUs);
    return this.takeUnsent(source, target, unsent, this.nowUs, lastArrivalUs);
  }

  /** What has not been sent of connections that end is not sent any more; what others have behind it moves up. */
  private loseUnsent(source: NodeIndex, target: NodeIndex, isGone: (payload: Payload) => boolean): void {
    const { network, queue, nowUs } = this.state;
    if (network.freeAtUsOf(source, target) <= nowUs) return;
    const { unsent, lastArrivalUs } = messagesOn(network, queue, source, target, nowUs);
    const lost = lostWithConnection(unsent, isGone);
    const first = unsent.findIndex(({ payload }) => lost.has(payload));
    if (first < 0) return;
    const freeAtUs = Math.max(nowUs, unsent[first - 1]?.leavesUs ?? 0);
    const taken = this.takeUnsent(source, target, unsent.slice(first), freeAtUs, lastArrivalUs);
    for (const payload of taken)
      if (lost.has(payload)) this.tellEnd(payload, 'lost');
      else this.resend(source, target, payload);
  }

  private takeUnsent(
    source: NodeIndex,
    target: NodeIndex,
    unsent: readonly UnsentMessage[],
    freeAtUs: Micros,
    lastArrivalUs: Micros,
  ): Payload[] {
    const payloads = new Set(unsent.map(({ payload }) => payload));
    this.state.queue.extract((_to, payload) => payloads.has(payload));
    this.state.network.rewind(source, target, freeAtUs, lastArrivalUs);
    return [...payloads];
  }

  private tellDisconnected(
    from: NodeIndex,
    peer: NodeIndex,
    reason: DisconnectReason,
    connection: number,
  ): void {
    const atUs = this.state.network.transmit(from, peer, 0, this.nowUs);
    this.schedule(atUs, peer, { kind: 'Disconnected', peer: from, sentAtUs: this.nowUs, reason, connection });
  }

  /** Whether a timer fires now that its event came up; one that was moved is put back. */
  private isDue({ key, generation }: TimerEvent, target: NodeIndex): boolean {
    const { timers } = this.node(target);
    const surfaced = timers.surface(key, generation);
    if (surfaced === 'early') {
      const { requeueUs: atUs, requeueSeq: seq, causeSeq } = timers;
      this.queueTimer(target, key, atUs, causeSeq, seq, timers.requeueGeneration);
    }
    return surfaced === 'due';
  }

  private queueTimer(
    node: NodeIndex,
    key: string,
    atUs: Micros,
    causeSeq: number,
    seq: number,
    generation: number,
  ): void {
    // One that was moved and came due while its process stood still is overdue.
    const dueUs = Math.max(atUs, this.nowUs);
    this.state.queue.push(dueUs, seq, node, causeSeq, { kind: 'Timer', key, generation });
  }

  private schedule(timeUs: Micros, target: NodeIndex, payload: Payload): void {
    const cause = this.leftRow ? this.currentSeq : this.currentCause;
    this.state.queue.push(timeUs, this.takeSeq(), target, cause, payload);
  }

  private takeSeq(): number {
    const seq = this.state.nextSeq;
    this.state.nextSeq += 1;
    return seq;
  }
}

function isNoTimer(payload: Payload): boolean {
  return payload.kind !== 'Timer';
}
