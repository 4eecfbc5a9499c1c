import type { Response } from '../../../protocol/requests.ts';
import type { Micros } from '../../../../shared/units.ts';
import type { ConsumerMeters, CoordinatorCallKind } from '../ConsumerMeters.ts';
import type { CoordinatorCall } from './CoordinatorChannel.ts';

const KINDS: Readonly<Partial<Record<CoordinatorCall['kind'], CoordinatorCallKind>>> = {
  Heartbeat: 'heartbeat',
  ConsumerGroupHeartbeat: 'heartbeat',
  JoinGroup: 'join',
  SyncGroup: 'sync',
  OffsetCommit: 'commit',
};

/**
 * The coordinator has answered. Heartbeats and commits count whatever it says, joins and syncs only where they succeed. Kafka:
 * `AbstractCoordinator`, `ConsumerCoordinator`, `HeartbeatMetricsManager` (4.2).
 */
export function noteCall(
  meters: ConsumerMeters,
  call: CoordinatorCall['kind'],
  response: Response,
  latencyUs: Micros,
  nowUs: Micros,
): void {
  const kind = KINDS[call];
  if (kind === undefined) return;
  const hasFailed = 'error' in response && response.error !== 'NONE';
  if (hasFailed && (kind === 'join' || kind === 'sync')) return;
  meters.answered(kind, latencyUs, nowUs);
}
