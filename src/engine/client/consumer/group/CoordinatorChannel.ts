import { NetworkClient } from '../../network/NetworkClient.ts';
import type { ConnectionConfig, Disconnection } from '../../network/NetworkClient.ts';
import type { NodeContext } from '../../../node/Node.ts';
import type { GroupRequest } from '../../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { BrokerId, Micros, Millis } from '../../../../shared/units.ts';
import type { Commit } from './Commit.ts';
import type { Generation } from './Generation.ts';

/** Connections to coordinators are numbered from here on, so that none has the number of another to the same broker. */
export const FIRST_COORDINATOR_CONNECTION = 8_000_000;

/** What was asked of the coordinator, and as whom: how its answer is to be taken. */
export type CoordinatorCall =
  | { readonly kind: 'JoinGroup' | 'SyncGroup' | 'Heartbeat'; readonly generation: Generation }
  | { readonly kind: 'LeaveGroup' | 'OffsetFetch' | 'ConsumerGroupHeartbeat' }
  | { readonly kind: 'OffsetCommit'; readonly generation: Generation; readonly commit: Commit };

interface UnsentCall {
  readonly call: CoordinatorCall;
  readonly request: GroupRequest;
  readonly timeoutMs: Millis | null;
  readonly sinceUs: Micros;
}

/**
 * A connection to the coordinator of its own: a JoinGroup may wait there for minutes, and a fetch elsewhere must not wait behind
 * it. Requests are kept until it stands. Kafka: `ConsumerNetworkClient`, the node `Integer.MAX_VALUE − id` (4.2).
 */
export class CoordinatorChannel {
  network: NetworkClient;
  /** null: unknown. Kafka: `AbstractCoordinator.coordinator`. */
  node: BrokerId | null = null;
  private readonly config: ConnectionConfig;
  private unsent: UnsentCall[] = [];
  private readonly sent = new Map<number, CoordinatorCall>();
  /** Calls that will get no answer. */
  failed: CoordinatorCall[] = [];

  constructor(name: string, config: ConnectionConfig, before?: NetworkClient) {
    this.config = config;
    this.network = new NetworkClient(name, config, before, FIRST_COORDINATOR_CONNECTION);
  }

  /** Takes a request along; it goes out with the next `flush`. */
  call(
    call: CoordinatorCall,
    request: GroupRequest,
    ctx: NodeContext,
    timeoutMs: Millis | null = null,
  ): void {
    this.unsent.push({ call, request, timeoutMs, sinceUs: ctx.nowUs });
  }

  /** Sends what can be sent, and begins to connect where there is no connection. Returns when to look again. */
  flush(clientId: string, ctx: NodeContext): Micros {
    const { node, network } = this;
    if (node === null) {
      this.failUnsent();
      return Infinity;
    }
    const overdue = this.unsent.filter((item) => this.giveUpAtUs(item) <= ctx.nowUs);
    this.failed.push(...overdue.map(({ call }) => call));
    this.unsent = this.unsent.filter((item) => !overdue.includes(item));
    while (this.unsent.length > 0 && network.ready(node, ctx) && network.canSendMore(node)) {
      const { call, request, timeoutMs } = this.unsent.shift() as UnsentCall;
      this.sent.set(network.send(node, request, true, ctx, timeoutMs ?? undefined), call);
      if (call.kind !== 'OffsetCommit' && call.kind !== 'OffsetFetch' && saysSomething(request))
        ctx.trace({
          kind: 'GroupRequestSent',
          consumer: clientId,
          group: request.groupId,
          request: call.kind,
        });
    }
    let againUs = network.nextDeadlineUs();
    if (this.unsent.length > 0) againUs = Math.min(againUs, network.retryAtUs(node, ctx.nowUs) ?? Infinity);
    for (const item of this.unsent) againUs = Math.min(againUs, this.giveUpAtUs(item));
    return againUs;
  }

  /** The call that an answer belongs to; null for one given up before, or for a handshake. */
  complete(correlationId: number, broker: BrokerId): CoordinatorCall | null {
    this.network.complete(correlationId, broker);
    const call = this.sent.get(correlationId) ?? null;
    this.sent.delete(correlationId);
    return call;
  }

  /** A connection has ended, and with it all that was to be answered on it. Returns whether it was the coordinator's. */
  disconnected(broker: BrokerId, { requests }: Disconnection): boolean {
    for (const { correlationId } of requests) {
      const call = this.sent.get(correlationId);
      if (call) this.failed.push(call);
      this.sent.delete(correlationId);
    }
    return broker === this.node;
  }

  /** The coordinator is unknown from now on. Kafka: `AbstractCoordinator.markCoordinatorUnknown`. */
  forget(isDisconnected: boolean, ctx: NodeContext): void {
    const { node } = this;
    if (node === null) return;
    this.node = null;
    if (!isDisconnected) this.network.giveUp(node, ctx);
    this.failed.push(...this.sent.values());
    this.sent.clear();
    this.failUnsent();
  }

  /** Whether nothing is asked. */
  get isIdle(): boolean {
    return this.unsent.length + this.sent.size + this.failed.length === 0;
  }

  private failUnsent(): void {
    this.failed.push(...this.unsent.map(({ call }) => call));
    this.unsent = [];
  }

  private giveUpAtUs({ sinceUs, timeoutMs }: UnsentCall): Micros {
    return sinceUs + (timeoutMs ?? this.config.requestTimeoutMs) * MICROS_PER_MILLI;
  }
}

/** Whether a request is more than a sign of life: idle loops leave no rows. */
function saysSomething(request: GroupRequest): request is GroupRequest & { readonly groupId: string } {
  if (!('groupId' in request) || request.kind === 'HeartbeatRequest') return false;
  if (request.kind === 'ShareGroupHeartbeatRequest')
    return request.memberEpoch <= 0 || request.subscribedTopicNames !== null;
  if (request.kind !== 'ConsumerGroupHeartbeatRequest') return true;
  return (
    request.memberEpoch <= 0 || request.subscribedTopicNames !== null || request.topicPartitions !== null
  );
}
