import type { SelfCloning } from '../../kernel/cloneState.ts';
import { FewMap } from '../../kernel/FewMap.ts';
import type { NodeContext } from '../../node/Node.ts';
import { rpcSizeBytes } from '../../protocol/requests.ts';
import type { Request, Response } from '../../protocol/requests.ts';
import type { DisconnectReason } from '../../node/Node.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Micros, Millis, NodeIndex } from '../../../shared/units.ts';
import type { SelectorMeters } from '../metrics/SelectorMeters.ts';
import type { MisnamedBroker } from './clientNames.ts';
import { exponentialBackoffMs, jitterFactor, RETRY_BACKOFF_JITTER } from './exponentialBackoff.ts';

/** Configs of the connections, as every client has them. */
export interface ConnectionConfig {
  readonly requestTimeoutMs: Millis;
  readonly reconnectBackoffMs: Millis;
  readonly reconnectBackoffMaxMs: Millis;
  readonly maxInFlightRequests: number;
}

const NONE_ENDED: readonly Disconnection[] = [];
const SETUP_TIMEOUT_US = 10_000 * MICROS_PER_MILLI;

interface Connection {
  state: 'connecting' | 'ready' | 'disconnected';
  /** Failed attempts in a row. */
  failures: number;
  /** No new attempt before this. */
  retryAtUs: Micros;
  /** Correlation id of the handshake under way. */
  handshake: number;
  connectingSinceUs: Micros;
  /** Rises with each connection that is opened; the newest one's. */
  number: number;
  /** The broker said that it reads nothing before this (KIP-219). */
  throttledUntilUs: Micros;
}

export interface InFlightRequest {
  readonly correlationId: number;
  readonly broker: BrokerId;
  readonly sentAtUs: Micros;
  readonly request: Request;
  /** For how long it is waited for; left out: for `request.timeout.ms`. */
  readonly timeoutMs?: Millis;
}

/** The end of a connection, with what was in flight on it. */
export interface Disconnection {
  readonly broker: BrokerId;
  readonly reason: DisconnectReason | 'RequestTimedOut' | 'SetupTimedOut' | 'UnknownHost';
  readonly requests: readonly InFlightRequest[];
}

/**
 * A client's connections and the requests on them. Kafka: `NetworkClient`, `ClusterConnectionStates`, `InFlightRequests`.
 *
 *   disconnected → connecting (handshake sent) → ready → disconnected (closed, refused, or a request timed out)
 *
 * When one request times out its connection is closed, and everything in flight on it fails (RT3).
 *
 * Simplified: connections do not idle out; the setup timeout is always 10 s.
 */
export class NetworkClient implements SelfCloning {
  private readonly connections = new FewMap<BrokerId, Connection>();
  readonly inFlight = new FewMap<number, InFlightRequest>();
  private readonly config: ConnectionConfig;
  private readonly name: string;
  private readonly connectionsBefore: number;
  /** How often a least loaded node was chosen. */
  private choices = 0;
  /** What is measured on its connections; left out: nothing. */
  declare meters?: SelectorMeters;
  /** Brokers whose advertised address cannot be resolved here; left out: there are none. */
  declare private misnamed?: readonly MisnamedBroker[];
  /** Connections to such an address, which ended as soon as they were to begin. */
  declare private unresolved?: Disconnection[];

  /**
   * @param before the client of the process before this one: no two connections of a client have the same number.
   * @param firstNumber what the first connection's number follows, where there was none before.
   */
  constructor(name: string, config: ConnectionConfig, before?: NetworkClient, firstNumber = 0) {
    this.name = name;
    this.config = config;
    this.connectionsBefore = before?.newestConnection ?? firstNumber;
    if (before?.misnamed) this.nameBrokers(before.misnamed);
  }

  /** For checkpoints: requests in flight never change. */
  shareOrClone(): NetworkClient {
    const copy = new NetworkClient(this.name, this.config, undefined, this.connectionsBefore);
    for (const [broker, connection] of this.connections) copy.connections.set(broker, copyOf(connection));
    for (const [id, request] of this.inFlight) copy.inFlight.set(id, request);
    copy.choices = this.choices;
    if (this.misnamed) copy.misnamed = this.misnamed;
    if (this.unresolved) copy.unresolved = this.unresolved.slice();
    if (this.meters) copy.meters = this.meters.shareOrClone();
    return copy;
  }

