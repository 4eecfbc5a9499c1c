import type { ConnectionConfig, NetworkClient } from '../../network/NetworkClient.ts';
import type { JoinGroupResponse } from '../../../protocol/requests.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { BrokerId, Micros, Millis, Offset, TopicPartition } from '../../../../shared/units.ts';
import type { RebalanceProtocol } from '../assignors/assignors.ts';
import type { Commit } from './Commit.ts';
import { CoordinatorChannel } from './CoordinatorChannel.ts';
import { NO_GENERATION } from './Generation.ts';
import type { Generation, MemberState } from './Generation.ts';
import type { GroupConfig } from './GroupConfig.ts';
import { Heartbeat } from './Heartbeat.ts';
import { ConsumerMembership } from './modern/ConsumerMembership.ts';
import { rebalanceProtocol } from './rebalanceProtocol.ts';

/** How the JoinGroup and the SyncGroup after it went. Kafka: `AbstractCoordinator.joinFuture` (4.2). */
export type JoinProgress =
  | { readonly kind: 'underWay' }
  | { readonly kind: 'succeeded'; readonly assigned: readonly TopicPartition[] }
  | { readonly kind: 'failed'; readonly error: JoinError };

export type JoinError = KafkaError | 'DisconnectException' | 'UnjoinedGroupException';

/** The auto-commit before a rebalance. Kafka: `joinPrepareTimer`, `autoCommitOffsetRequestFuture`. */
export interface JoinPrepare {
  /** The rebalance goes on without it then. */
  readonly untilUs: Micros;
  commit: 'none' | 'inFlight' | 'failed' | 'done';
  retryAtUs: Micros;
}

/**
 * What a consumer knows of its group, and where it stands in it; functions beside it say what it does. Kafka:
 * `ConsumerCoordinator`, `AbstractCoordinator` (4.2).
 *
 * Simplified: the heartbeat thread acts when something is due; Kafka's looks every `retry.backoff.ms` while the application does
 * not poll, so that it is up to 100 ms later. An error that nobody catches ends the application, and the consumer closes.
 */
export class ConsumerCoordinator {
  readonly config: GroupConfig;
  readonly protocol: RebalanceProtocol;
  /** Topics, sorted; empty: it assigns itself, and uses its group for offsets alone. */
  readonly subscription: readonly string[];
  readonly channel: CoordinatorChannel;
  readonly heartbeat: Heartbeat;
  /** Under `group.protocol=consumer`, for a member; null: it speaks the classic protocol, or assigns itself. */
  readonly membership: ConsumerMembership | null;

  // FindCoordinator
  lookup: { readonly broker: BrokerId; correlationId: number | null } | null = null;
  lookupAttempts = 0;
  lookupAtUs: Micros = 0;
  /** After a lookup that failed metadata are fetched first. */
  awaitsMetadata = false;

  // Membership
  memberState: MemberState = 'UNJOINED';
  generation: Generation = NO_GENERATION;
  rejoinNeeded = true;
  rejoinReason = '';
  needsJoinPrepare = true;
  join: JoinProgress | null = null;
  joinRetryAtUs: Micros = 0;
  joinPrepare: JoinPrepare | null = null;
  /** Eager, while the commit before a rebalance is under way: nothing is fetched or returned. */
  isRevoking = false;
  isLeader = false;
  /** Topics of the group with the numbers of their partitions that the leader assigned by; null: it is no leader. */
  assignmentSnapshot: readonly (readonly [topic: string, partitions: number])[] | null = null;
  /** The leader waits for metadata before it assigns. */
  leaderJoin: JoinGroupResponse | null = null;
  /** What `StickyAssignor` was given last: an eager member owns nothing when it joins. */
  stickyAssignment: { readonly partitions: readonly TopicPartition[]; readonly generation: number } | null =
    null;
  /** A fatal error that the heartbeat thread met: the next poll() throws it. */
  fatalError: string | null = null;

  // Offsets
  /** Assigned partitions of which it is not known yet what is committed. */
  readonly initializing = new Set<TopicPartition>();
  offsetFetch: { readonly partitions: readonly TopicPartition[]; isInFlight: boolean } | null = null;
  offsetFetchAttempts = 0;
  offsetFetchAtUs: Micros = 0;
  /** What it last heard to be committed of what it is assigned. */
  readonly committed = new Map<TopicPartition, Offset>();
  nextAutoCommitUs: Micros;
  /** Asynchronous commits that wait for the coordinator to be found. Kafka: `pendingAsyncCommits`. */
  pendingCommits: Commit[] = [];
  /** How many commits wait for an answer. */
  commitsInFlight = 0;

  // Counts
  rebalances = 0;
  failedRebalances = 0;
  rebalanceStartedUs: Micros | null = null;
  lastRebalanceEndUs: Micros | null = null;
  /** Time spent in rebalances that succeeded. */
  rebalanceUs: Micros = 0;
  commits = 0;
  backoffs = 0;

  constructor(
    name: string,
    config: GroupConfig,
    subscription: readonly string[],
    client: ConnectionConfig & {
      readonly retryBackoffMs: Millis;
      readonly retryBackoffMaxMs: Millis;
      readonly clientRack: string;
    },
    nowUs: Micros,
    before?: NetworkClient,
  ) {
    this.config = config;
    this.subscription = subscription;
    const isModern = config.groupProtocol === 'consumer';
    this.protocol = isModern ? 'COOPERATIVE' : rebalanceProtocol(config.assignors);
    this.membership =
      isModern && subscription.length > 0
        ? new ConsumerMembership(
            Object.freeze({
              groupId: config.groupId,
              groupInstanceId: config.groupInstanceId,
              rackId: client.clientRack === '' ? null : client.clientRack,
              rebalanceTimeoutMs: config.maxPollIntervalMs,
              serverAssignor: config.remoteAssignor,
              clientId: name.slice(name.indexOf(':') + 1),
            }),
          )
        : null;
    this.channel = new CoordinatorChannel(name, client, before);
    const { heartbeatIntervalMs, sessionTimeoutMs, maxPollIntervalMs } = config;
    const { retryBackoffMs, retryBackoffMaxMs } = client;
    this.heartbeat = new Heartbeat(
      Object.freeze({
        heartbeatIntervalMs,
        sessionTimeoutMs,
        maxPollIntervalMs,
        retryBackoffMs,
        retryBackoffMaxMs,
      }),
    );
    this.nextAutoCommitUs = nowUs + config.autoCommitIntervalMs * MICROS_PER_MILLI;
  }

  /** Whether the coordinator assigns its partitions. */
  get isMember(): boolean {
    return this.subscription.length > 0;
  }

  /** Kafka: `AbstractCoordinator.rebalanceInProgress`. */
  get isRebalancing(): boolean {
    return this.memberState === 'PREPARING_REBALANCE' || this.memberState === 'COMPLETING_REBALANCE';
  }
}
