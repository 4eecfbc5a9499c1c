import { EVERY_CONNECTION, TimerTable } from '../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext } from '../node/Node.ts';
import type { Subscription } from '../protocol/queueRequests.ts';
import type { Request, Response } from '../protocol/requests.ts';
import { MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Micros, NodeIndex } from '../../shared/units.ts';

const RECOVERY_TIMER = 'recovery';
/** RabbitMQ's Java client: networkRecoveryInterval, its default. */
const RECOVERY_INTERVAL_US: Micros = 5 * MICROS_PER_SECOND;

/** What publishers and consumers of a queue broker have in common: one connection, and automatic recovery of it. */
export abstract class QueueClient implements Node {
  readonly role = 'queueClient';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly broker: NodeIndex;
  life = 1;
  state: 'running' | 'closed' | 'killed' = 'running';
  isConnected = false;
  private connection = 0;

  constructor(name: string, broker: NodeIndex) {
    this.name = name;
    this.broker = broker;
  }

  isRunning(): boolean {
    return this.state === 'running';
  }

  isListening(): boolean {
    return this.isRunning();
  }

  hasPower(): boolean {
    return true;
  }

  start(ctx: NodeContext): void {
    this.connection += 1;
    this.send({ kind: 'ConnectionOpen', subscription: this.subscription }, ctx);
  }

  receiveRequest(request: Request, envelope: Envelope, ctx: NodeContext): void {
    if (envelope.connection === this.connection) this.onRequest(request, ctx);
  }

  receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void {
    if (envelope.connection !== this.connection) return;
    if (response.kind === 'ConnectionOpenOk') {
      this.isConnected = true;
      this.onConnected(ctx);
    } else this.onAnswer(response, envelope.correlationId, ctx);
  }

  onTimer(key: string, ctx: NodeContext): void {
    if (key === RECOVERY_TIMER) this.start(ctx);
    else this.work(ctx);
  }

  onDisconnected(_peer: NodeIndex, _reason: DisconnectReason, ctx: NodeContext, connection: number): void {
    if (connection < this.connection) return;
    this.isConnected = false;
    this.onLost(ctx);
    ctx.setTimer(RECOVERY_TIMER, RECOVERY_INTERVAL_US);
  }

  /** Its process ends: the broker sees the connection close in either case. */
  end(state: 'closed' | 'killed', ctx: NodeContext): void {
    if (!this.isRunning()) return;
    this.changeState(state, ctx);
    this.isConnected = false;
    this.onLost(ctx);
    ctx.closeConnection(this.broker, EVERY_CONNECTION);
    this.timers.clear();
  }

  startProcess(ctx: NodeContext): void {
    if (this.isRunning()) return;
    this.life += 1;
    this.changeState('running', ctx);
    this.start(ctx);
  }

  protected send(request: Request, ctx: NodeContext): number {
    return ctx.request(this.broker, request, this.connection);
  }

  private changeState(state: QueueClient['state'], ctx: NodeContext): void {
    this.state = state;
    ctx.befell(ctx.self);
    ctx.trace({ kind: 'QueueClientChanged', client: this.name, state });
  }

  abstract readonly subscription: Subscription | null;
  protected abstract onRequest(request: Request, ctx: NodeContext): void;
  protected abstract onAnswer(response: Response, correlationId: number, ctx: NodeContext): void;
  protected abstract onConnected(ctx: NodeContext): void;
  protected abstract onLost(ctx: NodeContext): void;
  protected abstract work(ctx: NodeContext): void;
}
