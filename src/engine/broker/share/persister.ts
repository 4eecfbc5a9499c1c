import type { DisconnectReason } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type {
  PersistedStateBatch,
  ShareStateRequest,
  ShareStateResponse,
} from '../../protocol/shareRequests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Epoch, TopicPartition } from '../../../shared/units.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import { SHARE_GROUP_STATE_TOPIC } from '../coordinator/internalTopics.ts';
import { shareStatePartitionOf } from '../coordinator/share/shareCoordinator.ts';
import { INTER_BROKER_TIMER } from '../InterBrokerChannel.ts';
import type { SharePartition } from './SharePartition.ts';
import type {
  GroupInitialized,
  Initialization,
  PersisterCall,
  PersisterCallBody,
  ReadShareState,
  ShareAdminDone,
} from './SharePersister.ts';

// What a broker has share coordinators keep. Kafka: `PersisterStateManager` (4.2).

/** Of the channel; the broker follows. */
export const SHARE_STATE_TIMER = `${INTER_BROKER_TIMER}shareState/`;
/** Goes off when something may be asked again. */
export const SHARE_RETRY_TIMER = 'share/persisterRetry';
const BACKOFF_MS = 1000;
const BACKOFF_MAX_MS = 30_000;
/** Kafka: `RETRY_BACKOFF_JITTER`. */
const BACKOFF_JITTER = 0.2;
/** Tries of one call in all. */
const MOST_ATTEMPTS = 5;

/** Reads what is known of a share partition. */
export function readShareState(partition: SharePartition, host: CoordinatorHost): void {
  const { groupId, topicPartition, leaderEpoch } = partition;
  ask({ kind: 'Read', groupId, topicPartition, leaderEpoch, attempts: 0, dueUs: 0 }, host);
}

export function writeShareState(
  { groupId, topicPartition, leaderEpoch, stateEpoch, records }: SharePartition,
  write: {
    readonly deliveryCompleteCount: number;
    readonly stateBatches: readonly PersistedStateBatch[];
    readonly isChanging: boolean;
    readonly callId: number | null;
  },
  host: CoordinatorHost,
): void {
  const { deliveryCompleteCount, stateBatches, isChanging, callId } = write;
  const { startOffset } = records;
  const changing = isChanging ? stateBatches : [];
  const body = {
    kind: 'Write',
    stateEpoch,
    startOffset,
    deliveryCompleteCount,
    stateBatches,
    changing,
    callId,
  } as const;
  ask({ ...body, groupId, topicPartition, leaderEpoch, attempts: 0, dueUs: 0 }, host);
}

/** Has share partitions known that are new to a group. */
export function initializeShareState(
  groupId: string,
  partitions: readonly TopicPartition[],
  stateEpoch: Epoch,
  then: GroupInitialized,
  host: CoordinatorHost,
): void {
  askOfAll(
    groupId,
    partitions,
    (_, initialization) => ({ kind: 'Initialize', stateEpoch, initialization }),
    then,
    host,
  );
}

/** Has share coordinators carry out what an admin client asked for. */
export function tellShareCoordinators(then: ShareAdminDone, host: CoordinatorHost): void {
  const { change } = then;
  const { groupId } = change;
  if (change.kind === 'AlterOffsets') {
    const { stateEpoch } = change;
    const offsets = new Map(change.offsets.map(({ topicPartition, offset }) => [topicPartition, offset]));
    askOfAll(
      groupId,
      [...offsets.keys()],
      (topicPartition, initialization) => ({
        kind: 'Initialize',
        stateEpoch,
        startOffset: offsets.get(topicPartition) ?? -1,
        initialization,
      }),
      then,
      host,
    );
  } else
    askOfAll(
      groupId,
      change.partitions,
      (_, initialization) => ({ kind: 'Delete', initialization }),
      then,
      host,
    );
}

/** One call a share partition, and `then` when all are over. */
function askOfAll(
  groupId: string,
  partitions: readonly TopicPartition[],
  bodyOf: (topicPartition: TopicPartition, initialization: number) => PersisterCallBody,
  then: Initialization['then'],
  host: CoordinatorHost,
): void {
  const { persister } = host.process.shares;
  persister.lastInitialization += 1;
  const initialization = persister.lastInitialization;
  persister.initializations.set(initialization, {
    asked: partitions,
    done: [],
    left: partitions.length,
    then,
  });
  persister.queue = [
    ...persister.queue,
    ...partitions.map((topicPartition) =>
      Object.freeze({
        ...bodyOf(topicPartition, initialization),
        groupId,
        topicPartition,
        leaderEpoch: -1,
        attempts: 0,
        dueUs: 0,
      }),
    ),
  ];
  pump(host);
}

