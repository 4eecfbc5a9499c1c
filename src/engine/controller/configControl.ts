import type { NodeContext } from '../node/Node.ts';
import type { BrokerId } from '../../shared/units.ts';
import { adminError, type AdminControl, type AdminError } from './AdminControl.ts';
import { groupConfigFault } from './groupConfigFault.ts';
import type { ReplicationControl } from './ReplicationControl.ts';

const MIN_IN_SYNC_REPLICAS = 'min.insync.replicas';

/** What configs belong to: a topic, a group, one broker, or all of them. */
export type ConfigResource =
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'broker'; readonly broker: BrokerId }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'cluster' };

/** SET, or DELETE where the value is null. */
export interface ConfigChange {
  readonly name: string;
  readonly value: string | null;
}

/** SETs, then DELETEs. */
export function configChanges(
  configs: Readonly<Record<string, string>>,
  remove: readonly string[] = [],
): ConfigChange[] {
  return [
    ...Object.entries(configs).map(([name, value]) => ({ name, value })),
    ...remove.map((name) => ({ name, value: null })),
  ];
}

/**
 * Why a change of configs is refused, or null. With eligible leader replicas on, min.insync.replicas is a matter of topic and
 * cluster: no broker may have its own, and the cluster must have one (R7).
 * Kafka: `ConfigurationControlManager.isDisallowedBrokerMinIsrTransition`, `isDisallowedClusterMinIsrTransition` (4.2).
 */
export function configFault(
  resource: ConfigResource,
  changes: readonly ConfigChange[],
  eligibleLeaderReplicas: boolean,
): AdminError | null {
  const change = changes.find(({ name }) => name === MIN_IN_SYNC_REPLICAS);
  if (!change || !eligibleLeaderReplicas) return null;
  if (resource.kind === 'broker')
    return adminError(
      'INVALID_CONFIG',
      `Broker-level ${MIN_IN_SYNC_REPLICAS} cannot be altered while ELR is enabled.`,
    );
  if (resource.kind === 'cluster' && change.value === null)
    return adminError(
      'INVALID_CONFIG',
      `Cluster-level ${MIN_IN_SYNC_REPLICAS} cannot be removed while ELR is enabled.`,
    );
  return null;
}

/**
 * The changes that are written. Of a topic only those that change something; of brokers every one, so that they load the config
 * anew (KAFKA-14136). Kafka: `ConfigurationControlManager.incrementalAlterConfigResource` (4.2).
 */
export function writtenChanges(
  resource: ConfigResource,
  changes: readonly ConfigChange[],
  current: ReadonlyMap<string, string> | undefined,
): readonly ConfigChange[] {
  if (resource.kind !== 'topic') return changes;
  return changes.filter(({ name, value }) => (current?.get(name) ?? null) !== value);
}

/**
 * IncrementalAlterConfigs on one resource. Where min.insync.replicas is written, the ELR of every partition that it concerns is
 * cleared, for it was collected under another minimum (R7).
 */
export function alterConfigs(
  control: AdminControl,
  resource: ConfigResource,
  changes: readonly ConfigChange[],
  ctx: NodeContext,
): AdminError | null {
  const { image, config } = control;
  const fault =
    configFault(resource, changes, config.eligibleLeaderReplicas) ?? resourceFault(control, resource);
  if (fault) return fault;
  if (resource.kind === 'group') return alterGroupConfigs(control, resource.group, changes, ctx);
  const topic = resource.kind === 'topic' ? resource.topic : null;
  const current =
    resource.kind === 'topic'
      ? image.topicConfigs.get(resource.topic)
      : resource.kind === 'broker'
        ? image.brokerConfigs.get(resource.broker)
        : image.clusterConfigs;
  const written = writtenChanges(resource, changes, current);
  for (const { name, value } of written) {
    if (value === null) ctx.trace({ kind: 'ConfigRemoved', resource: resourceName(resource), name });
    else ctx.trace({ kind: 'ConfigAltered', resource: resourceName(resource), name, value });
    const owner = resource.kind === 'broker' ? { broker: resource.broker } : {};
    control.append({ kind: 'ConfigRecord', topic, ...owner, name, value }, ctx);
  }
  const isMinimumWritten = written.some(({ name }) => name === MIN_IN_SYNC_REPLICAS);
  if (isMinimumWritten && config.eligibleLeaderReplicas) clearElr(control, topic, ctx);
  return null;
}

/** A group need not exist to have configs. */
function alterGroupConfigs(
  control: AdminControl,
  group: string,
  changes: readonly ConfigChange[],
  ctx: NodeContext,
): AdminError | null {
  const current = control.image.groupConfigs?.get(group);
  const after = new Map(current);
  for (const { name, value } of changes) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  const message = groupConfigFault(after);
  if (message !== null) return adminError('INVALID_CONFIG', message);
  for (const { name, value } of changes) {
    if ((current?.get(name) ?? null) === value) continue;
    if (value === null) ctx.trace({ kind: 'ConfigRemoved', resource: `group:${group}`, name });
    else ctx.trace({ kind: 'ConfigAltered', resource: `group:${group}`, name, value });
    control.append({ kind: 'ConfigRecord', topic: null, group, name, value }, ctx);
  }
  return null;
}

function resourceFault(control: AdminControl, resource: ConfigResource): AdminError | null {
  if (resource.kind === 'topic' && !control.image.topics.has(resource.topic))
    return adminError('UNKNOWN_TOPIC_OR_PARTITION', `The topic '${resource.topic}' does not exist.`);
  if (resource.kind === 'broker' && !control.image.brokers.has(resource.broker))
    return adminError('BROKER_ID_NOT_REGISTERED', `No broker with id ${resource.broker} found.`);
  return null;
}

/** As traces name it. */
export function resourceName(resource: ConfigResource): string {
  if (resource.kind === 'topic') return resource.topic;
  if (resource.kind === 'group') return `group:${resource.group}`;
  return resource.kind === 'broker' ? `broker:${resource.broker}` : 'cluster';
}

/**
 * ClearElrRecord: no partition of the topic, or of any, has an ELR or a last-known leader any more.
 *
 * Simplified: one PartitionChangeRecord for each partition that had one, which leads to the same registrations.
 */
function clearElr(control: ReplicationControl, topic: string | null, ctx: NodeContext): void {
  for (const entry of [...control.image.partitions.values()]) {
    const { topicPartition, registration } = entry;
    if (topic !== null && entry.topic !== topic) continue;
    if (registration.elr.length === 0 && registration.lastKnownElr.length === 0) continue;
    const partitionEpoch = registration.partitionEpoch + 1;
    const cleared = { ...registration, elr: [], lastKnownElr: [], partitionEpoch };
    control.append({ kind: 'PartitionChangeRecord', topicPartition, registration: cleared }, ctx);
  }
}
