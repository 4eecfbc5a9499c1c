import { Broker } from '../broker/Broker.ts';
import type { Partition } from '../broker/Partition.ts';
import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import type { Invariant } from './Invariant.ts';
import { sameRecordAt } from './committedRecordInvariants.ts';
import { membersOf } from './RunHistory.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * Whoever may be elected with no risk has all that a leader ever showed as committed (1.14, 4; R6): since the last election
 * that was none of this kind, and but for a replica whose disk lost records since it was let into ISR or ELR.
 */
export function electableReplicasHoldWhatIsCommitted(history: RunHistory): Invariant {
  return {
    name: 'ElectableReplicasHoldWhatIsCommitted',
    check(cluster) {
      for (const [topicPartition, { registration, exposed }] of history.partitions) {
        const replicas = replicasOf(cluster, topicPartition);
        for (const broker of membersOf(registration)) {
          const log = replicas.get(broker)?.log;
          if (!log || log.logEndOffset >= exposed) continue;
          if (history.hasLostSinceAdmitted(topicPartition, broker)) continue;
          return `${topicPartition}: broker ${broker} ends at ${log.logEndOffset}, committed is ${exposed}; ISR ${registration.isr.join()}, ELR ${registration.elr.join()}`;
        }
      }
      return null;
    },
  };
}

/**
 * Two replicas agree on what stands below both their high watermarks (1.14, 5); looks at the newest of it. After an election
 * that may have cost committed records this binds the members of ISR and ELR: the others may still have to find out.
 */
export function committedRecordsAgree(history: RunHistory): Invariant {
  return {
    name: 'CommittedRecordsAgree',
    check(cluster) {
      for (const [topicPartition, { registration, resets }] of history.partitions) {
        const members = membersOf(registration);
        const bound = [...replicasOf(cluster, topicPartition).values()].filter(
          ({ broker }) => resets.length === 0 || members.includes(broker),
        );
        for (let i = 1; i < bound.length; i++) {
          const [a, b] = [bound[i - 1] as Partition, bound[i] as Partition];
          const end = Math.min(a.log.highWatermark, b.log.highWatermark);
          const start = Math.max(a.log.logStartOffset, b.log.logStartOffset);
          if (end <= start || sameRecordAt(a.log, b.log, end - 1)) continue;
          return `${topicPartition} at offset ${end - 1}: brokers ${a.broker} and ${b.broker} hold different records`;
        }
      }
      return null;
    },
  };
}

/** What a broker knows of a partition is what the controller decided at some time, and never older than before (1.14, 7). */
export function brokersKnowWhatWasDecided(history: RunHistory): Invariant {
  const decided = new Map<string, string>();
  const known = new Map<string, number>();
  return {
    name: 'BrokersKnowWhatWasDecided',
    check(cluster) {
      const topicIds = controllerOf(cluster)?.image.topicIds;
      for (const [topicPartition, { registration, changedAt }] of history.partitions) {
        if (changedAt === history.step)
          decided.set(
            `${topicPartition}#${topicIds?.get(topicPartition.slice(0, topicPartition.lastIndexOf('-')))}@${registration.partitionEpoch}`,
            JSON.stringify(registration),
          );
      }
      for (const node of cluster.state.nodes) {
        if (!(node instanceof Broker)) continue;
        const { name, image } = node;
        if ((known.get(name) ?? -1) === image.lastOffset) continue;
        known.set(name, image.lastOffset);
        for (const { topic, topicPartition, registration } of image.partitions.values()) {
          const was = decided.get(
            `${topicPartition}#${image.topicIds.get(topic)}@${registration.partitionEpoch}`,
          );
          // Of several changes in one step only the last is on record here.
          if (was === undefined || was === JSON.stringify(registration)) continue;
          return `${name} believes ${topicPartition} to be ${JSON.stringify(registration)}, decided was ${was}`;
        }
      }
      return null;
    },
  };
}
