import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { Epoch } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * Who is fenced is locked out by its epoch (T6, T20): the transaction that its coordinator aborts for it ends under one that it does not
 * have, so that the partitions take nothing more of it once they have the marker.
 */
export function fencesRaiseTheEpoch(history: RunHistory): Invariant {
  /** Epochs that are locked out, by broker and transactional.id, until the coordinator there has said what becomes of them. */
  const fenced = new Map<string, Epoch>();
  return {
    name: 'FencesRaiseTheEpoch',
    check() {
      for (const row of history.rows) {
        if (row.kind === 'CoordinatorUnloaded') fenced.clear();
        else if (row.kind === 'ProducerFenced')
          fenced.set(`${row.broker} ${row.transactionalId}`, row.producerEpoch);
        else if (row.kind === 'TransactionStateChanged') {
          const key = `${row.broker} ${row.transactionalId}`;
          const epoch = fenced.get(key);
          fenced.delete(key);
          if (epoch !== undefined && row.to === 'PrepareAbort' && row.producerEpoch <= epoch)
            return `${row.transactionalId} is aborted under epoch ${row.producerEpoch}, which its fenced producer has`;
        }
      }
      return null;
    },
  };
}

/** A transaction that its coordinator calls complete is open in the log of no leader (T15, T16): each has its marker. */
export function completeTransactionsAreOpenNowhere(history: RunHistory): Invariant {
  return {
    name: 'CompleteTransactionsAreOpenNowhere',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'TransactionStateChanged' || !row.to.startsWith('Complete')) continue;
        const where = openAt(row.producerId, row.producerEpoch, cluster);
        if (where !== null) return `${row.transactionalId} is ${row.to}, and open in ${where}`;
      }
      return null;
    },
  };
}

/** A partition whose leader has a transaction of this producer open, of this epoch or an earlier one. */
function openAt(producerId: number, producerEpoch: Epoch, cluster: Cluster): string | null {
  for (const [topicPartition, { registration }] of controllerOf(cluster)?.image.partitions ?? []) {
    const log = replicasOf(cluster, topicPartition).get(registration.leader)?.log;
    const entry = log?.producers.producers.get(producerId);
    if (!entry || entry.producerEpoch > producerEpoch) continue;
    if ((entry.currentTxnFirstOffset ?? null) !== null) return topicPartition;
  }
  return null;
}
