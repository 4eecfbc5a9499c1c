import type { Micros } from '../../../../shared/units.ts';
import type { ConsumerCoordinator } from './ConsumerCoordinator.ts';

/** Whether a consumer has what its group gave it, and nothing goes on between it and its coordinator but heartbeats. */
export function isSteadyMember(coordinator: ConsumerCoordinator): boolean {
  const { channel, isMember, membership, heartbeat } = coordinator;
  const isSettled =
    channel.isIdle &&
    channel.node !== null &&
    coordinator.lookup === null &&
    !coordinator.awaitsMetadata &&
    coordinator.fatalError === null &&
    !coordinator.isRevoking &&
    coordinator.joinPrepare === null &&
    coordinator.offsetFetch === null &&
    coordinator.initializing.size + coordinator.pendingCommits.length + coordinator.commitsInFlight === 0;
  if (!isSettled) return false;
  if (membership)
    return membership.state === 'STABLE' && membership.isReconciled && !membership.heartbeats.isInFlight;
  if (!isMember) return !heartbeat.isEnabled;
  return (
    heartbeat.isEnabled &&
    coordinator.memberState === 'STABLE' &&
    !coordinator.rejoinNeeded &&
    coordinator.join === null &&
    coordinator.leaderJoin === null
  );
}

/** When the next heartbeat of a steady member is due, and how long after the one before; Infinity: it sends none. */
export function heartbeatOf({ membership, heartbeat, config }: ConsumerCoordinator): {
  readonly nextUs: Micros;
  readonly intervalMs: number;
} {
  if (membership)
    return { nextUs: membership.heartbeats.nextUs, intervalMs: membership.heartbeats.intervalMs };
  return { nextUs: heartbeat.isEnabled ? heartbeat.dueUs : Infinity, intervalMs: config.heartbeatIntervalMs };
}
