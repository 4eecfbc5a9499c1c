import type { ScenarioFile } from '../../scenario/ScenarioFile.ts';
import type { KafkaErrorName } from '../../shared/kafkaErrors.ts';

/** Runs in which an error is answered: `content/scenarios/errors/<NAME>.json`, each loaded when it is wanted. */
const files = import.meta.glob<ScenarioFile>('../../../content/scenarios/errors/*.json', {
  import: 'default',
});

const LOADERS: ReadonlyMap<string, () => Promise<ScenarioFile>> = new Map(
  Object.entries(files).map(([path, load]) => [
    (path.split('/').at(-1) ?? path).replace(/\.json$/, ''),
    load,
  ]),
);

export const ERRORS_WITH_A_RUN: ReadonlySet<string> = new Set(LOADERS.keys());

/** null: there is no run in which it is answered. */
export async function loadErrorScenario(name: string): Promise<ScenarioFile | null> {
  return (await LOADERS.get(name)?.()) ?? null;
}

/**
 * Errors that only an answer on the wire names, and no fact of the trace, for clients and servers get over them by themselves: the
 * request that is answered so.
 */
export const SEEN_ON_THE_WIRE: Partial<Readonly<Record<KafkaErrorName, string>>> = {
  COORDINATOR_NOT_AVAILABLE: 'FindCoordinator',
  FETCH_SESSION_ID_NOT_FOUND: 'Fetch',
  MEMBER_ID_REQUIRED: 'JoinGroup',
  NOT_CONTROLLER: 'BrokerHeartbeat',
  OFFSET_NOT_AVAILABLE: 'ListOffsets',
  REBALANCE_IN_PROGRESS: 'Heartbeat',
  SHARE_SESSION_LIMIT_REACHED: 'ShareFetch',
  UNSTABLE_OFFSET_COMMIT: 'OffsetFetch',
};

/** Errors that the simulator knows when to answer, and of which there is no short run: races that are hard to win on purpose. */
const ANSWERED_WITHOUT_A_RUN: ReadonlySet<KafkaErrorName> = new Set<KafkaErrorName>([
  'BROKER_NOT_AVAILABLE',
  'FENCED_MEMBER_EPOCH',
  'FENCED_STATE_EPOCH',
  'GROUP_SUBSCRIBED_TO_TOPIC',
  'ILLEGAL_GENERATION',
  'INELIGIBLE_REPLICA',
  'INVALID_FETCH_SESSION_EPOCH',
  'INVALID_GROUP_ID',
  'INVALID_REQUIRED_ACKS',
  'INVALID_SHARE_SESSION_EPOCH',
  'INVALID_UPDATE_VERSION',
  'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  'OFFSET_METADATA_TOO_LARGE',
  'OPERATION_NOT_ATTEMPTED',
  'POSITION_OUT_OF_RANGE',
  'SHARE_SESSION_NOT_FOUND',
  'SNAPSHOT_NOT_FOUND',
  'STALE_BROKER_EPOCH',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_NOT_FOUND',
  'TRANSACTION_COORDINATOR_FENCED',
  'UNKNOWN_TOPIC_ID',
]);

export type InSimulator = 'run' | 'wire' | 'answered' | 'absent';

export function inSimulator(name: KafkaErrorName): InSimulator {
  if (ERRORS_WITH_A_RUN.has(name)) return name in SEEN_ON_THE_WIRE ? 'wire' : 'run';
  return ANSWERED_WITHOUT_A_RUN.has(name) ? 'answered' : 'absent';
}
