import { outline as o } from '../../i18n/en/outline.ts';
import type { EntityKey } from '../../bridge/frame.ts';
import { besideFacts } from '../cluster/besideFacts.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import { nameOf, type ClusterModel } from '../clusterModel.ts';
import { lookUp } from './clusterLookup.ts';

/** What a line of the outline tells of. */
export type OutlineLine =
  | { readonly of: 'cluster' | 'topics' | 'clients' | 'outside' | 'groups' }
  | { readonly of: 'rack'; readonly rack: string }
  | { readonly of: 'broker' | 'controller' | 'link' | 'client' | 'beside' | 'group'; readonly key: EntityKey }
  | { readonly of: 'topic'; readonly topic: string }
  | { readonly of: 'partition'; readonly partition: string }
  | { readonly of: 'replica'; readonly partition: string; readonly broker: number }
  | { readonly of: 'member'; readonly group: EntityKey; readonly memberId: string }
  | { readonly of: 'committed'; readonly group: EntityKey; readonly partition: string }
  | { readonly of: 'position'; readonly client: EntityKey; readonly partition: string };

/** Plain data: two trees of the same lines are equal, whatever their lines say. */
export interface OutlineNode {
  /** Of the line, not of the thing: a replica stands under its partition and under its broker. */
  readonly key: string;
  readonly line: OutlineLine;
  /** What letters find it by. */
  readonly name: string;
  readonly hasChildren: boolean;
  /** Only of one that is open. */
  readonly children: readonly OutlineNode[];
}

/** What a reader has opened and shut, by the key of the line; all else is as it is at first. */
export type OutlineFolds = Readonly<Record<string, boolean>>;

/** Above them the logs of single partitions, or the partitions themselves, are shut at first. */
const MOST_PARTITIONS_WITH_REPLICAS = 12;
const MOST_PARTITIONS_OPEN = 24;

