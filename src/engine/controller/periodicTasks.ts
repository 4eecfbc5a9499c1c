import type { NodeContext } from '../node/Node.ts';
import type { Micros } from '../../shared/units.ts';
import type { AdminControl } from './AdminControl.ts';
import { balanceLeaders, electUncleanLeaders } from './electLeaders.ts';

const ELECT_PREFERRED = 'task/electPreferred';
const ELECT_UNCLEAN = 'task/electUnclean';
/** Until a pass that left something over goes on. Kafka: `PeriodicTask.DEFAULT_IMMEDIATE_PERIOD_NS`. */
export const IMMEDIATE_PERIOD_US = 10_000;

/**
 * Starts what the active controller does again and again to partitions, one period after it became active.
 * Kafka: `PeriodicTaskControlManager`, `QuorumController` (4.2).
 */
export function startPeriodicTasks(control: AdminControl, ctx: NodeContext): void {
  if (control.config.autoLeaderRebalance)
    ctx.setTimer(ELECT_PREFERRED, control.config.leaderImbalanceCheckIntervalUs);
  ctx.setTimer(ELECT_UNCLEAN, control.config.uncleanElectionIntervalUs);
}

/** Whoever is no longer the active controller leaves the partitions alone. */
export function stopPeriodicTasks(ctx: NodeContext): void {
  ctx.cancelTimer(ELECT_PREFERRED);
  ctx.cancelTimer(ELECT_UNCLEAN);
}

/** Runs the task that a timer stands for, and says when it comes up next; false for any other timer. */
export function runPeriodicTask(key: string, control: AdminControl, ctx: NodeContext): boolean {
  if (key === ELECT_PREFERRED) {
    const hasMore = balanceLeaders(control, ctx);
    ctx.setTimer(key, periodUs(hasMore, control.config.leaderImbalanceCheckIntervalUs));
    return true;
  }
  if (key === ELECT_UNCLEAN) {
    const hasMore = electUncleanLeaders(control, ctx);
    ctx.setTimer(key, periodUs(hasMore, control.config.uncleanElectionIntervalUs));
    return true;
  }
  return false;
}

function periodUs(hasMore: boolean, ordinaryUs: Micros): Micros {
  return hasMore ? IMMEDIATE_PERIOD_US : ordinaryUs;
}
