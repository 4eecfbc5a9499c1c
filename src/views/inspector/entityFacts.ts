import type { ConsumerView, EntityKey, EntityView, ProducerView } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import { formatNumber, formatTime } from '../../i18n/format.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { nameOf, roleLetter, selectPartition, type ClusterModel } from '../clusterModel.ts';
import { besideFacts } from '../cluster/besideFacts.ts';
import { brokerFacts } from '../cluster/brokerFacts.ts';

export interface EntityFacts {
  readonly title: string;
  readonly subtitle: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** Controllers told beside the one that is looked at. */
const MOST_OTHERS = 4;
/** Partitions told of a consumer. */
const MOST_POSITIONS = 5;

/** What it is and three to six facts, always in the same order; null for what nobody inspects. */
export function entityFacts(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  entity: EntityView,
  partitionName: string | null,
  trace: readonly TraceRow[],
): EntityFacts | null {
  const f = m.inspector.facts;
  const partition = selectPartition(cluster, partitionName);
  switch (entity.kind) {
    case 'broker': {
      const facts = brokerFacts(m, entity, partition, trace);
      const replica = cluster.replicas.find(
        ({ broker, partition: name }) => broker === entity.nodeId && name === partition?.name,
      );
      return {
        title: m.broker.name(entity.nodeId),
        subtitle: [facts.line, facts.status].filter((part) => part !== '').join(', '),
        facts: [
          { name: f.rack, value: entity.rack ?? m.inspector.none },
          { name: f.brokerEpoch, value: formatNumber(entity.brokerEpoch) },
          { name: f.leads, value: m.inspector.partitions(entity.leaderCount) },
          ...(replica === undefined
            ? []
            : [
                { name: f.logEnd, value: formatNumber(replica.logEndOffset) },
                { name: f.highWatermark, value: formatNumber(replica.highWatermark) },
                { name: f.flushed, value: formatNumber(replica.flushedOffset) },
              ]),
          { name: f.lastHeartbeat, value: formatTime(entity.lastHeartbeatUs) },
          { name: f.ioThreads, value: m.inspector.ofMost(entity.busyIoThreads, entity.ioThreads) },
        ],
      };
    }
    case 'producer':
      return {
        title: m.producer.name(entity.clientId),
        subtitle: m.producer.identity(entity.acks, entity.producerId, entity.producerEpoch),
        facts: [
          { name: f.idempotence, value: entity.idempotent ? m.inspector.on : m.inspector.off },
          { name: f.acked, value: formatNumber(entity.acked) },
          { name: f.failed, value: formatNumber(entity.failed) },
          { name: f.held, value: m.producer.waitingRecords(entity.accumulatedRecords) },
          {
            name: m.producer.inFlight,
            value: m.inspector.ofMost(entity.inFlight.length, entity.maxInFlight),
          },
          { name: f.lastError, value: entity.lastError ?? m.inspector.none },
          ...transactionFacts(m, entity),
        ],
      };
    case 'consumer':
      return {
        title: m.consumer.name(entity.clientId),
        subtitle: m.consumer.delivered(entity.delivered),
        facts: [...memberFacts(m, entity), ...positionFacts(m, entity)],
      };
    case 'controller':
      return {
        title: m.controller.name(entity.nodeId),
        subtitle: m.controller.standing(entity),
        facts: [
          { name: f.raftState, value: entity.raftState ?? m.inspector.none },
          { name: f.quorumEpoch, value: formatNumber(entity.epoch) },
          { name: f.quorumLeader, value: entity.leader < 0 ? m.inspector.none : String(entity.leader) },
          { name: f.logEnd, value: formatNumber(entity.logEndOffset) },
          {
            name: f.highWatermark,
            value: entity.highWatermark < 0 ? m.inspector.none : formatNumber(entity.highWatermark),
          },
          ...cluster.controllers
            .filter(({ key }) => key !== entity.key)
            .slice(0, MOST_OTHERS)
            .map((other) => ({ name: m.controller.name(other.nodeId), value: m.controller.standing(other) })),
          ...(partition === null
            ? []
            : [
                { name: f.isr, value: m.inspector.set(partition.isr) },
                { name: f.elr, value: m.inspector.set(partition.elr) },
                { name: f.epochs, value: m.inspector.pair(partition.leaderEpoch, partition.partitionEpoch) },
              ]),
        ],
      };
    case 'partition':
      return {
        title: entity.name,
        subtitle: m.inspector.ledBy(entity.leader),
        facts: [
          { name: f.replicas, value: m.inspector.set(entity.replicas) },
          { name: f.isr, value: m.inspector.set(entity.isr) },
          { name: f.elr, value: m.inspector.set(entity.elr) },
          { name: f.epochs, value: m.inspector.pair(entity.leaderEpoch, entity.partitionEpoch) },
          { name: f.highWatermark, value: formatNumber(entity.highWatermark) },
          { name: 'min.insync.replicas', value: m.inspector.pair(entity.minIsr, entity.effectiveMinIsr) },
          ...(entity.addingReplicas === undefined
            ? []
            : [{ name: f.adding, value: m.inspector.set(entity.addingReplicas) }]),
          ...(entity.removingReplicas === undefined
            ? []
            : [{ name: f.removing, value: m.inspector.set(entity.removingReplicas) }]),
        ],
      };
    case 'store':
    case 'queueBroker':
    case 'queueClient':
      return factsBeside(m, cluster, entity);
    case 'metadataLog':
    case 'cluster':
    case 'replica':
    case 'group':
    case 'queue':
    case 'link':
      return null;
  }
}

/** Of what is outside of Kafka. */
function factsBeside(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  entity: Extract<EntityView, { kind: 'store' | 'queueBroker' | 'queueClient' }>,
): EntityFacts {
  const b = m.beside;
  const fact = besideFacts(m, cluster).find(({ key }) => key === entity.key);
  const [title = '', ...rest] = (fact?.spoken ?? '').split(', ');
  const number = (name: string, value: number) => ({ name, value: formatNumber(value) });
  const facts =
    entity.kind === 'store'
      ? [
          number(b.transactionsName, entity.transactions),
          number(b.failed, entity.failed),
          number(b.refusedName, entity.refused),
          number(b.atWork, entity.atWork),
          { name: b.writers, value: entity.users.map(nameOf).join(', ') },
        ]
      : entity.kind === 'queueBroker'
        ? [number(b.publishedName, entity.published), number(b.unroutable, entity.unroutable)]
        : entity.key.startsWith('publisher:')
          ? [number(b.publishedName, entity.published), number(b.confirmed, entity.confirmed)]
          : [number(b.held, entity.held), number(b.done, entity.done)];
  return { title, subtitle: rest.join(', '), facts };
}

/** Where a producer stands in its transaction, by Kafka's names; nothing for one without a transactional.id. */
function transactionFacts(m: Catalogue['stage'], { transaction }: ProducerView): EntityFacts['facts'] {
  if (transaction === undefined) return [];
  const { transactionalId, state, waitsIn, coordinator, partitions, error } = transaction;
  const f = m.inspector.transaction;
  return [
    { name: 'transactional.id', value: transactionalId },
    { name: f.state, value: state },
    { name: f.waitsIn, value: waitsIn === null ? m.inspector.none : `${waitsIn}()` },
    { name: f.partitions, value: partitions.length === 0 ? m.inspector.none : partitions.join(', ') },
    { name: f.coordinator, value: coordinator < 0 ? m.inspector.none : m.broker.name(coordinator) },
    ...(error === null ? [] : [{ name: f.error, value: error }]),
  ];
}

/** Where a consumer stands in its group; nothing for one without a group. */
function memberFacts(m: Catalogue['stage'], { group }: ConsumerView): EntityFacts['facts'] {
  if (group === undefined) return [];
  const f = m.inspector.facts;
  return [
    { name: f.group, value: group.groupId },
    { name: f.memberState, value: m.inspector.memberState(group.state, group.isLeader) },
    { name: f.memberId, value: group.memberId === '' ? m.inspector.none : group.memberId },
    ...(group.instanceId === null ? [] : [{ name: 'group.instance.id', value: group.instanceId }]),
    { name: f.generation, value: group.generation < 0 ? m.inspector.none : formatNumber(group.generation) },
    {
      name: f.coordinator,
      value: group.coordinator < 0 ? m.inspector.none : m.broker.name(group.coordinator),
    },
  ];
}

function positionFacts(
  m: Catalogue['stage'],
  { positions, group, paused }: ConsumerView,
): EntityFacts['facts'] {
  return positions.slice(0, MOST_POSITIONS).map(({ partition: name, position }) => {
    const place = position < 0 ? m.consumer.noPosition : formatNumber(position);
    const committed = group?.committed.find(({ partition }) => partition === name)?.offset ?? null;
    const value = m.inspector.positionAndCommitted(place, committed);
    return { name, value: paused?.includes(name) === true ? `${value}, ${m.producer.paused}` : value };
  });
}

/** The letter for a broker's small picture; null for all else. */
export function letterOf(cluster: ClusterModel, key: EntityKey, partitionName: string | null) {
  const broker = cluster.brokers.find((candidate) => candidate.key === key);
  const partition = selectPartition(cluster, partitionName);
  if (broker === undefined || partition === null || !partition.replicas.includes(broker.nodeId)) return null;
  return roleLetter(partition, broker.nodeId);
}
