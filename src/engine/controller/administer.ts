import type { ClientQuotaEntity, ClientQuotaKey } from '../metadata/ClientQuotas.ts';
import type { NodeContext } from '../node/Node.ts';
import type { BrokerId, TopicPartition } from '../../shared/units.ts';
import { adminError, type AdminControl, type AdminError } from './AdminControl.ts';
import { alterClientQuotas } from './alterClientQuotas.ts';
import { alterPartitionReassignment, type ReassignmentRequest } from './alterPartitionReassignments.ts';
import { alterConfigs, configChanges, resourceName, type ConfigResource } from './configControl.ts';
import { electLeaderOf, type RequestedElection } from './electLeaders.ts';
import type { PartitionsRequest, TopicRequest } from './newPartitions.ts';
import { changePartitionsOf, type ReplicationControl } from './ReplicationControl.ts';
import { createPartitions, createTopic, deleteTopic } from './topicControl.ts';

/** What an admin client may ask of the controller. `apiVersion`: of the request; absent: the newest. */
export type AdminRequest =
  | (TopicRequest & {
      readonly kind: 'CreateTopics';
      readonly configs: Readonly<Record<string, string>>;
      readonly apiVersion?: number;
    })
  | { readonly kind: 'DeleteTopics'; readonly topic: string; readonly apiVersion?: number }
  | (PartitionsRequest & { readonly kind: 'CreatePartitions'; readonly apiVersion?: number })
  /** `partitions` null: all of them. */
  | {
      readonly kind: 'ElectLeaders';
      readonly election: RequestedElection;
      readonly partitions: readonly TopicPartition[] | null;
    }
  | {
      readonly kind: 'AlterPartitionReassignments';
      readonly reassignments: readonly ReassignmentRequest[];
    }
  | {
      readonly kind: 'IncrementalAlterConfigs';
      readonly resource: ConfigResource;
      readonly configs: Readonly<Record<string, string>>;
      readonly remove: readonly string[];
    }
  | {
      readonly kind: 'AlterClientQuotas';
      readonly entity: ClientQuotaEntity;
      readonly quotas: readonly (readonly [ClientQuotaKey, number | null])[];
    }
  | { readonly kind: 'UnregisterBroker'; readonly broker: BrokerId };

/**
 * Carries out what an admin client asks for, and traces what was refused with Kafka's error and words. Without an active
 * controller nobody answers: `control` is null.
 *
 * Simplified: a request reaches the active controller at once, and its answer is the trace.
 */
export function administer(control: AdminControl | null, request: AdminRequest, ctx: NodeContext): void {
  if (!control) {
    refuse(request, 'cluster', adminError('REQUEST_TIMED_OUT', 'No controller is active.'), ctx);
    return;
  }
  switch (request.kind) {
    case 'CreateTopics':
      refuse(request, request.topic, createTopic(control, request, ctx), ctx);
      return;
    case 'DeleteTopics':
      refuse(request, request.topic, deleteTopic(control, request, ctx), ctx);
      return;
    case 'CreatePartitions':
      refuse(request, request.topic, createPartitions(control, request, ctx), ctx);
      return;
    case 'ElectLeaders':
      electLeaders(control, request, ctx);
      return;
    case 'AlterPartitionReassignments':
      for (const reassignment of request.reassignments)
        refuse(request, reassignment.partition, alterPartitionReassignment(control, reassignment, ctx), ctx);
      return;
    case 'IncrementalAlterConfigs': {
      const { resource, configs, remove } = request;
      const fault = alterConfigs(control, resource, configChanges(configs, remove), ctx);
      refuse(request, resourceName(resource), fault, ctx);
      return;
    }
    case 'AlterClientQuotas':
      alterClientQuotas(control, request.entity, request.quotas, ctx);
      return;
    case 'UnregisterBroker':
      refuse(request, `broker:${request.broker}`, unregisterBroker(control, request.broker, ctx), ctx);
  }
}

/**
 * Takes a broker out of the cluster: it leaves every ISR as if fenced, then the metadata. Its replicas stay assigned to it.
 * Kafka: `ReplicationControlManager.handleBrokerUnregistered` (4.2).
 */
function unregisterBroker(
  control: ReplicationControl,
  broker: BrokerId,
  ctx: NodeContext,
): AdminError | null {
  const registration = control.image.brokers.get(broker);
  if (!registration)
    return adminError('BROKER_ID_NOT_REGISTERED', `Broker ID ${broker} is not currently registered`);
  ctx.trace({ kind: 'BrokerUnregistered', broker });
  changePartitionsOf(control, { removed: broker }, ctx);
  control.append({ kind: 'UnregisterBrokerRecord', broker, brokerEpoch: registration.brokerEpoch }, ctx);
  return null;
}

/** Asked for all partitions, it says nothing of those that need no election. */
function electLeaders(
  control: ReplicationControl,
  request: Extract<AdminRequest, { kind: 'ElectLeaders' }>,
  ctx: NodeContext,
): void {
  const { election, partitions } = request;
  for (const partition of partitions ?? [...control.image.partitions.keys()]) {
    const error = electLeaderOf(control, election, partition, ctx);
    if (error === 'NONE' || (partitions === null && error === 'ELECTION_NOT_NEEDED')) continue;
    refuse(request, partition, adminError(error, ''), ctx);
  }
}

function refuse(request: AdminRequest, resource: string, fault: AdminError | null, ctx: NodeContext): void {
  if (!fault) return;
  const { error, message } = fault;
  ctx.trace({ kind: 'AdminRequestFailed', request: request.kind, resource, error, message });
}
