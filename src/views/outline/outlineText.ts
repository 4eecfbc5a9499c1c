import type { EntityKey, LinkView, PartitionView } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import { outline as o } from '../../i18n/en/outline.ts';
import { formatTime } from '../../i18n/format.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { besideFacts } from '../cluster/besideFacts.ts';
import { brokerFacts, spokenBroker } from '../cluster/brokerFacts.ts';
import { consumerState, producerState } from '../cluster/clientState.ts';
import { spokenNode } from '../cluster/entityActions.ts';
import { isOnline, nameOf, oneWayOf, roleLetter, type ClusterModel } from '../clusterModel.ts';
import { lookUp } from './clusterLookup.ts';
import type { OutlineLine } from './outlineTree.ts';

/** Of more partitions a client or a group tells the sum; each has a line below. */
const MOST_TOLD = 12;

/** What a line says now; its name alone when its thing has just gone. */
export function outlineText(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  trace: readonly TraceRow[],
  line: OutlineLine,
): string {
  const { topics, racks } = lookUp(cluster);
  switch (line.of) {
    case 'cluster':
      return o.cluster({
        brokers: cluster.brokers.length,
        online: cluster.brokers.filter(isOnline).length,
        controllers: cluster.controllers.length,
      });
    case 'rack': {
      const brokers = racks.find(({ rack }) => rack === line.rack)?.brokers ?? [];
      return o.rack({
        rack: line.rack,
        brokers: brokers.length,
        online: brokers.filter(isOnline).length,
      });
    }
    case 'broker':
      return brokerText(m, cluster, trace, line.key);
    case 'controller': {
      const controller = cluster.controllers.find(({ key }) => key === line.key);
      if (controller === undefined) return nameOf(line.key);
      const { nodeId, logEndOffset, highWatermark } = controller;
      return o.controller(
        nodeId,
        m.controller.standing(controller),
        m.controller.ends(logEndOffset, highWatermark),
      );
    }
    case 'link': {
      const link = cluster.links.find(({ key }) => key === line.key);
      return link === undefined ? nameOf(line.key) : linkText(m, link);
    }
    case 'topics':
      return o.topics({
        topics: topics.length,
        partitions: cluster.partitions.length,
        troubles: troublesOf(cluster.partitions),
      });
    case 'topic': {
      const partitions = topics.find(({ topic }) => topic === line.topic)?.partitions ?? [];
      return o.topic({
        name: line.topic,
        partitions: partitions.length,
        troubles: troublesOf(partitions),
      });
    }
    case 'partition':
      return partitionText(cluster, line.partition);
    case 'replica':
      return replicaText(m, cluster, line.partition, line.broker);
    case 'clients':
      return o.clients({ producers: cluster.producers.length, consumers: cluster.consumers.length });
    case 'client':
      return clientText(m, cluster, line.key);
    case 'position': {
      const consumer = cluster.consumers.find(({ key }) => key === line.client);
      const position = consumer?.positions.find(({ partition }) => partition === line.partition);
      return position === undefined ? line.partition : o.position(withLag(cluster, position));
    }
    case 'outside':
      return o.outside({
        databases: cluster.stores.length,
        queueBrokers: cluster.queueBrokers.length,
        queueClients: cluster.queueClients.length,
      });
    case 'beside': {
      const spoken = besideFacts(m, cluster).find(({ key }) => key === line.key)?.spoken;
      return `${spoken ?? nameOf(line.key)}.`;
    }
    case 'groups':
      return o.groups(cluster.groups.length);
    case 'group':
      return groupText(cluster, line.key);
    case 'member': {
      const group = lookUp(cluster).groupOf.get(line.group);
      const member = group?.members.find(({ memberId }) => memberId === line.memberId);
      if (member === undefined) return line.memberId;
      const { clientId, state, epoch, partitions } = member;
      return o.member({ id: clientId, state, epoch, partitions });
    }
    case 'committed': {
      const group = lookUp(cluster).groupOf.get(line.group);
      const committed = group?.committed.find(({ partition }) => partition === line.partition);
      return committed === undefined ? line.partition : o.committed(committedWithLag(cluster, committed));
    }
  }
}

function brokerText(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  trace: readonly TraceRow[],
  key: EntityKey,
): string {
  const broker = cluster.brokers.find((one) => one.key === key);
  if (broker === undefined) return nameOf(key);
  const facts = brokerFacts(m, broker, cluster.partitions[0] ?? null, trace, cluster.partitions.length);
  return `${spokenBroker(m, broker, facts)}.`;
}