  /** What the names that this machine knows do not lead to. */
  nameBrokers(misnamed: readonly MisnamedBroker[]): void {
    if (misnamed.length === 0) return;
    this.misnamed = misnamed;
    this.unresolved = [];
  }

  /** The id under which a node is connected to; null: it is no broker. */
  brokerIdOf(peer: NodeIndex, ctx: NodeContext): BrokerId | null {
    const broker = ctx.directory.brokerIds.get(peer);
    if (broker === undefined) return null;
    return this.misnamed?.find((one) => one.broker === broker)?.bootstrapId ?? broker;
  }

  private targetOf(broker: BrokerId, ctx: NodeContext): NodeIndex {
    const named = broker < 0 ? this.misnamed?.find(({ bootstrapId }) => bootstrapId === broker) : undefined;
    return ctx.directory.brokers.get(named?.broker ?? broker) ?? -1;
  }

  private get newestConnection(): number {
    let newest = this.connectionsBefore;
    for (const { number } of this.connections.values()) newest = Math.max(newest, number);
    return newest;
  }

  /** Whether requests can be sent, and starts to connect if that is possible and not. */
  ready(broker: BrokerId, ctx: NodeContext): boolean {
    const connection = this.connectionTo(broker);
    if (connection.state === 'ready') return connection.throttledUntilUs <= ctx.nowUs;
    if (connection.state === 'disconnected' && connection.retryAtUs <= ctx.nowUs)
      this.connect(broker, connection, ctx);
    return false;
  }

  /** Whether no connection to it stands or is being opened. */
  isDisconnected(broker: BrokerId): boolean {
    return (this.connections.get(broker)?.state ?? 'disconnected') === 'disconnected';
  }

  /** When a broker that cannot be reached now may be tried again; null when nothing hinders. */
  retryAtUs(broker: BrokerId, nowUs: Micros): Micros | null {
    const connection = this.connections.get(broker);
    if (connection?.state === 'ready')
      return connection.throttledUntilUs > nowUs ? connection.throttledUntilUs : null;
    return connection?.state === 'disconnected' && connection.retryAtUs > nowUs ? connection.retryAtUs : null;
  }

  /** Number of the newest connection to a broker; null: there was none. */
  connectionNumber(broker: BrokerId): number | null {
    return this.connections.get(broker)?.number ?? null;
  }

  inFlightCount(broker: BrokerId): number {
    let count = 0;
    for (const request of this.inFlight.values()) if (request.broker === broker) count += 1;
    return count;
  }

  /** Connections that stand. */
  get connectionCount(): number {
    let count = 0;
    for (const { state } of this.connections.values()) if (state === 'ready') count += 1;
    return count;
  }

  canSendMore(broker: BrokerId): boolean {
    return this.inFlightCount(broker) < this.config.maxInFlightRequests;
  }

  /**
   * Sends on a ready connection. A request without answer (acks=0) is not in flight afterwards.
   *
   * @param timeoutMs not below `request.timeout.ms`, which holds when it is left out.
   */
  send(
    broker: BrokerId,
    request: Request,
    expectsResponse: boolean,
    ctx: NodeContext,
    timeoutMs?: Millis,
  ): number {
    const target = this.targetOf(broker, ctx);
    this.meters?.requestSent(rpcSizeBytes(request), ctx.nowUs);
    const correlationId = ctx.request(target, request, this.connections.get(broker)?.number);
    if (expectsResponse) {
      const sent = { correlationId, broker, sentAtUs: ctx.nowUs, request };
      this.inFlight.set(correlationId, timeoutMs === undefined ? sent : { ...sent, timeoutMs });
    }
    return correlationId;
  }

  /** An answer may say that the broker is not going to read from this connection for a while. */
  noteThrottle(broker: BrokerId, response: Response, ctx: NodeContext): void {
    const throttleMs = 'throttleTimeMs' in response ? (response.throttleTimeMs ?? 0) : 0;
    const connection = this.connections.get(broker);
    if (throttleMs > 0 && connection) connection.throttledUntilUs = ctx.nowUs + throttleMs * MICROS_PER_MILLI;
  }

  /** The request that an answer belongs to; null for one given up before, or for a handshake. */
  complete(correlationId: number, broker: BrokerId): InFlightRequest | null {
    const connection = this.connections.get(broker);
    if (connection?.state === 'connecting' && connection.handshake === correlationId) {
      connection.state = 'ready';
      connection.failures = 0;
      return null;
    }
    const request = this.inFlight.get(correlationId) ?? null;
    this.inFlight.delete(correlationId);
    return request;
  }

