import { replicasOf } from '../cluster/ledger.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { Broker } from '../broker/Broker.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

type ShareEvent = Extract<TraceEvent, { readonly group: string; readonly partition: TopicPartition }>;

function keyOf({ group, partition }: ShareEvent): string {
  return `${partition}/${group}`;
}

/**
 * Nobody gets a record of a share group while somebody has it: not before it was acknowledged or given back, its lock has ended, or
 * another broker has taken over, which knows nothing of locks (SH2).
 */
export function recordsHaveOneHolder(history: RunHistory): Invariant {
  const held = new Map<string, Map<Offset, string>>();
  const holders = (event: ShareEvent): Map<Offset, string> => {
    const known = held.get(keyOf(event)) ?? new Map<Offset, string>();
    held.set(keyOf(event), known);
    return known;
  };
  return {
    name: 'RecordsHaveOneHolder',
    check() {
      for (const row of history.rows) {
        if (row.kind === 'SharePartitionLoaded') held.delete(keyOf(row));
        else if (row.kind === 'ShareRecordsAcquired') {
          for (let offset = row.baseOffset; offset < row.baseOffset + row.count; offset++) {
            const holder = holders(row).get(offset);
            if (holder !== undefined)
              return `offset ${offset} of ${row.partition} was given to ${row.member} while ${holder} had it`;
            holders(row).set(offset, row.member);
          }
        } else if (
          (row.kind === 'ShareRecordsAcknowledged' && row.type !== 'RENEW') ||
          row.kind === 'AcquisitionLockTimedOut'
        )
          for (let offset = row.baseOffset; offset < row.baseOffset + row.count; offset++)
            holders(row).delete(offset);
      }
      return null;
    },
  };
}

/** No record is delivered more often than group.share.delivery.count.limit says (SH3). */
export function deliveryCountStaysInItsLimit(history: RunHistory): Invariant {
  return {
    name: 'DeliveryCountStaysInItsLimit',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'ShareRecordsAcquired') continue;
        const { deliveryCount, baseOffset, partition } = row;
        const limit = deliveryCountLimitOf(cluster);
        if (deliveryCount > limit)
          return `offset ${baseOffset} of ${partition} was delivered ${deliveryCount} times, and the limit is ${limit}`;
      }
      return null;
    },
  };
}

function deliveryCountLimitOf(cluster: Cluster): number {
  let limit = 0;
  for (const node of cluster.state.nodes)
    if (node instanceof Broker) limit = Math.max(limit, node.config.groups.share.deliveryCountLimit);
  return limit;
}

/** While a broker leads a share partition its SPSO only rises (SH7). */
export function shareStartOffsetNeverFalls(history: RunHistory): Invariant {
  return {
    name: 'ShareStartOffsetNeverFalls',
    check() {
      for (const row of history.rows)
        if (row.kind === 'ShareStartOffsetMoved' && row.to < row.from)
          return `SPSO of ${row.group} on ${row.partition} went from ${row.from} back to ${row.to}`;
      return null;
    },
  };
}

/**
 * SPSO passes over no record that was not accepted, rejected or archived, unless the log begins behind it (SH7): in the end every record
 * is one of these.
 */
export function shareStartOffsetPassesOnlyWhatIsDone(history: RunHistory): Invariant {
  const done = new Map<string, Set<Offset>>();
  const note = (row: ShareEvent & { readonly baseOffset: Offset; readonly count: number }): void => {
    const known = done.get(keyOf(row)) ?? new Set<Offset>();
    done.set(keyOf(row), known);
    for (let offset = row.baseOffset; offset < row.baseOffset + row.count; offset++) known.add(offset);
  };
  return {
    name: 'ShareStartOffsetPassesOnlyWhatIsDone',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind === 'ShareRecordsArchived') note(row);
        if (row.kind === 'ShareRecordsAcknowledged' && row.type !== 'RELEASE' && row.type !== 'RENEW')
          note(row);
        if (row.kind !== 'ShareStartOffsetMoved') continue;
        const known = done.get(keyOf(row));
        const logStart = replicasOf(cluster, row.partition).get(row.broker)?.log.logStartOffset ?? 0;
        for (let offset = Math.max(row.from, logStart); offset < row.to; offset++)
          if (known?.has(offset) !== true)
            return `SPSO of ${row.group} on ${row.partition} passed offset ${offset}, which nobody had done with`;
      }
      return null;
    },
  };
}
