import type { NodeContext } from '../node/Node.ts';
import type { BrokerHeartbeatResponse, BrokerRegistrationResponse } from '../protocol/requests.ts';
import { hashedInt, hashText } from '../kernel/hash.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Epoch, Micros, Offset } from '../../shared/units.ts';
import type { BrokerConfig } from './BrokerConfig.ts';

/** Kafka's `BrokerState`, as far as a started process can be in it. */
export type BrokerState = 'STARTING' | 'RECOVERY' | 'RUNNING' | 'PENDING_CONTROLLED_SHUTDOWN';

export const LIFECYCLE_TIMER = 'lifecycle';
export const LIFECYCLE_TIMEOUT = 'lifecycleTimeout';
const CATCHING_UP_INTERVAL_US = 10_000;
const FIRST_SHUTDOWN_CHECK_US = 50_000;

/** What the manager has to know to speak for its broker. */
export interface LifecycleBroker {
  readonly id: number;
  readonly config: BrokerConfig;
  readonly incarnationId: string;
  readonly rack: string | null;
  readonly previousBrokerEpoch: Epoch;
  readonly appliedMetadataOffset: Offset;
  readonly isReadyToUnfence: boolean;
}

/**
 * Registers the broker and keeps its session with the controller alive. Kafka: `BrokerLifecycleManager` (4.2).
 *
 *   STARTING → RECOVERY (registered) → RUNNING (unfenced) → PENDING_CONTROLLED_SHUTDOWN → the process ends
 */
export class BrokerLifecycleManager {
  state: BrokerState = 'STARTING';
  brokerEpoch: Epoch = -1;
  inFlight: { readonly correlationId: number; readonly sentAtUs: Micros } | null = null;
  private attempts = 0;
  private gotShutdownAnswer = false;

  /** A broker that was registered and unfenced before the scenario began. */
  resume(brokerEpoch: Epoch, firstHeartbeatInUs: Micros, ctx: NodeContext): void {
    this.state = 'RUNNING';
    this.brokerEpoch = brokerEpoch;
    ctx.setTimer(LIFECYCLE_TIMER, firstHeartbeatInUs);
  }

  beginControlledShutdown(broker: LifecycleBroker, ctx: NodeContext): void {
    this.state = 'PENDING_CONTROLLED_SHUTDOWN';
    if (!this.inFlight) this.communicate(broker, ctx);
    else ctx.setTimer(LIFECYCLE_TIMER, 0);
  }

  /** Time for the next registration or heartbeat. */
  communicate(broker: LifecycleBroker, ctx: NodeContext): void {
    if (this.inFlight) return;
    const correlationId =
      this.state === 'STARTING'
        ? ctx.request(ctx.directory.controller, {
            kind: 'BrokerRegistrationRequest',
            brokerId: broker.id,
            incarnationId: broker.incarnationId,
            rack: broker.rack,
            previousBrokerEpoch: broker.previousBrokerEpoch,
          })
        : ctx.request(ctx.directory.controller, {
            kind: 'BrokerHeartbeatRequest',
            brokerId: broker.id,
            brokerEpoch: this.brokerEpoch,
            currentMetadataOffset: broker.appliedMetadataOffset,
            wantFence: !broker.isReadyToUnfence,
            wantShutDown: this.state === 'PENDING_CONTROLLED_SHUTDOWN',
          });
    this.inFlight = { correlationId, sentAtUs: ctx.nowUs };
    ctx.setTimer(LIFECYCLE_TIMEOUT, broker.config.sessionTimeoutUs / 2);
  }

  handleRegistration(
    response: BrokerRegistrationResponse,
    correlationId: number,
    broker: LifecycleBroker,
    ctx: NodeContext,
  ): void {
    if (!this.isAnswered(correlationId, ctx)) return;
    if (response.error !== 'NONE') {
      ctx.trace({ kind: 'BrokerRegistrationRefused', broker: broker.id, error: response.error });
      this.attempts += 1;
      ctx.setTimer(LIFECYCLE_TIMER, registrationBackoffUs(this.attempts, broker, ctx.seed));
      return;
    }
    this.attempts = 0;
    this.brokerEpoch = response.brokerEpoch;
    this.state = 'RECOVERY';
    ctx.setTimer(LIFECYCLE_TIMER, 0);
  }

  /** Returns true when the controller lets the broker go. */
  handleHeartbeat(
    response: BrokerHeartbeatResponse,
    correlationId: number,
    broker: LifecycleBroker,
    ctx: NodeContext,
  ): boolean {
    if (!this.isAnswered(correlationId, ctx)) return false;
    const intervalUs = broker.config.heartbeatIntervalUs;
    if (response.error !== 'NONE') {
      ctx.setTimer(LIFECYCLE_TIMER, intervalUs);
      return false;
    }
    if (this.state === 'PENDING_CONTROLLED_SHUTDOWN') {
      if (response.shouldShutDown) return true;
      ctx.setTimer(LIFECYCLE_TIMER, this.gotShutdownAnswer ? intervalUs : FIRST_SHUTDOWN_CHECK_US);
      this.gotShutdownAnswer = true;
      return false;
    }
    if (this.state === 'RECOVERY' && !response.isFenced) this.state = 'RUNNING';
    const isWaiting = this.state === 'RECOVERY';
    ctx.setTimer(LIFECYCLE_TIMER, isWaiting ? CATCHING_UP_INTERVAL_US : intervalUs);
    return false;
  }

  /** No answer within half a session: try again. */
  onTimeout(broker: LifecycleBroker, ctx: NodeContext): void {
    this.inFlight = null;
    this.communicate(broker, ctx);
  }

  private isAnswered(correlationId: number, ctx: NodeContext): boolean {
    if (this.inFlight?.correlationId !== correlationId) return false;
    this.inFlight = null;
    ctx.cancelTimer(LIFECYCLE_TIMEOUT);
    return true;
  }
}

/** 100 ms, doubled each time up to a session, give or take 2 % (B2). The jitter is a hash, not a draw: the loop stays repeatable. */
function registrationBackoffUs(attempt: number, broker: LifecycleBroker, seed: number): Micros {
  let backoffUs = 100 * MICROS_PER_MILLI;
  for (let i = 1; i < attempt && backoffUs < broker.config.sessionTimeoutUs; i++) backoffUs *= 2;
  backoffUs = Math.min(backoffUs, broker.config.sessionTimeoutUs);
  const perMille = hashedInt(seed, hashText(broker.incarnationId), attempt, 41) - 20;
  return Math.round((backoffUs * (1000 + perMille)) / 1000);
}