  /** The other side closed or refused; null when that connection has ended already, with or without a new one since. */
  onDisconnected(
    broker: BrokerId,
    reason: DisconnectReason,
    number: number,
    ctx: NodeContext,
  ): Disconnection | null {
    if ((this.connections.get(broker)?.number ?? 0) > number) return null;
    return this.disconnect(broker, reason, ctx);
  }

  /** Closes connections whose oldest request, or whose handshake, has waited too long. */
  expire(ctx: NodeContext): readonly Disconnection[] {
    if (this.nextDeadlineUs() > ctx.nowUs) return NONE_ENDED;
    const ended: Disconnection[] = this.unresolved?.splice(0) ?? [];
    for (const [broker, connection] of this.connections) {
      const isOverdue = this.deadlineUs(broker, connection) <= ctx.nowUs;
      if (!isOverdue) continue;
      const reason = connection.state === 'connecting' ? 'SetupTimedOut' : 'RequestTimedOut';
      ctx.closeConnection(this.targetOf(broker, ctx));
      const disconnection = this.disconnect(broker, reason, ctx);
      if (disconnection) ended.push(disconnection);
    }
    return ended;
  }

  /** The next instant at which `expire` may have something to do. */
  nextDeadlineUs(): Micros {
    if (this.unresolved && this.unresolved.length > 0) return 0;
    let earliest = Infinity;
    for (const connection of this.connections.values())
      if (connection.state === 'connecting')
        earliest = Math.min(earliest, connection.connectingSinceUs + SETUP_TIMEOUT_US);
    // Requests stand in the order in which they were sent: of those with the same time the first is the first to end.
    for (const request of this.inFlight.values()) {
      earliest = Math.min(earliest, this.timesOutUs(request));
      if (request.timeoutMs === undefined) return earliest;
    }
    return earliest;
  }

  /** What is in flight to a broker was sent later by so much. */
  shift(broker: BrokerId, byUs: Micros): void {
    for (const [id, request] of this.inFlight)
      if (request.broker === broker) this.inFlight.set(id, { ...request, sentAtUs: request.sentAtUs + byUs });
  }

  /** When a request on its way is given up. */
  timesOutUs(request: InFlightRequest): Micros {
    return request.sentAtUs + (request.timeoutMs ?? this.config.requestTimeoutMs) * MICROS_PER_MILLI;
  }

  /**
   * The broker to ask things that any broker knows: a ready one with the least in flight, else one that is being connected to,
   * else the one that was tried longest ago. Null when none can be used now. Kafka: `NetworkClient.leastLoadedNode` (4.2).
   */
  leastLoaded(brokers: readonly BrokerId[], ctx: NodeContext): BrokerId | null {
    let ready: BrokerId | null = null;
    let leastInFlight = this.config.maxInFlightRequests;
    let connecting: BrokerId | null = null;
    let connectable: BrokerId | null = null;
    let triedAtUs = Infinity;
    const offset =
      brokers.length > 1 ? Math.floor(ctx.jitter('leastLoadedNode', this.choices) * brokers.length) : 0;
    this.choices += 1;
    for (let i = 0; i < brokers.length; i++) {
      const broker = brokers[(offset + i) % brokers.length] as BrokerId;
      const connection = this.connections.get(broker);
      const isThrottled = (connection?.throttledUntilUs ?? 0) > ctx.nowUs;
      const load = connection?.state === 'ready' && !isThrottled ? this.inFlightCount(broker) : Infinity;
      const lastTriedUs = connection?.connectingSinceUs ?? 0;
      if (load < leastInFlight) {
        ready = broker;
        leastInFlight = load;
      } else if (connection?.state === 'connecting') connecting = broker;
      else if (
        connection?.state !== 'ready' &&
        this.retryAtUs(broker, ctx.nowUs) === null &&
        lastTriedUs < triedAtUs
      ) {
        connectable = broker;
        triedAtUs = lastTriedUs;
      }
    }
    return ready ?? connecting ?? connectable;
  }

  /** How often a least loaded node was chosen. */
  get choiceCount(): number {
    return this.choices;
  }

  /** So many times more a least loaded node was chosen. */
  skipChoices(count: number): void {
    this.choices += count;
  }

