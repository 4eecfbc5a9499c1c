import {
  exponentialBackoffMs,
  jitterFactor,
  RETRY_BACKOFF_JITTER,
} from '../../network/exponentialBackoff.ts';
import type { NodeContext } from '../../../node/Node.ts';
import type { FindCoordinatorResponse } from '../../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { BrokerId, Micros } from '../../../../shared/units.ts';
import type { GroupConsumer } from './GroupConsumer.ts';

/**
 * Whether the coordinator is known; if not, it is looked for: FindCoordinator to the least loaded broker, and after a failure
 * again when a back-off has passed and metadata are new. Kafka: `AbstractCoordinator.ensureCoordinatorReady` (4.2).
 */
export function ensureCoordinatorReady(consumer: GroupConsumer, ctx: NodeContext): boolean {
  const { coordinator, network, metadata } = consumer;
  if (coordinator.channel.node !== null) return true;
  if (coordinator.lookup === null) {
    if (coordinator.awaitsMetadata || coordinator.lookupAtUs > ctx.nowUs) return false;
    const broker = network.leastLoaded(metadata.brokers, ctx);
    if (broker === null) {
      lookupFailed(consumer, ctx);
      return false;
    }
    coordinator.lookup = { broker, correlationId: null };
  }
  sendLookup(consumer, ctx);
  return false;
}

/** When to try again; Infinity while an answer is on its way. */
export function lookupDueUs({ coordinator, network }: GroupConsumer, nowUs: Micros): Micros {
  const { channel, lookup, awaitsMetadata, lookupAtUs } = coordinator;
  if (channel.node !== null || awaitsMetadata) return Infinity;
  if (lookup === null) return Math.max(lookupAtUs, nowUs);
  return lookup.correlationId === null ? (network.retryAtUs(lookup.broker, nowUs) ?? Infinity) : Infinity;
}

function sendLookup(consumer: GroupConsumer, ctx: NodeContext): void {
  const { coordinator, network } = consumer;
  const { lookup, config } = coordinator;
  if (lookup?.correlationId !== null || !consumer.isReady(lookup.broker, ctx)) return;
  lookup.correlationId = network.send(
    lookup.broker,
    { kind: 'FindCoordinatorRequest', keyType: 'GROUP', key: config.groupId },
    true,
    ctx,
  );
}

export function handleFindCoordinator(
  consumer: GroupConsumer,
  response: FindCoordinatorResponse,
  ctx: NodeContext,
): void {
  const { coordinator, clientId } = consumer;
  coordinator.lookup = null;
  if (response.error !== 'NONE') {
    lookupFailed(consumer, ctx);
    return;
  }
  coordinator.channel.node = response.nodeId;
  // Kafka: `client.tryConnect(coordinator)`.
  coordinator.channel.network.ready(response.nodeId, ctx);
  coordinator.heartbeat.resetSession(ctx.nowUs);
  ctx.trace({
    kind: 'CoordinatorDiscovered',
    client: `consumer:${clientId}`,
    keyType: 'GROUP',
    key: coordinator.config.groupId,
    broker: response.nodeId,
  });
}

/** The broker that was asked is gone. */
export function onBrokerDisconnected(consumer: GroupConsumer, broker: BrokerId, ctx: NodeContext): void {
  if (consumer.coordinator.lookup?.broker !== broker) return;
  consumer.coordinator.lookup = null;
  lookupFailed(consumer, ctx);
}

function lookupFailed(consumer: GroupConsumer, ctx: NodeContext): void {
  backOffLookup(consumer, ctx);
  consumer.coordinator.awaitsMetadata = true;
  consumer.metadata.requestUpdate();
}

function backOffLookup(consumer: GroupConsumer, ctx: NodeContext): void {
  const { coordinator } = consumer;
  coordinator.lookupAtUs = ctx.nowUs + retryBackoffUs(consumer, coordinator.lookupAttempts, ctx);
  coordinator.lookupAttempts += 1;
}

/** Kafka: `AbstractCoordinator.retryBackoff`. */
export function retryBackoffUs(consumer: GroupConsumer, attempts: number, ctx: NodeContext): Micros {
  const { retryBackoffMs: initialMs, retryBackoffMaxMs: maxMs } = consumer.config;
  consumer.coordinator.backoffs += 1;
  const drawn = ctx.jitter('coordinatorBackoff', consumer.coordinator.backoffs);
  const factor = jitterFactor(RETRY_BACKOFF_JITTER, drawn);
  return exponentialBackoffMs({ initialMs, maxMs, multiplier: 2 }, attempts, factor) * MICROS_PER_MILLI;
}

/** Kafka: `AbstractCoordinator.markCoordinatorUnknown`: what was asked of it fails. */
export function markCoordinatorUnknown(
  consumer: GroupConsumer,
  reason: string,
  isDisconnected: boolean,
  ctx: NodeContext,
): void {
  const { coordinator, clientId } = consumer;
  const { channel, config } = coordinator;
  const broker = channel.node;
  if (broker === null) return;
  ctx.trace({ kind: 'CoordinatorLost', consumer: clientId, group: config.groupId, broker, reason });
  channel.forget(isDisconnected, ctx);
  // A coordinator that was found and cannot be reached is asked for again after a back-off.
  if (isDisconnected && coordinator.lookupAttempts > 0) backOffLookup(consumer, ctx);
  else coordinator.lookupAtUs = ctx.nowUs;
}
