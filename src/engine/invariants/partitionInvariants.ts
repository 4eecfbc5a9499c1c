import { Broker } from '../broker/Broker.ts';
import { controllerOf } from '../cluster/ledger.ts';
import type { Controller } from '../controller/Controller.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { Node } from '../node/Node.ts';
import type { Epoch, Offset, TopicPartition } from '../../shared/units.ts';
import { isQuiet } from '../broker/fetchSessions.ts';
import type { Invariant } from './Invariant.ts';
import { leadersOf } from './leadersOf.ts';
import type { Leading } from './leadersOf.ts';
import { placeOf } from './placeOf.ts';

/**
 * The ISR is of replicas, ISR and ELR share nobody, and there is no ELR while the ISR is large enough (1.14, 1). Of the ELR only
 * replicas count: Kafka keeps those in it that a reassignment drops while the ISR is below the minimum. And the minimum is not
 * capped by the replication factor here: where that of partition 0 sinks, no other partition of the topic changes.
 */
export const isrAndElrAreDisjointReplicas: Invariant = {
  name: 'IsrAndElrAreDisjointReplicas',
  check(cluster) {
    const controller = controllerOf(cluster);
    if (!controller) return null;
    for (const entry of controller.image.partitions.values()) {
      const { replicas, isr } = entry.registration;
      const elr = entry.registration.elr.filter((broker) => replicas.includes(broker));
      const name = entry.topicPartition;
      if (!isr.every((broker) => replicas.includes(broker)))
        return `${name}: ISR ${isr.join()} is not within ${replicas.join()}`;
      if (elr.some((broker) => isr.includes(broker))) return `${name}: ELR ${elr.join()}, ISR ${isr.join()}`;
      if (elr.length > 0 && isr.length > 0 && isr.length >= configuredMinIsr(controller, entry.topic))
        return `${name}: ISR ${isr.join()} suffices, yet ELR ${elr.join()}`;
    }
    return null;
  },
};

/**
 * No fenced broker is in an ISR; without eligible leader replicas, only the last member of one that has no leader may be fenced
 * (1.14, 2).
 */
export const noFencedBrokerInIsr: Invariant = {
  name: 'NoFencedBrokerInIsr',
  check(cluster) {
    const controller = controllerOf(cluster);
    if (!controller) return null;
    const isElrOn = controller.config.eligibleLeaderReplicas;
    for (const { topicPartition, registration } of controller.image.partitions.values()) {
      if (!isElrOn && registration.leader < 0 && registration.isr.length === 1) continue;
      const fenced = registration.isr.find(
        (broker) => controller.image.brokers.get(broker)?.fenced !== false,
      );
      if (fenced !== undefined) return `${topicPartition}: broker ${fenced} is fenced and in the ISR`;
    }
    return null;
  },
};

/** Two brokers never lead the same partition in the same leader epoch. */
export const singleLeaderPerEpoch: Invariant = {
  name: 'SingleLeaderPerEpoch',
  check(cluster) {
    const leaders = new Map<TopicPartition, Leading[]>();
    for (const leading of leadersOf(cluster)) {
      const { broker, partition, leader } = leading;
      const known = leaders.get(partition.topicPartition);
      if (known === undefined) {
        leaders.set(partition.topicPartition, [leading]);
        continue;
      }
      const other = known.find((one) => one.leader.leaderEpoch === leader.leaderEpoch);
      if (other !== undefined)
        return `${partition.topicPartition}@${leader.leaderEpoch}: led by ${other.broker.id} and by ${broker.id}`;
      known.push(leading);
    }
    return null;
  },
};

/** logStartOffset <= highWatermark <= logEndOffset on every replica, and nothing is flushed that was not written. */
export const offsetsAreOrdered: Invariant = {
  name: 'OffsetsAreOrdered',
  check(cluster) {
    for (const broker of brokersOf(cluster)) {
      for (const { topicPartition, log } of broker.partitions.values()) {
        const flushed = log.pageCache.flushedOffset(cluster.nowUs);
        if (flushed > log.logEndOffset)
          return `${topicPartition} on broker ${broker.id}: flushed to ${flushed}, LEO ${log.logEndOffset}`;
        if (log.logStartOffset <= log.highWatermark && log.highWatermark <= log.logEndOffset) continue;
        return `${topicPartition} on broker ${broker.id}: start ${log.logStartOffset}, HW ${log.highWatermark}, LEO ${log.logEndOffset}`;
      }
    }
    return null;
  },
};

