import type { Catalogue } from '../../i18n/Catalogue.ts';
import { formatTime } from '../../i18n/format.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { brokerFacts, spokenBroker } from '../cluster/brokerFacts.ts';
import { besideFacts } from '../cluster/besideFacts.ts';
import { consumerState, producerState } from '../cluster/clientState.ts';
import { spokenNode } from '../cluster/entityActions.ts';
import { isOnline, nameOf, oneWayOf, roleLetter, type ClusterModel } from '../clusterModel.ts';
import type { LinkView } from '../../bridge/frame.ts';

export interface OutlineRow {
  readonly key: string;
  readonly text: string;
  readonly children: readonly { readonly key: string; readonly text: string }[];
}

/** The whole picture in words: partitions with their replicas, brokers, clients, groups, the controllers, cut links. */
export function outlineRows(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  trace: readonly TraceRow[],
): OutlineRow[] {
  const o = m.outline;
  const partitions = cluster.partitions.map((partition): OutlineRow => {
    const { isr, replicas, effectiveMinIsr, leaderEpoch, leader, name } = partition;
    const inSync = o.inSync({ size: isr.length, replicas: replicas.length, minIsr: effectiveMinIsr });
    return {
      key: partition.key,
      text: `${o.partition({ name, leader, leaderEpoch })} ${inSync}`,
      children: cluster.replicas
        .filter((replica) => replica.partition === name)
        .map((replica) => {
          const letter = roleLetter(partition, replica.broker);
          const broker = cluster.brokers.find(({ nodeId }) => nodeId === replica.broker);
          const online = broker !== undefined && isOnline(broker);
          return {
            key: replica.key,
            text: o.replica({
              partition: name,
              broker: replica.broker,
              role: online ? o.roles[letter] : `${o.roles[letter]}, ${o.offlineReplica}`,
              leaderEpoch: replica.leaderEpoch,
              logEndOffset: replica.logEndOffset,
              highWatermark: replica.highWatermark,
              uncommitted: Math.max(0, replica.logEndOffset - replica.highWatermark),
            }),
          };
        }),
    };
  });
  const leaf = (key: string, text: string): OutlineRow => ({ key, text, children: [] });
  return [
    ...partitions,
    ...cluster.brokers.map((broker) =>
      leaf(
        broker.key,
        `${spokenBroker(m, broker, brokerFacts(m, broker, cluster.partitions[0] ?? null, trace, cluster.partitions.length))}.`,
      ),
    ),
    ...cluster.producers.map((producer) =>
      leaf(
        producer.key,
        o.producer({
          id: producer.clientId,
          acks: producer.acks,
          inFlight: producer.inFlight.length,
          accumulated: producer.accumulatedRecords,
          acked: producer.acked,
          failed: producer.failed,
          lastError: producer.lastError,
          state: producerState(m.producer, producer),
        }),
      ),
    ),
    ...cluster.consumers.map((consumer) =>
      leaf(
        consumer.key,
        o.consumer({
          id: consumer.clientId,
          delivered: consumer.delivered,
          state: consumerState(m, consumer),
          positions: consumer.positions.map(({ partition, position }) => {
            const end = cluster.partitions.find(({ name }) => name === partition)?.highWatermark ?? 0;
            return { partition, position, lag: Math.max(0, end - position) };
          }),
        }),
      ),
    ),
    ...cluster.groups.map((group) =>
      leaf(
        group.key,
        o.group({
          id: group.groupId,
          state: group.state,
          generation: group.generation,
          members: group.members.map(({ clientId }) => clientId),
          coordinator: group.coordinator,
          committed: group.committed.map(({ partition, offset }) => {
            const end = cluster.partitions.find(({ name }) => name === partition)?.highWatermark ?? offset;
            return { partition, offset, lag: Math.max(0, end - offset) };
          }),
        }),
      ),
    ),
    ...cluster.controllers.map((controller) =>
      leaf(
        controller.key,
        o.controller(
          controller.nodeId,
          m.controller.standing(controller),
          m.controller.ends(controller.logEndOffset, controller.highWatermark),
        ),
      ),
    ),
    ...besideFacts(m, cluster).map(({ key, spoken }) => leaf(key, `${spoken}.`)),
    ...cluster.links.map((link) => leaf(link.key, linkText(m, link))),
  ].map((row) => ({ ...row, text: row.text === '' ? nameOf(row.key) : row.text }));
}

function linkText(m: Catalogue['stage'], link: LinkView): string {
  const words = (ways: LinkView['cut'], what: 'cut' | 'slow'): string => {
    if (ways === null) return '';
    const oneWay = oneWayOf(link, ways);
    const [a, b] = oneWay ?? link.between;
    return m.outline.link({
      a: spokenNode(m, a),
      b: spokenNode(m, b),
      what,
      oneWay: oneWay !== null,
      since: what === 'cut' || link.cut === null ? formatTime(link.sinceUs) : null,
    });
  };
  return [words(link.cut, 'cut'), words(link.slow, 'slow')].filter((text) => text !== '').join(' ');
}
