import { controllerOf } from '../cluster/ledger.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * Somebody who is in neither ISR nor ELR leads only where the topic allows unclean elections, where a person asked for one, or,
 * with ELR, if it led last and nobody else is left (L5, L6).
 */
export function uncleanElectionsOnlyWhereAllowed(history: RunHistory): Invariant {
  return {
    name: 'UncleanElectionsOnlyWhereAllowed',
    check(cluster) {
      const controller = controllerOf(cluster);
      if (!controller) return null;
      for (const [topicPartition, { registration, before, changedAt, resets }] of history.partitions) {
        const reset = resets.at(-1);
        if (changedAt !== history.step || reset?.step !== history.step) continue;
        if (reset.reason !== 'uncleanElection') continue;
        const topic = controller.image.partitions.get(topicPartition)?.topic ?? '';
        const text = controller.image.topicConfig(topic, 'unclean.leader.election.enable');
        const isAllowed = text === undefined ? controller.config.uncleanLeaderElection : text === 'true';
        if (isAllowed || isAskedFor(history)) continue;
        return `${topicPartition}: ${registration.leader} leads, ISR was ${before.isr.join()}, ELR ${before.elr.join()}`;
      }
      return null;
    },
  };
}

function isAskedFor(history: RunHistory): boolean {
  return history.rows.some((row) => row.kind === 'CommandApplied' && row.command === 'ElectLeaders');
}

/** Every leader has an epoch of its own; no epoch of a partition ever falls, and its partition epoch rises with every change. */
export function epochsRiseWithEveryChange(history: RunHistory): Invariant {
  return {
    name: 'EpochsRiseWithEveryChange',
    check() {
      for (const [topicPartition, { registration: after, before, changedAt }] of history.partitions) {
        if (changedAt !== history.step || after === before) continue;
        const isNewLeader = after.leader !== before.leader;
        if (after.leaderEpoch < before.leaderEpoch + (isNewLeader ? 1 : 0))
          return `${topicPartition}: leader ${before.leader} in epoch ${before.leaderEpoch}, then ${after.leader} in ${after.leaderEpoch}`;
        if (after.partitionEpoch <= before.partitionEpoch)
          return `${topicPartition}: partition epoch ${before.partitionEpoch}, then ${after.partitionEpoch}`;
      }
      return null;
    },
  };
}
