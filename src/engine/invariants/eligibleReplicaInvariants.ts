import { controllerOf } from '../cluster/ledger.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import type { BrokerId } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import { membersOf } from './RunHistory.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * With eligible leader replicas, whoever leaves the ISR while it sinks below the minimum stays eligible, and so does whoever was
 * (R1): but for those that register after an unclean stop, and where somebody else was elected or the minimum was changed.
 */
export function leaversBelowTheMinimumStayEligible(history: RunHistory): Invariant {
  return {
    name: 'LeaversBelowTheMinimumStayEligible',
    check(cluster) {
      if (!controllerOf(cluster)?.config.eligibleLeaderReplicas) return null;
      if (history.rows.some((row) => FORGETTING.has(row.kind))) return null;
      const registered = registeredIn(history.rows);
      for (const [topicPartition, partition] of history.partitions) {
        const { registration: after, before, changedAt, bornAt, resets, minIsr } = partition;
        if (changedAt !== history.step || bornAt === history.step || after === before) continue;
        // Of several changes in one step the reasons cannot be told apart.
        if (after.partitionEpoch !== before.partitionEpoch + 1) continue;
        if (resets.at(-1)?.step === history.step) continue;
        if (after.isr.length >= (minIsr.at(-1)?.value ?? 0)) continue;
        const forgotten = membersOf(before).find(
          (member) =>
            after.replicas.includes(member) &&
            !membersOf(after).includes(member) &&
            !registered.includes(member),
        );
        if (forgotten !== undefined)
          return `${topicPartition}: ${forgotten} left; ISR ${before.isr.join()}, ELR ${before.elr.join()}, then ISR ${after.isr.join()}, ELR ${after.elr.join()}`;
      }
      return null;
    },
  };
}

/** What may take members out of the ELR for other reasons. */
const FORGETTING: ReadonlySet<TraceEvent['kind']> = new Set<TraceEvent['kind']>([
  'ConfigAltered',
  'ConfigRemoved',
  'BrokerUnregistered',
]);

function registeredIn(rows: readonly TraceEvent[]): BrokerId[] {
  return rows.flatMap((row) => (row.kind === 'BrokerRegistered' ? [row.broker] : []));
}