function partitionText(cluster: ClusterModel, partition: string): string {
  const found = lookUp(cluster).partitionOf.get(partition);
  if (found === undefined) return partition;
  const { isr, replicas, effectiveMinIsr, leaderEpoch, leader, name } = found;
  const inSync = o.inSync({ size: isr.length, replicas: replicas.length, minIsr: effectiveMinIsr });
  return `${o.partition({ name, leader, leaderEpoch })} ${inSync}`;
}

function replicaText(m: Catalogue['stage'], cluster: ClusterModel, name: string, broker: number): string {
  const { partitionOf, brokerOf, replicaOf } = lookUp(cluster);
  const partition = partitionOf.get(name);
  if (partition === undefined) return name;
  const holder = brokerOf.get(broker);
  const letter = m.outline.roles[roleLetter(partition, broker)];
  const role = holder !== undefined && isOnline(holder) ? letter : `${letter}, ${o.offlineReplica}`;
  const replica = replicaOf.get(`${name}@${broker}`);
  if (replica === undefined) return o.replicaFromAfar({ partition: name, broker, role });
  const { leaderEpoch, logEndOffset, highWatermark } = replica;
  return o.replica({
    partition: name,
    broker,
    role,
    leaderEpoch,
    logEndOffset,
    highWatermark,
    uncommitted: Math.max(0, logEndOffset - highWatermark),
  });
}

function clientText(m: Catalogue['stage'], cluster: ClusterModel, key: EntityKey): string {
  const producer = cluster.producers.find((one) => one.key === key);
  if (producer !== undefined)
    return o.producer({
      id: producer.clientId,
      acks: producer.acks,
      inFlight: producer.inFlight.length,
      accumulated: producer.accumulatedRecords,
      acked: producer.acked,
      failed: producer.failed,
      lastError: producer.lastError,
      state: producerState(m.producer, producer),
    });
  const consumer = cluster.consumers.find((one) => one.key === key);
  if (consumer === undefined) return nameOf(key);
  const positions = consumer.positions.map((position) => withLag(cluster, position));
  return o.consumer({
    id: consumer.clientId,
    delivered: consumer.delivered,
    state: consumerState(m, consumer),
    positions: positions.length > MOST_TOLD ? lagOfAll(positions) : positions.map(o.position).join(' '),
  });
}

function groupText(cluster: ClusterModel, key: EntityKey): string {
  const group = lookUp(cluster).groupOf.get(key);
  if (group === undefined) return nameOf(key);
  const { groupId: id, state, generation, coordinator } = group;
  const committed = group.committed.map((one) => committedWithLag(cluster, one));
  return o.group({
    id,
    state,
    generation,
    coordinator,
    members: group.members.map(({ clientId }) => clientId),
    committed: committed.length > MOST_TOLD ? lagOfAll(committed) : committed.map(o.committed).join(' '),
  });
}

function lagOfAll(places: readonly { readonly lag: number }[]): string {
  return o.lagOfAll({
    partitions: places.length,
    lag: places.reduce((sum, { lag }) => sum + lag, 0),
  });
}

/** Nothing of what is not known: neither of a partition that has gone, nor of a reader without a position. */
function withLag(
  cluster: ClusterModel,
  { partition, position }: { readonly partition: string; readonly position: number },
) {
  const end = lookUp(cluster).partitionOf.get(partition)?.highWatermark ?? 0;
  return { partition, position, lag: position < 0 ? 0 : Math.max(0, end - position) };
}

function committedWithLag(
  cluster: ClusterModel,
  { partition, offset }: { readonly partition: string; readonly offset: number },
) {
  const end = lookUp(cluster).partitionOf.get(partition)?.highWatermark ?? offset;
  return { partition, offset, lag: Math.max(0, end - offset) };
}

function troublesOf(partitions: readonly PartitionView[]) {
  const count = (has: (partition: PartitionView) => boolean) => partitions.filter(has).length;
  return {
    withoutLeader: count(({ leader }) => leader < 0),
    underMinIsr: count(({ isr, effectiveMinIsr }) => isr.length < effectiveMinIsr),
    underReplicated: count(({ isr, replicas }) => isr.length < replicas.length),
  };
}

function linkText(m: Catalogue['stage'], link: LinkView): string {
  const words = (ways: LinkView['cut'], what: 'cut' | 'slow'): string => {
    if (ways === null) return '';
    const oneWay = oneWayOf(link, ways);
    const [a, b] = oneWay ?? link.between;
    return o.link({
      a: spokenNode(m, a),
      b: spokenNode(m, b),
      what,
      oneWay: oneWay !== null,
      since: what === 'cut' || link.cut === null ? formatTime(link.sinceUs) : null,
    });
  };
  const text = [words(link.cut, 'cut'), words(link.slow, 'slow')].filter((part) => part !== '').join(' ');
  return text === '' ? nameOf(link.key) : text;
}