/** A follower has one fetcher for a partition that has a leader, a leader none (1.14, 9). */
export const oneFetcherPerFollower: Invariant = {
  name: 'OneFetcherPerFollower',
  check(cluster) {
    for (const broker of brokersOf(cluster)) {
      if (!broker.process) continue;
      for (const { topicPartition, role } of broker.partitions.values()) {
        let fetchers = 0;
        for (const fetcher of broker.process.fetchers.values())
          if (fetcher.partitions.has(topicPartition)) fetchers += 1;
        const wanted = role?.kind === 'follower' && role.leader >= 0 ? 1 : 0;
        if (fetchers !== wanted)
          return `${topicPartition} on broker ${broker.id}: ${fetchers} fetchers as ${role?.kind ?? 'nothing'}`;
      }
    }
    return null;
  },
};

/** A leader's high watermark never falls within its epoch. Remembers what it saw. */
export function leaderHighWatermarkNeverFalls(): Invariant {
  const seen = new Map<
    string,
    { readonly topicId: number; readonly epoch: Epoch; readonly highWatermark: Offset; timeUs: number }
  >();
  return {
    name: 'LeaderHighWatermarkNeverFalls',
    check(cluster) {
      for (const broker of brokersOf(cluster)) {
        for (const partition of broker.partitions.values()) {
          const { topicId, leader, log } = partition;
          if (!leader) continue;
          const key = placeOf(partition);
          const known = seen.get(key);
          // A topic of the same name that was created anew is another one.
          const before = known?.topicId === topicId ? known : undefined;
          if (
            before?.epoch === leader.leaderEpoch &&
            before.highWatermark === log.highWatermark &&
            before.timeUs <= cluster.nowUs
          ) {
            before.timeUs = cluster.nowUs;
            continue;
          }
          seen.set(key, {
            topicId,
            epoch: leader.leaderEpoch,
            highWatermark: log.highWatermark,
            timeUs: cluster.nowUs,
          });
          if (before?.epoch !== leader.leaderEpoch || before.timeUs > cluster.nowUs) continue;
          if (log.highWatermark < before.highWatermark)
            return `${key}: from ${before.highWatermark} to ${log.highWatermark}`;
        }
      }
      return null;
    },
  };
}

/** Nodes neither come nor go. */
const BROKERS = new WeakMap<readonly Node[], readonly Broker[]>();

function brokersOf({ state }: Cluster): readonly Broker[] {
  let brokers = BROKERS.get(state.nodes);
  if (brokers === undefined) {
    brokers = state.nodes.filter((node) => node instanceof Broker);
    BROKERS.set(state.nodes, brokers);
  }
  return brokers;
}

/** What a fetch session does not look at has nothing to tell (KIP-227): the short cut of `FetchSession` hides nothing. */
export const fetchSessionsMissNothing: Invariant = {
  name: 'FetchSessionsMissNothing',
  check(cluster) {
    for (const broker of brokersOf(cluster)) {
      if (!broker.process) continue;
      for (const session of broker.process.replicas.sessions.all()) {
        for (const [topicPartition, cached] of session.partitions) {
          if (cached.isActive) continue;
          const partition = broker.partitions.get(topicPartition);
          if (!partition || !isQuiet(session, cached, partition, broker, cluster.rules))
            return `${topicPartition} on broker ${broker.id} is not quiet in session ${session.id} of ${session.replicaId}`;
        }
      }
    }
    return null;
  },
};

function configuredMinIsr({ image, config }: Controller, topic: string): number {
  return Number(image.topicConfig(topic, 'min.insync.replicas') ?? config.minInsyncReplicas);
}
