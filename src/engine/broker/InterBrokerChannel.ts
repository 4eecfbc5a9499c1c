import type { DisconnectReason, NodeContext } from '../node/Node.ts';
import type { Request } from '../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros } from '../../shared/units.ts';

/** Timers of all channels between brokers begin so: this, the channel's name, a slash, and the other broker. */
export const INTER_BROKER_TIMER = 'interBroker/';
/** Not configs: what Kafka gives these clients. */
const RECONNECT_BACKOFF_US = 50 * MICROS_PER_MILLI;
/** request.timeout.ms of a broker. */
const REQUEST_TIMEOUT_US = 30_000 * MICROS_PER_MILLI;
/** Connections of one channel to a broker are numbered from a multiple of this on; below the first one are those of fetchers. */
const CONNECTIONS = 1_000_000;

/** The channels that there are, by the place of their connections. */
export const MARKER_CHANNEL = 1;
export const ADD_PARTITIONS_CHANNEL = 2;
export const SHARE_STATE_CHANNEL = 3;

/** Whether the end of a connection concerns the fetcher too: a refusal is of one connection alone. */
export function isOfFetcher(reason: DisconnectReason, connection: number): boolean {
  return reason !== 'ConnectionRefused' || connection < CONNECTIONS;
}

interface Peer {
  /** Of how many connections an end was heard. */
  failures: number;
  /** The request under way; null: none is. */
  inFlight: { readonly correlationId: number; readonly connection: number } | null;
  /** When it may be tried again after a failure. */
  readyUs: Micros;
}

/**
 * A broker's own way to other brokers, and to itself, beside those of its fetchers: to each one a connection with one request under
 * way, connections again 50 ms after a failure, and no answer within 30 s is a failure. Kafka: `InterBrokerSendThread` (4.2).
 *
 * Whoever uses it keeps what it asked by the correlation id.
 *
 * Simplified: connections are set up in no time, and what a broker sends to itself takes as long as to its neighbour.
 */
export class InterBrokerChannel {
  readonly name: string;
  private readonly range: number;
  private readonly peers = new Map<BrokerId, Peer>();

  constructor(name: string, range: number) {
    this.name = name;
    this.range = range;
  }

  /** For checkpoints. */
  blank(): InterBrokerChannel {
    return new InterBrokerChannel(this.name, this.range);
  }

  /** It never sent anything. */
  get isDormant(): boolean {
    return this.peers.size === 0;
  }

  /** Whether a request to this broker can leave now. */
  isReady(broker: BrokerId, ctx: NodeContext): boolean {
    const peer = this.peers.get(broker);
    return !peer || (peer.inFlight === null && peer.readyUs <= ctx.nowUs);
  }

  /** Sends to a broker that is ready, and returns the correlation id; null: there is no such broker. */
  send(broker: BrokerId, request: Request, ctx: NodeContext): number | null {
    const target = ctx.directory.brokers.get(broker);
    if (target === undefined) return null;
    const peer = this.peers.get(broker) ?? { failures: 0, inFlight: null, readyUs: 0 };
    this.peers.set(broker, peer);
    const connection = this.range * CONNECTIONS + peer.failures;
    const correlationId = ctx.request(target, request, connection);
    peer.inFlight = { correlationId, connection };
    ctx.setTimer(this.timerOf(broker), REQUEST_TIMEOUT_US);
    return correlationId;
  }

  /** Who has answered the request of this number; null: nobody waits for it any more. */
  takeAnswer(correlationId: number, ctx: NodeContext): BrokerId | null {
    for (const [broker, peer] of this.peers) {
      if (peer.inFlight?.correlationId !== correlationId) continue;
      peer.inFlight = null;
      ctx.cancelTimer(this.timerOf(broker));
      return broker;
    }
    return null;
  }

  /** A connection with a broker ended. Returns the request that will get no answer; null: none was under way on it. */
  onDisconnected(
    broker: BrokerId,
    reason: DisconnectReason,
    connection: number,
    ctx: NodeContext,
  ): number | null {
    const peer = this.peers.get(broker);
    if (!peer?.inFlight) return null;
    // A refusal is of one connection, the end of a process of all that it had let in.
    const isMine = Math.floor(connection / CONNECTIONS) === this.range;
    if (reason === 'ConnectionRefused' && !isMine) return null;
    if (connection < peer.inFlight.connection) return null;
    return this.fail(broker, peer, ctx);
  }

  /**
   * The timer of a broker went off. Returns the request that was not answered in time, and null when the wait after a failure is
   * over.
   */
  onTimer(broker: BrokerId, ctx: NodeContext): number | null {
    const peer = this.peers.get(broker);
    if (!peer?.inFlight) return null;
    return this.fail(broker, peer, ctx);
  }

  private fail(broker: BrokerId, peer: Peer, ctx: NodeContext): number | null {
    const correlationId = peer.inFlight?.correlationId ?? null;
    peer.inFlight = null;
    peer.failures += 1;
    peer.readyUs = ctx.nowUs + RECONNECT_BACKOFF_US;
    ctx.setTimer(this.timerOf(broker), RECONNECT_BACKOFF_US);
    return correlationId;
  }

  private timerOf(broker: BrokerId): string {
    return `${INTER_BROKER_TIMER}${this.name}/${broker}`;
  }
}
