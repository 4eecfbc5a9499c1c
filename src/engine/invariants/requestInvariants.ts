import { Broker } from '../broker/Broker.ts';
import { committedIsr } from '../broker/isrState.ts';
import { Producer } from '../client/producer/Producer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { FetchPartition } from '../protocol/requests.ts';
import type { DelayedFetch } from '../broker/DelayedFetch.ts';
import { leadersOf } from './leadersOf.ts';
import type { Invariant } from './Invariant.ts';
import { placeOf } from './placeOf.ts';
import type { RunHistory } from './RunHistory.ts';
import type { BrokerId, Micros } from '../../shared/units.ts';

/**
 * A batch under acks=all is stored only while the ISR holds min.insync.replicas, as the leader knows them (A1): else it is
 * refused on arrival.
 */
export function acksAllIsStoredWithEnoughInSync(history: RunHistory): Invariant {
  const acks = new Map<string, string>();
  return {
    name: 'AcksAllIsStoredWithEnoughInSync',
    check(cluster) {
      for (const row of history.rows) if (row.kind === 'ProducerStarted') acks.set(row.producer, row.acks);
      for (const row of history.rows) {
        if (row.kind !== 'RecordsAppended' || row.role !== 'leader') continue;
        const index = cluster.directory.brokers.get(row.broker);
        const broker = index === undefined ? null : cluster.node(index);
        const partition = broker instanceof Broker ? broker.partitions.get(row.partition) : undefined;
        if (!(broker instanceof Broker) || !partition?.leader) continue;
        if (row.baseOffset >= partition.log.logEndOffset) continue;
        const { origin } = partition.log.batchAt(partition.log.indexOf(row.baseOffset));
        const producer = origin < 0 ? null : cluster.node(origin);
        if (!(producer instanceof Producer) || (acks.get(producer.clientId) ?? 'all') !== 'all') continue;
        const text = broker.image.topicConfigOn(broker.id, partition.topic, 'min.insync.replicas');
        const configured = text === undefined ? broker.config.minInsyncReplicas : Number(text);
        const minIsr = Math.min(configured, partition.leader.replicas.length);
        const isr = committedIsr(partition.leader.isrState);
        if (isr.length < minIsr)
          return `${row.partition}: leader ${row.broker} stores what ${producer.clientId} sent, with ISR ${isr.join()} and min.insync.replicas ${minIsr}`;
      }
      return null;
    },
  };
}

/**
 * A leader credits a follower only with fetches that were sent to it in its present leader epoch (KIP-320), and by the present
 * life of the follower's broker as far as the leader has heard of it (KIP-903).
 */
export function fetchesAreCreditedToWhoSentThem(): Invariant {
  const credited = new Map<string, Map<BrokerId, Micros>>();
  return {
    name: 'FetchesAreCreditedToWhoSentThem',
    check(cluster) {
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const { topicPartition } = partition;
        const place = placeOf(partition);
        const known = credited.get(place) ?? new Map<BrokerId, Micros>();
        if (known.size === 0) credited.set(place, known);
        for (const [follower, { lastFetchUs, brokerEpoch }] of leader.followers) {
          if (known.get(follower) === lastFetchUs) continue;
          known.set(follower, lastFetchUs);
          if (lastFetchUs !== cluster.nowUs) continue;
          const registration = broker.image.brokers.get(follower);
          const isOld = brokerEpoch !== null && brokerEpoch >= 0 && registration?.fenced === false;
          if (isOld && brokerEpoch < registration.brokerEpoch)
            return `${topicPartition}: leader ${broker.id} credits ${follower} with a fetch under broker epoch ${brokerEpoch}, its own is ${registration.brokerEpoch}`;
          const epoch = epochAskedBy(follower, topicPartition, broker, cluster);
          if (epoch !== null && epoch >= 0 && epoch !== leader.leaderEpoch)
            return `${topicPartition}: leader ${broker.id} in epoch ${leader.leaderEpoch} credits ${follower} with a fetch sent to the leader of epoch ${epoch}`;
        }
      }
      return null;
    },
  };
}

/** The leader epoch that the fetch of this moment names, if it came in a session. */
function epochAskedBy(
  follower: number,
  topicPartition: string,
  broker: Broker,
  cluster: Cluster,
): number | null {
  const sessions = broker.process?.replicas.sessions;
  for (const id of sessions?.holdersOf(topicPartition) ?? []) {
    const session = sessions?.get(id);
    if (session?.replicaId !== follower || session.lastFetchUs !== cluster.nowUs) continue;
    return session.partitions.get(topicPartition)?.request.currentLeaderEpoch ?? null;
  }
  return null;
}

/**
 * No fetch that is content with one byte is parked where there is one: records up to the leader's end for a follower, up to the
 * high watermark for a consumer, or to the last stable offset (F4, T24). A fetch waits only as long as there is nothing to tell.
 */
export function parkedFetchesHaveNothingToRead(): Invariant {
  return {
    name: 'ParkedFetchesHaveNothingToRead',
    check(cluster) {
      for (const broker of cluster.state.nodes) {
        if (!(broker instanceof Broker) || !broker.process) continue;
        const { fetches, leaderQuota } = broker.process.replicas;
        for (const delayed of fetches.parked.values()) {
          const { minBytes, replicaId, isolationLevel } = delayed.params;
          if (minBytes > 1) continue;
          for (const { topicPartition, fetchOffset } of askedBy(delayed, broker)) {
            const partition = broker.partitions.get(topicPartition);
            if (!partition?.leader || leaderQuota.isThrottled(partition, broker)) continue;
            const { log } = partition;
            const visible = isolationLevel === 'READ_COMMITTED' ? log.lastStableOffset : log.highWatermark;
            const end = replicaId >= 0 ? log.logEndOffset : visible;
            if (fetchOffset >= log.logStartOffset && fetchOffset < end)
              return `${topicPartition}: a fetch of ${replicaId >= 0 ? `broker ${replicaId}` : delayed.params.clientId} at ${fetchOffset} is parked on broker ${broker.id}, which has records up to ${end}`;
          }
        }
      }
      return null;
    },
  };
}

function askedBy({ context }: DelayedFetch, broker: Broker): readonly FetchPartition[] {
  if (context.kind !== 'incremental') return context.partitions;
  const session = broker.process?.replicas.sessions.get(context.sessionId);
  if (session?.epoch !== context.expectedEpoch) return [];
  return session.requestsInOrder();
}
