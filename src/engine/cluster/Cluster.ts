import { Digest } from '../kernel/Digest.ts';
import { hashedInt, hashText } from '../kernel/hash.ts';
import { EventQueue } from '../kernel/EventQueue.ts';
import { cloneState } from '../kernel/cloneState.ts';
import { Rng } from '../kernel/Rng.ts';
import type { Network } from '../network/Network.ts';
import type {
  Directory,
  DisconnectReason,
  Envelope,
  Node,
  NodeContext,
  Payload,
  ReplyAddress,
} from '../node/Node.ts';
import { rpcSizeBytes } from '../protocol/requests.ts';
import type { Request, Response, Rpc } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import { assert, expectPresent } from '../../shared/assert.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { millisFromMicros } from '../../shared/units.ts';
import type { Micros, Millis, NodeIndex } from '../../shared/units.ts';

const JITTER_STEPS = 1_000_000;

/** Takes each fact as it happens. Nothing in the simulation depends on what it does with it. */
export interface TraceSink {
  row(timeUs: Micros, seq: number, causeSeq: number, event: TraceEvent): void;
}

/** All that a run stands on: enough to go on from, never shown and never sent. */
export interface ClusterState {
  readonly nodes: Node[];
  readonly network: Network;
  readonly rngs: Map<string, Rng>;
  readonly queue: EventQueue<Payload>;
  /** What waits at cut links, in the order in which it came. */
  held: { readonly source: NodeIndex; readonly target: NodeIndex; readonly payload: Payload }[];
  nowUs: Micros;
  /** Events of the instant `nowUs` handled so far. */
  handledAtInstant: number;
  eventCount: number;
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

  constructor(seed: number, directory: Directory, rules: Rules, state: ClusterState) {
    this.seed = seed;
    this.directory = directory;
    this.rules = rules;
    this.state = state;
  }

  get nowUs(): Micros {
    return this.state.nowUs;
  }

  node(index: NodeIndex): Node {
    return expectPresent(this.state.nodes[index], `node ${index}`);
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
    const { timeUs, payload } = state.queue;
    assert(timeUs >= state.nowUs, 'time does not run backward');
    if (timeUs !== state.nowUs) state.handledAtInstant = 0;
    state.nowUs = timeUs;
    this.self = state.queue.target;
    this.currentSeq = state.queue.seq;
    this.currentCause = state.queue.causeSeq;
    this.leftRow = false;
    this.deliver(expectPresent(payload, 'payload'));
    state.handledAtInstant += 1;
    state.eventCount += 1;
    return true;
  }

  /** Lets time pass up to `timeUs`, before which nothing is pending. */
  idleUntil(timeUs: Micros): void {
    if (timeUs <= this.state.nowUs) return;
    this.state.nowUs = timeUs;
    this.state.handledAtInstant = 0;
  }

  /** Runs something that no event caused: a command. Its rows end every chain of causes. */
  intervene(deed: () => void): void {
    this.currentSeq = this.takeSeq();
    this.currentCause = 0;
    this.leftRow = false;
    deed();
  }

  /** Runs `deed` as the given node. */
  act(index: NodeIndex, deed: (node: Node) => void): void {
    const before = this.self;
    this.self = index;
    deed(this.node(index));
    this.self = before;
  }

  cutLink(a: NodeIndex, b: NodeIndex): boolean {
    this.befell(a);
    this.befell(b);
    return this.state.network.cutLink(a, b, this.nowUs);
  }

  /**
   * Mends a link; what waited at it is sent again, as TCP would, and what is still on the wire goes behind it, for TCP hands
   * nothing over out of order.
   */
  mendLink(a: NodeIndex, b: NodeIndex): boolean {
    if (!this.state.network.mendLink(a, b)) return false;
    const waiting = this.state.held;
    this.state.held = [];
    const flying = this.state.queue.extract((target, payload) => {
      const source = sourceOf(payload);
      return (source === a && target === b) || (source === b && target === a);
    });
    for (const item of waiting) {
      if (this.state.network.isCut(item.source, item.target)) this.state.held.push(item);
      else this.resend(item.source, item.target, item.payload);
    }
    for (const { target, payload } of flying) this.resend(sourceOf(payload), target, payload);
    return true;
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
  }

  /** Hash of the whole state: every node, every wire, every RPC on its way. */
  digest(): string {
    const digest = new Digest();
    digest.number(this.nowUs);
    for (const node of this.state.nodes) digest.state(node);
    digest.state(this.state.rngs);
    digest.state(this.state.network.cutLinks());
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
    return digest.hex();
  }

  /** Hash of one node alone, to find which one differs. */
  digestOf(index: NodeIndex): string {
    const digest = new Digest();
    digest.state(this.node(index));
    return digest.hex();
  }

  // NodeContext

  clockMs(): Millis {
    return millisFromMicros(this.nowUs);
  }

  jitter(purpose: string, n: number): number {
    const stream = hashText(`${this.node(this.self).name}/${purpose}`);
    return hashedInt(this.seed, stream, n, JITTER_STEPS) / JITTER_STEPS;
  }

