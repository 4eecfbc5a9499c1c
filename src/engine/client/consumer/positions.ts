import type { NodeContext } from '../../node/Node.ts';
import type {
  ListOffsetsRequest,
  ListOffsetsResponse,
  OffsetForLeaderEpochRequest,
  OffsetForLeaderEpochResponse,
} from '../../protocol/requests.ts';
import { LATEST_TIMESTAMP } from '../../protocol/requests.ts';
import { MICROS_PER_MILLI, UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../../shared/units.ts';
import type { BrokerId, Micros } from '../../../shared/units.ts';
import type { AssignedPartition } from './AssignedPartition.ts';
import type { Consumer } from './Consumer.ts';
import { resetException, resetTimestamp } from './offsetReset.ts';
import { positionCheck, validatePosition } from './validatePosition.ts';

/** Sorts what moved to the brokers that it is to be fetched from now. Returns when the next back-off or lease ends. */
export function placePartitions(consumer: Consumer, ctx: NodeContext): Micros {
  if (consumer.nextLeaseEndUs <= ctx.nowUs) {
    consumer.nextLeaseEndUs = Infinity;
    for (const { topicPartition, preferred } of consumer.partitions) {
      if (preferred === null) continue;
      if (preferred.untilUs <= ctx.nowUs) consumer.moved.add(topicPartition);
      else consumer.nextLeaseEndUs = Math.min(consumer.nextLeaseEndUs, preferred.untilUs);
    }
  }
  let againUs = consumer.nextLeaseEndUs;
  for (const topicPartition of consumer.resting) {
    const partition = consumer.partitionOf(topicPartition);
    if (!partition) continue;
    if (partition.retryAtUs <= ctx.nowUs) consumer.moved.add(topicPartition);
    else againUs = Math.min(againUs, partition.retryAtUs);
  }
  for (const topicPartition of consumer.moved.items()) {
    const partition = consumer.partitionOf(topicPartition);
    if (partition) place(consumer, partition, ctx);
  }
  if (consumer.moved.size > 0) consumer.moved.clear();
  return againUs;
}

function place(consumer: Consumer, partition: AssignedPartition, ctx: NodeContext): void {
  const { topicPartition, position: fetchOffset } = partition;
  const source = sourceOf(consumer, partition, ctx);
  if (source === null) consumer.resting.add(topicPartition);
  else if (consumer.resting.size > 0) consumer.resting.delete(topicPartition);
  checkPosition(consumer, partition);
  if (!hasValidPosition(partition)) consumer.lost.add(topicPartition);
  else if (consumer.lost.size > 0) consumer.lost.delete(topicPartition);

  const isBuffered =
    consumer.fetched.length > 0 && consumer.fetched.some((item) => item.topicPartition === topicPartition);
  const isFetchable =
    source !== null &&
    hasValidPosition(partition) &&
    !isBuffered &&
    !partition.paused &&
    !consumer.isHeldBack(topicPartition) &&
    !consumer.isInitializing(topicPartition);
  if (partition.source !== null && (!isFetchable || partition.source !== source))
    consumer.sessions.get(partition.source)?.forget(topicPartition);
  partition.source = isFetchable ? source : null;
  if (!isFetchable) return;
  consumer.sessionWith(source).want({
    topicPartition,
    fetchOffset,
    currentLeaderEpoch: consumer.metadata.leaderEpochOf(topicPartition),
    lastFetchedEpoch: -1,
    logStartOffset: -1,
    maxBytes: consumer.config.maxPartitionFetchBytes,
  });
}

/** Whether it can be fetched from where it stands. */
export function hasValidPosition(partition: AssignedPartition): boolean {
  return !partition.needsReset && !partition.awaitsValidation;
}

/** A leader that is new, or new under its epoch, may not have what was read from the one before (E8). */
function checkPosition(consumer: Consumer, partition: AssignedPartition): void {
  const known = consumer.metadata.leaderOf(partition.topicPartition);
  if (partition.needsReset || !known) return;
  const check = positionCheck(partition.offsetEpoch, partition.positionLeader, known);
  if (check === 'known') return;
  partition.positionLeader = known;
  partition.awaitsValidation = check === 'validate';
  partition.isBusy = false;
}

/** The leader, or the follower that it named; null when it rests or nobody leads it. Kafka: `AbstractFetch.selectReadReplica`. */
function sourceOf(consumer: Consumer, partition: AssignedPartition, ctx: NodeContext): BrokerId | null {
  const { topicPartition, preferred } = partition;
  if (partition.retryAtUs > ctx.nowUs) return null;
  const known = consumer.metadata.leaderOf(topicPartition);
  if (!known) {
    consumer.metadata.requestUpdate();
    return null;
  }
  if (preferred === null) return known.leader;
  const isCurrent =
    preferred.untilUs > ctx.nowUs &&
    preferred.leader === known.leader &&
    preferred.leaderEpoch === known.leaderEpoch;
  if (isCurrent && consumer.metadata.brokers.includes(preferred.replica)) return preferred.replica;
  if (isCurrent) consumer.metadata.requestUpdate();
  partition.preferred = null;
  return known.leader;
}

/** Asks the leaders about partitions without a valid position. Returns when to look again. */
export function askAboutPositions(consumer: Consumer, ctx: NodeContext): Micros {
  let againUs = Infinity;
  if (consumer.lost.size === 0) return againUs;
  const byLeader = new Map<BrokerId, AssignedPartition[]>();
  for (const topicPartition of consumer.lost) {
    const partition = consumer.partitionOf(topicPartition);
    const leader = consumer.metadata.leaderOf(topicPartition)?.leader;
    if (!partition || partition.isBusy || leader === undefined || consumer.resting.has(topicPartition))
      continue;
    if (consumer.isInitializing(topicPartition)) continue;
    const partitions = byLeader.get(leader);
    if (partitions) partitions.push(partition);
    else byLeader.set(leader, [partition]);
  }
  for (const [broker, partitions] of byLeader) {
    if (consumer.isReady(broker, ctx)) {
      const [lost, unsure] = [partitions.filter(isLost), partitions.filter((one) => !isLost(one))];
      if (lost.length > 0) askForOffsets(consumer, broker, lost, ctx);
      if (unsure.length > 0) askForEpochEnds(consumer, broker, unsure, ctx);
    } else againUs = Math.min(againUs, consumer.network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
  }
  return againUs;
}

function isLost(partition: AssignedPartition): boolean {
  return partition.needsReset;
}

function askForOffsets(
  consumer: Consumer,
  broker: BrokerId,
  lost: readonly AssignedPartition[],
  ctx: NodeContext,
): void {
  const byDefault = resetTimestamp(consumer.config.autoOffsetReset, ctx.clockMs());
  const unplaceable = byDefault === null ? lost.find(({ resetTo }) => resetTo === undefined) : undefined;
  if (unplaceable) {
    consumer.fail(resetException(unplaceable.position), ctx);
    return;
  }
  const items = lost.map(({ topicPartition, resetTo }) => ({
    topicPartition,
    timestamp: resetTo ?? byDefault ?? LATEST_TIMESTAMP,
    currentLeaderEpoch: consumer.metadata.leaderEpochOf(topicPartition),
  }));
  const { isolationLevel } = consumer.config;
  const request = { kind: 'ListOffsetsRequest', replicaId: -1, partitions: items } as const;
  consumer.network.send(broker, isolationLevel ? { ...request, isolationLevel } : request, true, ctx);
  for (const partition of lost) partition.isBusy = true;
}

export function handleListOffsets(
  consumer: Consumer,
  request: ListOffsetsRequest,
  response: ListOffsetsResponse,
  ctx: NodeContext,
): void {
  for (const answer of response.partitions) {
    const partition = consumer.partitionOf(answer.topicPartition);
    if (!partition || !isStillWanted(partition, request)) continue;
    partition.isBusy = false;
    consumer.moved.add(answer.topicPartition);
    if (answer.error !== 'NONE') {
      backOff(consumer, partition, ctx);
      continue;
    }
    if (answer.offset < 0 && consumer.timeLookup?.partitions.includes(answer.topicPartition)) {
      // offsetsForTimes() has nothing to say of it: the application seeks to the end.
      partition.resetTo = LATEST_TIMESTAMP;
      continue;
    }
    if (answer.offset < 0) {
      // Nothing is as young as `by_duration` asks for: it is asked again later.
      partition.retryAtUs = ctx.nowUs + consumer.config.requestTimeoutMs * MICROS_PER_MILLI;
      continue;
    }
    const from = partition.position;
    partition.position = answer.offset;
    partition.needsReset = false;
    delete partition.resetTo;
    // Of what stands before it nothing is known, so there is nothing to ask the next leader (E8).
    partition.offsetEpoch = null;
    partition.positionLeader = consumer.metadata.leaderOf(answer.topicPartition);
    ctx.trace({
      kind: 'OffsetReset',
      consumer: consumer.clientId,
      partition: answer.topicPartition,
      from,
      to: answer.offset,
    });
  }
}

/** Whether the place is still to be found, and where it was asked for. Kafka: `SubscriptionState.maybeSeekUnvalidated` (4.2). */
function isStillWanted(
  { topicPartition, needsReset, resetTo }: AssignedPartition,
  { partitions }: ListOffsetsRequest,
): boolean {
  if (!needsReset) return false;
  if (resetTo === undefined) return true;
  return partitions.some((asked) => asked.topicPartition === topicPartition && asked.timestamp === resetTo);
}

/** Asks a leader where the epochs end under which the partitions were last read. Kafka: `OffsetFetcher.validatePositionsAsync` (4.2). */
function askForEpochEnds(
  consumer: Consumer,
  broker: BrokerId,
  unsure: readonly AssignedPartition[],
  ctx: NodeContext,
): void {
  const partitions = unsure.map(({ topicPartition, offsetEpoch, positionLeader }) => ({
    topicPartition,
    currentLeaderEpoch: positionLeader?.leaderEpoch ?? null,
    leaderEpoch: offsetEpoch ?? UNDEFINED_EPOCH,
  }));
  consumer.network.send(broker, { kind: 'OffsetForLeaderEpochRequest', partitions }, true, ctx);
  for (const partition of unsure) partition.isBusy = true;
}

/** Kafka: `OffsetFetcherUtils.onSuccessfulResponseForValidatingPositions` (4.2). */
export function handleEpochEnds(
  consumer: Consumer,
  request: OffsetForLeaderEpochRequest,
  response: OffsetForLeaderEpochResponse,
  broker: BrokerId,
  ctx: NodeContext,
): void {
  response.partitions.forEach(({ topicPartition, error, leaderEpoch, endOffset }, index) => {
    const partition = consumer.partitionOf(topicPartition);
    const asked = request.partitions[index];
    if (!partition || !asked || !isStillAsked(partition, asked, broker)) return;
    partition.isBusy = false;
    consumer.moved.add(topicPartition);
    if (error !== 'NONE') {
      backOff(consumer, partition, ctx);
      return;
    }
    partition.awaitsValidation = false;
    const validation = validatePosition(partition.position, { epoch: leaderEpoch, endOffset });
    if (validation.kind === 'valid') return;
    ctx.trace({
      kind: 'LogTruncationDetected',
      consumer: consumer.clientId,
      partition: topicPartition,
      from: partition.position,
      to: validation.kind === 'truncated' ? validation.offset : UNDEFINED_OFFSET,
    });
    if (consumer.config.autoOffsetReset === 'none') {
      // Where to go on is not decided: poll() throws (KIP-320).
      consumer.fail('LogTruncationException', ctx);
      return;
    }
    if (validation.kind === 'lost') partition.needsReset = true;
    else {
      partition.position = validation.offset;
      partition.offsetEpoch = validation.offsetEpoch;
    }
  });
}

/** Whether the question was asked about the position as it is now. */
function isStillAsked(
  { awaitsValidation, positionLeader, offsetEpoch }: AssignedPartition,
  asked: OffsetForLeaderEpochRequest['partitions'][number],
  broker: BrokerId,
): boolean {
  return (
    awaitsValidation &&
    positionLeader?.leader === broker &&
    positionLeader.leaderEpoch === asked.currentLeaderEpoch &&
    offsetEpoch === asked.leaderEpoch
  );
}

export function backOff(consumer: Consumer, partition: AssignedPartition, ctx: NodeContext): void {
  partition.retryAtUs = ctx.nowUs + consumer.config.retryBackoffMs * MICROS_PER_MILLI;
  consumer.moved.add(partition.topicPartition);
  consumer.metadata.requestUpdate();
}