function ask(call: PersisterCall, host: CoordinatorHost): void {
  const { persister } = host.process.shares;
  persister.queue = [...persister.queue, Object.freeze(call)];
  pump(host);
}

/** Sends what can be sent. */
function pump(host: CoordinatorHost): void {
  const { broker, process, ctx } = host;
  const { persister } = process.shares;
  for (;;) {
    const place = persister.queue.findIndex((call) => call.dueUs <= ctx.nowUs && isFree(call, host));
    const first = persister.queue[place];
    if (!first) break;
    const coordinator = coordinatorOf(first, host);
    if (coordinator === null) {
      persister.queue = persister.queue.filter((_, i) => i !== place);
      retryOrFail(first, 'COORDINATOR_NOT_AVAILABLE', host);
      continue;
    }
    const { image } = broker;
    const shard = shareStatePartitionOf(first.groupId, first.topicPartition, image);
    const calls: PersisterCall[] = [];
    const rest: PersisterCall[] = [];
    for (const call of persister.queue) {
      const fits =
        call.dueUs <= ctx.nowUs &&
        call.kind === first.kind &&
        call.groupId === first.groupId &&
        shareStatePartitionOf(call.groupId, call.topicPartition, image) === shard &&
        !calls.some(({ topicPartition }) => topicPartition === call.topicPartition);
      (fits ? calls : rest).push(call);
    }
    const correlationId = persister.channel.send(coordinator, requestOf(calls), ctx);
    if (correlationId === null) break;
    persister.queue = rest;
    persister.inFlight.set(correlationId, { broker: coordinator, calls });
  }
  const nextUs = persister.queue.reduce(
    (next, { dueUs }) => (dueUs > ctx.nowUs ? Math.min(next, dueUs) : next),
    Infinity,
  );
  if (nextUs < Infinity) ctx.setTimer(SHARE_RETRY_TIMER, nextUs - ctx.nowUs);
}

/** Whether it can leave now, as far as the channel goes, or must be told that there is no coordinator. */
function isFree(call: PersisterCall, host: CoordinatorHost): boolean {
  const coordinator = coordinatorOf(call, host);
  return coordinator === null || host.process.shares.persister.channel.isReady(coordinator, host.ctx);
}

/** The broker that coordinates a share partition, as far as this one has heard; null: none, or its topic is still to be created. */
function coordinatorOf({ groupId, topicPartition }: PersisterCall, host: CoordinatorHost): BrokerId | null {
  const { broker, process, ctx } = host;
  const { image } = broker;
  if (!image.topics.has(SHARE_GROUP_STATE_TOPIC)) {
    process.coordinators.topicCreation.createTopic(SHARE_GROUP_STATE_TOPIC, broker, ctx);
    return null;
  }
  const name = shareStatePartitionOf(groupId, topicPartition, image);
  const leader = name === undefined ? undefined : image.partitions.get(name)?.registration.leader;
  const registered = leader === undefined ? undefined : image.brokers.get(leader);
  return registered && !registered.fenced ? registered.broker : null;
}

function requestOf(calls: readonly PersisterCall[]): ShareStateRequest {
  const groupId = calls[0]?.groupId ?? '';
  const reads: { topicPartition: TopicPartition; leaderEpoch: Epoch }[] = [];
  const writes = [];
  const initials = [];
  const deletes: { topicPartition: TopicPartition }[] = [];
  for (const call of calls) {
    const { topicPartition, leaderEpoch } = call;
    if (call.kind === 'Read') reads.push({ topicPartition, leaderEpoch });
    else if (call.kind === 'Initialize')
      initials.push({ topicPartition, stateEpoch: call.stateEpoch, startOffset: call.startOffset ?? -1 });
    else if (call.kind === 'Delete') deletes.push({ topicPartition });
    else {
      const { stateEpoch, startOffset, deliveryCompleteCount, stateBatches } = call;
      writes.push({
        topicPartition,
        leaderEpoch,
        stateEpoch,
        startOffset,
        deliveryCompleteCount,
        stateBatches,
      });
    }
  }
  if (reads.length > 0) return { kind: 'ReadShareGroupStateRequest', groupId, partitions: reads };
  if (deletes.length > 0) return { kind: 'DeleteShareGroupStateRequest', groupId, partitions: deletes };
  if (writes.length > 0) return { kind: 'WriteShareGroupStateRequest', groupId, partitions: writes };
  return { kind: 'InitializeShareGroupStateRequest', groupId, partitions: initials };
}