/** The whole picture as a tree: the cluster with its racks, topics, clients, what is outside, groups. */
export function outlineTree(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  folds: OutlineFolds,
): readonly OutlineNode[] {
  const { topics, racks, partitionsOfBroker } = lookUp(cluster);
  const own = cluster.partitions.filter(({ topic }) => !isInternal(topic)).length;

  const branch = (
    key: string,
    line: OutlineLine,
    name: string,
    count: number,
    opensAtFirst: boolean,
    children: () => readonly OutlineNode[],
  ): OutlineNode => ({
    key,
    line,
    name,
    hasChildren: count > 0,
    children: count > 0 && (folds[key] ?? opensAtFirst) ? children() : [],
  });
  const leaf = (key: string, line: OutlineLine, name: string): OutlineNode => ({
    key,
    line,
    name,
    hasChildren: false,
    children: [],
  });
  const replica = (under: string, partition: string, broker: number) =>
    leaf(
      under === '' ? `replica:${partition}@${broker}` : `${under}/replica:${partition}@${broker}`,
      { of: 'replica', partition, broker },
      under === '' ? o.names.broker(broker) : partition,
    );

  const brokerNodes = (brokers: ClusterModel['brokers']) =>
    brokers.map(({ key, nodeId }) => {
      const held = partitionsOfBroker.get(nodeId) ?? [];
      return branch(key, { of: 'broker', key }, o.names.broker(nodeId), held.length, false, () =>
        held.map(({ name }) => replica(key, name, nodeId)),
      );
    });
  const clusterNode = branch(
    'cluster',
    { of: 'cluster' },
    o.names.cluster,
    cluster.brokers.length + cluster.controllers.length + cluster.links.length,
    true,
    () => [
      ...racks.flatMap(({ rack, brokers }) =>
        rack === null
          ? brokerNodes(brokers)
          : [
              branch(`rack:${rack}`, { of: 'rack', rack }, o.names.rack(rack), brokers.length, true, () =>
                brokerNodes(brokers),
              ),
            ],
      ),
      ...cluster.controllers.map(({ key, nodeId }) =>
        leaf(key, { of: 'controller', key }, o.names.controller(nodeId)),
      ),
      ...cluster.links.map(({ key }) => leaf(key, { of: 'link', key }, o.names.link)),
    ],
  );
  const topicsNode = branch('topics', { of: 'topics' }, o.names.topics, topics.length, true, () =>
    topics.map(({ topic, partitions }) =>
      branch(
        `topic:${topic}`,
        { of: 'topic', topic },
        topic,
        partitions.length,
        !isInternal(topic) && own <= MOST_PARTITIONS_OPEN,
        () =>
          partitions.map(({ key, name, replicas }) =>
            branch(
              key,
              { of: 'partition', partition: name },
              name,
              replicas.length,
              !isInternal(topic) && own <= MOST_PARTITIONS_WITH_REPLICAS,
              () => replicas.map((broker) => replica('', name, broker)),
            ),
          ),
      ),
    ),
  );
  const clientsNode = branch(
    'clients',
    { of: 'clients' },
    o.names.clients,
    cluster.producers.length + cluster.consumers.length,
    true,
    () => [
      ...cluster.producers.map(({ key, clientId }) =>
        leaf(key, { of: 'client', key }, o.names.producer(clientId)),
      ),
      ...cluster.consumers.map(({ key, clientId, positions }) =>
        branch(key, { of: 'client', key }, o.names.consumer(clientId), positions.length, false, () =>
          positions.map(({ partition }) =>
            leaf(`${key}/${partition}`, { of: 'position', client: key, partition }, partition),
          ),
        ),
      ),
    ],
  );
  const beside = besideFacts(m, cluster);
  const outsideNode = branch('outside', { of: 'outside' }, o.names.outside, beside.length, true, () =>
    beside.map(({ key, name }) => leaf(key, { of: 'beside', key }, name)),
  );
  const groupsNode = branch('groups', { of: 'groups' }, o.names.groups, cluster.groups.length, true, () =>
    cluster.groups.map(({ key, groupId, members, committed }) =>
      branch(
        key,
        { of: 'group', key },
        o.names.group(groupId),
        members.length + committed.length,
        false,
        () => [
          ...members.map(({ memberId, clientId }) =>
            leaf(`${key}/member:${memberId}`, { of: 'member', group: key, memberId }, clientId),
          ),
          ...committed.map(({ partition }) =>
            leaf(`${key}/committed:${partition}`, { of: 'committed', group: key, partition }, partition),
          ),
        ],
      ),
    ),
  );
  return [clusterNode, topicsNode, clientsNode, outsideNode, groupsNode].filter(
    ({ hasChildren }) => hasChildren,
  );
}

/** The lines that are shown, from above. */
export function linesInOrder(nodes: readonly OutlineNode[]): readonly OutlineNode[] {
  return nodes.flatMap((node) => [node, ...linesInOrder(node.children)]);
}

/** On which lines one has to open to come to that of a thing, from outside; empty for what has no line of its own. */
export function linesAround(cluster: ClusterModel, key: EntityKey): readonly string[] {
  const kind = key.slice(0, key.indexOf(':'));
  switch (kind) {
    case 'broker': {
      const rack = cluster.brokers.find((broker) => broker.key === key)?.rack ?? null;
      return rack === null ? ['cluster'] : ['cluster', `rack:${rack}`];
    }
    case 'controller':
    case 'link':
      return ['cluster'];
    case 'partition': {
      const topic = lookUp(cluster).partitionOf.get(nameOf(key))?.topic;
      return topic === undefined ? [] : ['topics', `topic:${topic}`];
    }
    case 'producer':
    case 'consumer':
      return ['clients'];
    case 'group':
      return ['groups'];
    default:
      return ['outside'];
  }
}

function isInternal(topic: string): boolean {
  return topic.startsWith('__');
}
