import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import { limitsOf } from './ShareGroupConfig.ts';
import { completeShareFetches } from './shareFetch.ts';
import { setRecords, SHARE_LOCK_TIMER, traceArchived, write } from './sharePartitionEvents.ts';

/** Locks have ended. */
export function onShareLockTimer(host: CoordinatorHost): void {
  const { broker, process, ctx } = host;
  for (const [key, share] of [...process.shares.partitions]) {
    if (share.nextLockEndUs > ctx.nowUs) continue;
    const { groupId, topicPartition } = share;
    const limits = limitsOf(broker, groupId);
    const before = share.records;
    const { state, written } = ctx.rules.expireLocks(before, ctx.nowUs, limits);
    setRecords(share, state, host);
    if (written.length === 0) continue;
    for (const { firstOffset, lastOffset, deliveryCount } of written) {
      ctx.trace({
        kind: 'AcquisitionLockTimedOut',
        group: groupId,
        broker: broker.id,
        partition: topicPartition,
        baseOffset: firstOffset,
        count: lastOffset - firstOffset + 1,
        deliveryCount,
      });
      broker.meters?.mark('acquisitionLockTimeouts', lastOffset - firstOffset + 1, ctx.nowUs);
    }
    traceArchived(share, written, [], host);
    write(share, written, false, null, host);
    completeShareFetches(key, host);
  }
  watchLocks(host);
}

function watchLocks({ process, ctx }: CoordinatorHost): void {
  let next = Infinity;
  for (const { nextLockEndUs: endUs } of process.shares.partitions.values())
    if (endUs > ctx.nowUs) next = Math.min(next, endUs);
  if (next < Infinity) ctx.setTimer(SHARE_LOCK_TIMER, next - ctx.nowUs);
}