export function handleShareStateAnswer(
  response: ShareStateResponse,
  correlationId: number,
  host: CoordinatorHost,
): void {
  const { persister } = host.process.shares;
  persister.channel.takeAnswer(correlationId, host.ctx);
  const sent = persister.inFlight.get(correlationId);
  persister.inFlight.delete(correlationId);
  for (const call of sent?.calls ?? []) {
    const result = response.partitions.find(({ topicPartition }) => topicPartition === call.topicPartition);
    const error = result?.error ?? 'UNKNOWN_SERVER_ERROR';
    if (error !== 'NONE') retryOrFail(call, error, host);
    else host.broker.onShareStateTold(call, 'NONE', readOf(response, call), host.ctx);
  }
  pump(host);
}

function readOf(response: ShareStateResponse, { topicPartition }: PersisterCall): ReadShareState | null {
  if (response.kind !== 'ReadShareGroupStateResponse') return null;
  return response.partitions.find((item) => item.topicPartition === topicPartition) ?? null;
}

export function onShareCoordinatorDisconnected(
  peer: BrokerId,
  reason: DisconnectReason,
  connection: number,
  host: CoordinatorHost,
): void {
  lost(host.process.shares.persister.channel.onDisconnected(peer, reason, connection, host.ctx), host);
}

/** The channel to a coordinator may be used again, or its answer is overdue. */
export function onShareStateTimer(peer: BrokerId, host: CoordinatorHost): void {
  lost(host.process.shares.persister.channel.onTimer(peer, host.ctx), host);
  pump(host);
}

export function onShareRetryTimer(host: CoordinatorHost): void {
  pump(host);
}

function lost(correlationId: number | null, host: CoordinatorHost): void {
  if (correlationId === null) return;
  const { persister } = host.process.shares;
  const sent = persister.inFlight.get(correlationId);
  persister.inFlight.delete(correlationId);
  for (const call of sent?.calls ?? []) retryOrFail(call, 'COORDINATOR_NOT_AVAILABLE', host);
}

/** A coordinator that is not there, or not yet, is asked again: after 1 s, 2 s, and so on, five times in all. */
function retryOrFail(call: PersisterCall, error: KafkaError, host: CoordinatorHost): void {
  const { broker, process, ctx } = host;
  const { persister } = process.shares;
  const isRetriable =
    error === 'NOT_COORDINATOR' ||
    error === 'COORDINATOR_NOT_AVAILABLE' ||
    error === 'COORDINATOR_LOAD_IN_PROGRESS';
  if (isRetriable && call.attempts + 1 < MOST_ATTEMPTS) {
    persister.backoffs += 1;
    const factor = 1 - BACKOFF_JITTER + 2 * BACKOFF_JITTER * ctx.jitter('sharePersister', persister.backoffs);
    const waitMs = Math.min(BACKOFF_MAX_MS, (BACKOFF_MS << call.attempts) * factor);
    const dueUs = ctx.nowUs + Math.round(waitMs * MICROS_PER_MILLI);
    persister.queue = [...persister.queue, Object.freeze({ ...call, attempts: call.attempts + 1, dueUs })];
    const atUs = ctx.timerAtUs(SHARE_RETRY_TIMER);
    if (atUs === null || atUs > dueUs) ctx.setTimer(SHARE_RETRY_TIMER, dueUs - ctx.nowUs);
    return;
  }
  broker.onShareStateTold(call, clientErrorOf(error), null, ctx);
}

/** Kafka: `SharePartition.fetchPersisterError`. */
function clientErrorOf(error: KafkaError): KafkaError {
  switch (error) {
    case 'NOT_COORDINATOR':
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'COORDINATOR_LOAD_IN_PROGRESS':
      return 'COORDINATOR_NOT_AVAILABLE';
    case 'FENCED_LEADER_EPOCH':
    case 'FENCED_STATE_EPOCH':
      return 'NOT_LEADER_OR_FOLLOWER';
    case 'GROUP_ID_NOT_FOUND':
    case 'UNKNOWN_TOPIC_OR_PARTITION':
      return error;
    default:
      return 'UNKNOWN_SERVER_ERROR';
  }
}
