import { Broker } from '../broker/Broker.ts';
import type { Partition } from '../broker/Partition.ts';
import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import type { Invariant } from './Invariant.ts';
import { endOffsetOf } from '../storage/RecordBatch.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { Offset } from '../../shared/units.ts';
import { sameRecordAt } from './committedRecordInvariants.ts';
import { isPassedOver } from './passedOver.ts';
import { membersOf } from './RunHistory.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * Whoever may be elected with no risk has all that a leader ever showed as committed (1.14, 4; R6): since the last election
 * that was none of this kind, and but for a replica whose disk lost records since it was let into ISR or ELR, and for what a
 * leader counted as committed without it in one of Kafka's two races (`Oversight`).
 */
export function electableReplicasHoldWhatIsCommitted(history: RunHistory): Invariant {
  return {
    name: 'ElectableReplicasHoldWhatIsCommitted',
    check(cluster) {
      for (const [topicPartition, { registration, exposed, passedOver }] of history.partitions) {
        const replicas = replicasOf(cluster, topicPartition);
        for (const broker of membersOf(registration)) {
          const log = replicas.get(broker)?.log;
          if (!log || log.logEndOffset >= exposed) continue;
          if (history.hasLostSinceAdmitted(topicPartition, broker)) continue;
          if (isPassedOver(passedOver, broker, log.logEndOffset, exposed)) continue;
          return `${topicPartition}: broker ${broker} ends at ${log.logEndOffset}, committed is ${exposed}; ISR ${registration.isr.join()}, ELR ${registration.elr.join()}`;
        }
      }
      return null;
    },
  };
}

/**
 * Two replicas agree on what stands below both their high watermarks (1.14, 5), batch by batch. After an election that may have
 * cost committed records this binds the members of ISR and ELR: the others may still have to find out. Remembers how far it
 * compared two logs.
 */
export function committedRecordsAgree(history: RunHistory): Invariant {
  const compared = new Map<string, Offset>();
  return {
    name: 'CommittedRecordsAgree',
    check(cluster) {
      if (history.rows.length === 0) return null;
      for (const [topicPartition, { registration, resets }] of history.partitions) {
        const members = membersOf(registration);
        const replicas = [...replicasOf(cluster, topicPartition).values()];
        for (let i = 1; i < replicas.length; i++) {
          for (let j = 0; j < i; j++) {
            const [a, b] = [replicas[j] as Partition, replicas[i] as Partition];
            const key = `${topicPartition}/${a.broker}/${b.broker}`;
            const isBound = resets.length === 0 || (members.includes(a.broker) && members.includes(b.broker));
            if (!isBound || a.topicId !== b.topicId) {
              compared.delete(key);
              continue;
            }
            const end = Math.min(a.log.highWatermark, b.log.highWatermark);
            const from = Math.min(compared.get(key) ?? 0, end);
            compared.set(key, end);
            const different = firstDifference(a.log, b.log, from, end);
            if (different !== null)
              return `${topicPartition} at offset ${different}: brokers ${a.broker} and ${b.broker} hold different records`;
          }
        }
      }
      return null;
    },
  };
}

/** The first offset of a batch from `from` on and below `end` that two logs do not have alike. */
function firstDifference(a: UnifiedLog, b: UnifiedLog, from: Offset, end: Offset): Offset | null {
  let offset = Math.max(from, a.logStartOffset, b.logStartOffset);
  const last = Math.min(end, a.logEndOffset, b.logEndOffset);
  while (offset < last) {
    if (!sameRecordAt(a, b, offset)) return offset;
    const index = a.indexOf(offset);
    if (index >= a.batchCount) return null;
    const batch = a.batchAt(index);
    offset = batch.baseOffset > offset ? batch.baseOffset : endOffsetOf(batch);
  }
  return null;
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
