import type { NodeContext } from '../node/Node.ts';
import type { BrokerHeartbeatResponse, BrokerRegistrationResponse } from '../protocol/requests.ts';
import type { BrokerId, Epoch, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerConfig } from './BrokerConfig.ts';
import { ControllerChannel } from './ControllerChannel.ts';

/** Kafka's `BrokerState`, as far as a started process can be in it. */
export type BrokerState =
  'STARTING' | 'RECOVERY' | 'RUNNING' | 'PENDING_CONTROLLED_SHUTDOWN' | 'SHUTTING_DOWN';

export const LIFECYCLE_TIMER = 'lifecycle';
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
  /** Leader of the metadata quorum, as far as the broker has heard. */
  readonly controllerId: BrokerId | null;
  /** Replicas in failed log directories. */
  readonly offlineReplicas: readonly TopicPartition[];
}

/**
 * Registers the broker and keeps its session with the controller alive (B1, B2, B6). Kafka: `BrokerLifecycleManager` (4.2).
 *
 *   STARTING → RECOVERY (registered, and the controller says it knows its own registration) → RUNNING (unfenced)
 *   RUNNING → PENDING_CONTROLLED_SHUTDOWN → SHUTTING_DOWN (it serves nobody, and flushes its logs) → the process ends
 *
 * One request is under way at a time, and goes to whoever is the active controller. What fails, in whatever way, is tried again one
 * heartbeat interval later.
 *
 * Simplified: a broker that cannot register for `initial.broker.registration.timeout.ms` (60 s) goes on trying; Kafka's gives up.
 */
export class BrokerLifecycleManager {
  state: BrokerState = 'STARTING';
  brokerEpoch: Epoch = -1;
  /** A request is given up when the next heartbeat would be due. */
  readonly channel: ControllerChannel;
  /** Something changed while a request was under way: the next one goes out as soon as it is answered. */
  private isNextImmediate = false;
  private gotShutdownAnswer = false;

  constructor(config: Pick<BrokerConfig, 'heartbeatIntervalUs' | 'controllerRequestTimeoutUs'>) {
    const { heartbeatIntervalUs, controllerRequestTimeoutUs } = config;
    this.channel = new ControllerChannel('heartbeat', heartbeatIntervalUs, controllerRequestTimeoutUs);
  }

  /** For checkpoints. */
  blank(): BrokerLifecycleManager {
    return new BrokerLifecycleManager({ heartbeatIntervalUs: 0, controllerRequestTimeoutUs: 0 });
  }

  /** A broker that was registered and unfenced before the scenario began. */
  resume(brokerEpoch: Epoch, firstHeartbeatInUs: Micros, ctx: NodeContext): void {
    this.state = 'RUNNING';
    this.brokerEpoch = brokerEpoch;
    ctx.setTimer(LIFECYCLE_TIMER, firstHeartbeatInUs);
  }

  beginControlledShutdown(broker: LifecycleBroker, ctx: NodeContext): void {
    this.state = 'PENDING_CONTROLLED_SHUTDOWN';
    this.communicate(broker, ctx);
  }

  /** It says nothing more to the controller. */
  beginShutdown(): void {
    this.state = 'SHUTTING_DOWN';
  }

  /** Time for the next registration or heartbeat, or news that the controller is to hear at once. */
  communicate(broker: LifecycleBroker, ctx: NodeContext): void {
    if (this.channel.isBusy) {
      this.isNextImmediate = true;
      return;
    }
    ctx.cancelTimer(LIFECYCLE_TIMER);
    this.channel.send(
      this.brokerEpoch < 0
        ? {
            kind: 'BrokerRegistrationRequest',
            brokerId: broker.id,
            incarnationId: broker.incarnationId,
            rack: broker.rack,
            previousBrokerEpoch: broker.previousBrokerEpoch,
            ...offlineReplicasOf(broker),
          }
        : {
            kind: 'BrokerHeartbeatRequest',
            brokerId: broker.id,
            brokerEpoch: this.brokerEpoch,
            currentMetadataOffset: broker.appliedMetadataOffset,
            wantFence: !broker.isReadyToUnfence,
            wantShutDown: this.state === 'PENDING_CONTROLLED_SHUTDOWN',
            ...offlineReplicasOf(broker),
          },
      broker.controllerId,
      ctx,
    );
  }

  handleRegistration(
    response: BrokerRegistrationResponse,
    correlationId: number,
    broker: LifecycleBroker,
    ctx: NodeContext,
  ): void {
    if (!this.channel.takeAnswer(response, correlationId, broker.controllerId, ctx)) return;
    if (response.error !== 'NONE') {
      ctx.trace({ kind: 'BrokerRegistrationRefused', broker: broker.id, error: response.error });
      this.scheduleAfterFailure(broker, ctx);
      return;
    }
    this.brokerEpoch = response.brokerEpoch;
    this.schedule(0, ctx);
  }

  /** Returns true when the controller lets the broker go. */
  handleHeartbeat(
    response: BrokerHeartbeatResponse,
    correlationId: number,
    broker: LifecycleBroker,
    ctx: NodeContext,
  ): boolean {
    if (!this.channel.takeAnswer(response, correlationId, broker.controllerId, ctx)) return false;
    if (response.error !== 'NONE') {
      this.scheduleAfterFailure(broker, ctx);
      return false;
    }
    const intervalUs = broker.config.heartbeatIntervalUs;
    switch (this.state) {
      case 'STARTING':
        if (response.isCaughtUp) this.state = 'RECOVERY';
        this.schedule(CATCHING_UP_INTERVAL_US, ctx);
        return false;
      case 'RECOVERY':
        if (!response.isFenced) this.state = 'RUNNING';
        this.schedule(intervalUs, ctx);
        return false;
      case 'RUNNING':
        this.schedule(intervalUs, ctx);
        return false;
      case 'PENDING_CONTROLLED_SHUTDOWN':
        if (response.shouldShutDown) return true;
        this.schedule(this.gotShutdownAnswer ? intervalUs : FIRST_SHUTDOWN_CHECK_US, ctx);
        this.gotShutdownAnswer = true;
        return false;
      case 'SHUTTING_DOWN':
        // Nobody listens any more.
        return false;
    }
  }

  /** The channel's timer: when no answer came in time, the controller is asked anew later. */
  onChannelTimer(broker: LifecycleBroker, ctx: NodeContext): void {
    if (this.channel.onTimer(broker.controllerId, ctx)) this.scheduleAfterFailure(broker, ctx);
  }

  private schedule(delayUs: Micros, ctx: NodeContext): void {
    ctx.setTimer(LIFECYCLE_TIMER, this.isNextImmediate ? 0 : delayUs);
    this.isNextImmediate = false;
  }

  private scheduleAfterFailure(broker: LifecycleBroker, ctx: NodeContext): void {
    this.isNextImmediate = false;
    this.schedule(broker.config.heartbeatIntervalUs, ctx);
  }
}

function offlineReplicasOf({ offlineReplicas }: LifecycleBroker): {
  readonly offlineReplicas?: readonly TopicPartition[];
} {
  return offlineReplicas.length === 0 ? {} : { offlineReplicas };
}