  rng(purpose: string): Rng {
    const name = `${this.node(this.self).name}/${purpose}`;
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

  closeConnections(): void {
    for (let peer = 0; peer < this.state.nodes.length; peer++) {
      if (peer !== this.self) this.tellDisconnected(this.self, peer, 'ConnectionClosed');
    }
  }

  closeConnection(peer: NodeIndex): void {
    this.tellDisconnected(this.self, peer, 'ConnectionClosed');
  }

  setTimer(key: string, delayUs: Micros): void {
    const atUs = this.nowUs + Math.max(0, Math.round(delayUs));
    const causeSeq = this.leftRow ? this.currentSeq : this.currentCause;
    const generation = this.node(this.self).timers.arm(key, atUs, causeSeq);
    if (generation !== null) this.queueTimer(key, atUs, causeSeq, generation);
  }

  cancelTimer(key: string): void {
    this.node(this.self).timers.cancel(key);
  }

  timerAtUs(key: string): Micros | null {
    return this.node(this.self).timers.atUs(key);
  }

  trace(event: TraceEvent): void {
    this.leftRow = true;
    this.sink?.row(this.nowUs, this.currentSeq, this.currentCause, event);
  }

  blame(node: NodeIndex): void {
    this.currentCause = this.state.faults.get(node) ?? this.currentCause;
  }

  befell(node: NodeIndex): void {
    this.state.faults.set(node, this.currentSeq);
  }

  private deliver(payload: Payload): void {
    const node = this.node(this.self);
    switch (payload.kind) {
      case 'Timer': {
        const { key, generation } = payload;
        const { timers } = node;
        const surfaced = timers.surface(key, generation);
        if (surfaced === 'due') {
          this.currentCause = timers.causeSeq;
          node.onTimer(key, this);
        } else if (surfaced === 'early')
          this.queueTimer(key, timers.requeueUs, timers.causeSeq, timers.requeueGeneration);
        return;
      }
      case 'Disconnected':
        if (this.holds(payload.peer, payload)) return;
        if (node.isRunning()) node.onDisconnected(payload.peer, payload.reason, this);
        return;
      case 'Envelope':
        this.deliverEnvelope(node, payload);
    }
  }

  private deliverEnvelope(node: Node, envelope: Envelope): void {
    if (this.holds(envelope.source, envelope)) return;
    if (envelope.isResponse && node.isRunning()) {
      node.receiveResponse(envelope.rpc as Response, envelope, this);
      return;
    }
    if (!envelope.isResponse && node.isListening() && node.life === envelope.targetLife) {
      node.receiveRequest(envelope.rpc as Request, envelope, this);
      return;
    }
    if (!node.hasPower()) {
      const { correlationId, rpc } = envelope;
      this.trace({
        kind: 'RpcLost',
        rpc: rpc.kind,
        source: this.node(envelope.source).name,
        target: node.name,
        correlationId,
      });
    } else if (!envelope.isResponse) {
      this.tellDisconnected(this.self, envelope.source, 'ConnectionRefused');
    }
  }

  /** Keeps back what arrives over a cut link. */
  private holds(source: NodeIndex, payload: Payload): boolean {
    if (!this.state.network.isCut(source, this.self)) return false;
    this.state.held.push({ source, target: this.self, payload });
    return true;
  }

  private send(target: NodeIndex, rpc: Rpc, address: ReplyAddress, isResponse: boolean): void {
    const sizeBytes = rpcSizeBytes(rpc);
    const deliverAtUs = this.state.network.transmit(this.self, target, sizeBytes, this.nowUs);
    this.schedule(deliverAtUs, target, {
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
    });
  }

  private resend(source: NodeIndex, target: NodeIndex, payload: Payload): void {
    const sizeBytes = payload.kind === 'Envelope' ? payload.sizeBytes : 0;
    const deliverAtUs = this.state.network.transmit(source, target, sizeBytes, this.nowUs);
    const again = payload.kind === 'Envelope' ? { ...payload, sentAtUs: this.nowUs, deliverAtUs } : payload;
    this.schedule(deliverAtUs, target, again);
  }

  private tellDisconnected(from: NodeIndex, peer: NodeIndex, reason: DisconnectReason): void {
    const atUs = this.state.network.transmit(from, peer, 0, this.nowUs);
    this.schedule(atUs, peer, { kind: 'Disconnected', peer: from, sentAtUs: this.nowUs, reason });
  }

  private queueTimer(key: string, atUs: Micros, causeSeq: number, generation: number): void {
    this.state.queue.push(atUs, this.takeSeq(), this.self, causeSeq, { kind: 'Timer', key, generation });
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

/** Who sent what is on a wire; −1 for a timer. */
function sourceOf(payload: Payload): NodeIndex {
  if (payload.kind === 'Timer') return -1;
  return payload.kind === 'Envelope' ? payload.source : payload.peer;
}
