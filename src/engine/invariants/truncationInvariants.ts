import { Broker } from '../broker/Broker.ts';
import { replicasOf } from '../cluster/ledger.ts';
import type { LeaderEpochEntry } from '../storage/LeaderEpochCache.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { Epoch, Offset } from '../../shared/units.ts';
import { batchHolding } from './committedRecordInvariants.ts';
import type { Invariant } from './Invariant.ts';
import { placeOf } from './placeOf.ts';
import type { RunHistory } from './RunHistory.ts';

interface SeenLog {
  readonly end: Offset;
  readonly epochs: readonly LeaderEpochEntry[];
}

/**
 * A follower gives up only what its leader does not have (KIP-101, KIP-279): the first record that it cuts off is not in the
 * leader's log under the same epoch. Remembers what it saw.
 */
export function truncationKeepsWhatTheLeaderHas(history: RunHistory): Invariant {
  const seen = new Map<string, SeenLog>();
  return {
    name: 'TruncationKeepsWhatTheLeaderHas',
    check(cluster) {
      let broken: string | null = null;
      const cut = new Set<string>();
      for (const row of history.rows) {
        const isAgreed = row.kind === 'LogTruncated' && row.to < row.from;
        if (!isAgreed) continue;
        const key = `${row.partition}@${row.broker}`;
        if (row.reason === 'DivergingEpoch' || row.reason === 'OffsetOutOfRange') cut.add(key);
      }
      for (const node of cluster.state.nodes) {
        if (!(node instanceof Broker)) continue;
        for (const partition of node.partitions.values()) {
          const { topicPartition, log, role } = partition;
          const key = placeOf(partition);
          const before = seen.get(key);
          if (before?.end !== log.logEndOffset || !isSame(before.epochs, log.epochs.entries))
            seen.set(key, { end: log.logEndOffset, epochs: log.epochs.entries.slice() });
          if (!before || !cut.has(key) || role?.kind !== 'follower') continue;
          const leaderLog = replicasOf(cluster, topicPartition).get(role.leader)?.log;
          if (!leaderLog || log.logEndOffset >= before.end) continue;
          const lost = epochAt(before.epochs, log.logEndOffset);
          if (lost !== null && lost === epochIn(leaderLog, log.logEndOffset))
            broken = `${topicPartition}: broker ${node.id} cut its log from ${before.end} to ${log.logEndOffset}, where leader ${role.leader} has the same record of epoch ${lost}`;
        }
      }
      return broken;
    },
  };
}

function isSame(a: readonly LeaderEpochEntry[], b: readonly LeaderEpochEntry[]): boolean {
  return a.length === b.length && a.at(-1) === b.at(-1);
}

function epochAt(epochs: readonly LeaderEpochEntry[], offset: Offset): Epoch | null {
  let epoch: Epoch | null = null;
  for (const entry of epochs) if (entry.startOffset <= offset) epoch = entry.epoch;
  return epoch;
}

function epochIn(log: UnifiedLog, offset: Offset): Epoch | null {
  if (offset < log.logStartOffset || offset >= log.logEndOffset) return null;
  return batchHolding(log, offset)?.leaderEpoch ?? null;
}