  /** Which of the brokers `leastLoaded` would choose by this draw, as things are; null where none of them is ready. */
  readyLeastLoaded(brokers: readonly BrokerId[], draw: number, nowUs: Micros): BrokerId | null {
    const offset = brokers.length > 1 ? Math.floor(draw * brokers.length) : 0;
    let chosen: BrokerId | null = null;
    let leastInFlight = this.config.maxInFlightRequests;
    for (let i = 0; i < brokers.length; i++) {
      const broker = brokers[(offset + i) % brokers.length] as BrokerId;
      const connection = this.connections.get(broker);
      if (connection?.state !== 'ready' || connection.throttledUntilUs > nowUs) continue;
      const load = this.inFlightCount(broker);
      if (load >= leastInFlight) continue;
      chosen = broker;
      leastInFlight = load;
    }
    return chosen;
  }

  /** Whether a connection to any of them stands, however busy it is. */
  hasReady(brokers: readonly BrokerId[]): boolean {
    return brokers.some((broker) => this.connections.get(broker)?.state === 'ready');
  }

  /** Gives a connection up, with all that is in flight on it: answers that still come are read by nobody. */
  giveUp(broker: BrokerId, ctx: NodeContext): void {
    const connection = this.connections.get(broker);
    if (!connection || connection.state === 'disconnected') return;
    connection.state = 'disconnected';
    connection.handshake = -1;
    connection.retryAtUs = ctx.nowUs + this.config.reconnectBackoffMs * MICROS_PER_MILLI;
    for (const [id, request] of this.inFlight) if (request.broker === broker) this.inFlight.delete(id);
  }

  private connect(broker: BrokerId, connection: Connection, ctx: NodeContext): void {
    connection.state = 'connecting';
    connection.number += 1;
    connection.throttledUntilUs = 0;
    connection.connectingSinceUs = ctx.nowUs;
    const unresolvable = this.misnamed?.find((one) => one.broker === broker);
    if (unresolvable && this.unresolved) {
      const ended = this.disconnect(broker, 'UnknownHost', ctx, unresolvable.address);
      if (ended) this.unresolved.push(ended);
      return;
    }
    const handshake: Request = { kind: 'ApiVersionsRequest' };
    this.meters?.requestSent(rpcSizeBytes(handshake), ctx.nowUs);
    connection.handshake = ctx.request(this.targetOf(broker, ctx), handshake, connection.number);
  }

  private disconnect(
    broker: BrokerId,
    reason: Disconnection['reason'],
    ctx: NodeContext,
    address?: string,
  ): Disconnection | null {
    const connection = this.connections.get(broker);
    if (!connection || connection.state === 'disconnected') return null;
    ctx.trace({
      kind: 'Disconnected',
      client: this.name,
      broker,
      reason,
      ...(address !== undefined && { address }),
    });
    const policy = {
      initialMs: this.config.reconnectBackoffMs,
      maxMs: this.config.reconnectBackoffMaxMs,
      multiplier: 2,
    };
    const jitter = jitterFactor(
      RETRY_BACKOFF_JITTER,
      ctx.jitter(`reconnectBackoff/${broker}`, connection.number),
    );
    connection.state = 'disconnected';
    connection.retryAtUs =
      ctx.nowUs + exponentialBackoffMs(policy, connection.failures, jitter) * MICROS_PER_MILLI;
    connection.failures += 1;
    const requests = [...this.inFlight.values()].filter((request) => request.broker === broker);
    for (const request of requests) this.inFlight.delete(request.correlationId);
    return { broker, reason, requests };
  }

  private deadlineUs(broker: BrokerId, connection: Connection): Micros {
    if (connection.state === 'connecting') return connection.connectingSinceUs + SETUP_TIMEOUT_US;
    let earliest = Infinity;
    for (const request of this.inFlight.values()) {
      if (request.broker !== broker) continue;
      earliest = Math.min(earliest, this.timesOutUs(request));
      if (request.timeoutMs === undefined) return earliest;
    }
    return earliest;
  }

  private connectionTo(broker: BrokerId): Connection {
    let connection = this.connections.get(broker);
    if (!connection) {
      connection = {
        state: 'disconnected',
        failures: 0,
        retryAtUs: 0,
        handshake: -1,
        connectingSinceUs: 0,
        number: this.connectionsBefore,
        throttledUntilUs: 0,
      };
      this.connections.set(broker, connection);
    }
    return connection;
  }
}

function copyOf(connection: Connection): Connection {
  const { state, failures, retryAtUs, handshake, connectingSinceUs, number, throttledUntilUs } = connection;
  return { state, failures, retryAtUs, handshake, connectingSinceUs, number, throttledUntilUs };
}
