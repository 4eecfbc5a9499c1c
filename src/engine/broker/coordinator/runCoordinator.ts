import type { KafkaError } from '../../protocol/Errors.ts';
import type { CoordinatorRecord } from '../../storage/CoordinatorRecord.ts';
import type { Micros } from '../../../shared/units.ts';
import { workUs } from '../BrokerConfig.ts';
import type { Partition } from '../Partition.ts';
import { afterInternalAppend, appendToInternalLog, internalAppendError } from './appendToInternalLog.ts';
import { coordinatorBatch } from './coordinatorBatch.ts';
import type { TransactionalWriter } from './coordinatorBatch.ts';
import type { CoordinatorHost, CoordinatorKind, CoordinatorShard } from './CoordinatorShard.ts';

// What every coordinator does alike: it is loaded where its partition is led, writes, waits for what it wrote, and is unloaded.
// Kafka: `CoordinatorRuntime`, `CoordinatorLoaderImpl` (4.2).

const LOAD_TIMER = 'load';
const TIMEOUT_TIMER = 'timeout';
const LINGER_TIMER = 'linger/';

/** What is written with an operation. */
export interface CoordinatorWrite<Operation> {
  /** None: the operation only waits for what was written before it. */
  readonly records: readonly CoordinatorRecord[];
  readonly operation: Operation;
  /** false: the shard has changed already, or changes once the records are committed. */
  readonly replays: boolean;
  readonly writer?: TransactionalWriter;
  /** How long it waits for the commit; absent: as its kind does. */
  readonly timeoutUs?: Micros;
}

/** The broker leads a partition of an internal topic: its coordinator reads the log, and then serves. Kafka: `scheduleLoadOperation`. */
export function electCoordinator<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  partition: Partition,
  host: CoordinatorHost,
): void {
  const runtime = kind.runtimeOf(host.process);
  const { topicPartition, leader } = partition;
  if (!leader) return;
  const known = runtime.shards.get(topicPartition);
  if (known && known.leaderEpoch >= leader.leaderEpoch) return;
  if (known && !kind.reloadsUnderNewEpoch) {
    known.leaderEpoch = leader.leaderEpoch;
    return;
  }
  if (known) unload(kind, known, host);
  const shard: CoordinatorShard<State, Operation> = {
    topicPartition,
    leaderEpoch: leader.leaderEpoch,
    status: 'LOADING',
    electedUs: host.ctx.nowUs,
    state: kind.newState(topicPartition),
    deferred: [],
    lingering: null,
  };
  runtime.shards.set(topicPartition, shard);
  if (partition.log.logEndOffset === partition.log.logStartOffset) {
    activate(kind, shard, 0, host);
    return;
  }
  runtime.loads.push({ topicPartition, dueUs: Infinity });
  startLoads(kind, host);
}

/** The broker leads it no more: who waits on its coordinator is sent elsewhere. Kafka: `scheduleUnloadOperation`. */
export function resignCoordinator<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  topicPartition: string,
  host: CoordinatorHost,
): void {
  const shard = kind.runtimeOf(host.process).shards.get(topicPartition);
  if (shard) unload(kind, shard, host);
}

/** Shards whose partition is not here any more, as its topic or its log directory is gone. */
export function resignStrays<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  host: CoordinatorHost,
): void {
  for (const shard of [...kind.runtimeOf(host.process).shards.values()])
    if (!host.broker.partitions.get(shard.topicPartition)?.leader) unload(kind, shard, host);
}

/**
 * Writes records for an operation, which is completed once they are committed. Returns why it cannot; then nothing has changed, and
 * the operation is not known. Kafka: `CoordinatorWriteEvent`.
 */
export function writeRecords<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  shard: CoordinatorShard<State, Operation>,
  write: CoordinatorWrite<Operation>,
  host: CoordinatorHost,
): KafkaError {
  const { broker, ctx } = host;
  const { records, operation, writer } = write;
  const timesOutUs = ctx.nowUs + (write.timeoutUs ?? kind.writeTimeoutUs(broker.config));
  const partition = broker.partitions.get(shard.topicPartition);
  if (!partition?.leader) return 'NOT_COORDINATOR';
  const lingerUs = writer ? 0 : kind.appendLingerUs(broker.config);
  if (lingerUs > 0 && (records.length > 0 || shard.lingering)) {
    linger(kind, shard, write, timesOutUs, lingerUs, partition, host);
    return 'NONE';
  }
  if (writer && shard.lingering) flushLingering(kind, shard, host);
  if (records.length > 0) {
    const error = append(kind, shard, records, write.replays, writer ?? null, partition, host);
    if (error !== 'NONE') return error;
  }
  const runtime = kind.runtimeOf(host.process);
  runtime.defer(shard, {
    requiredOffset: ctx.rules.awaitedOffset(partition.log.logEndOffset),
    timesOutUs,
    operation,
  });
  if (records.length > 0) afterInternalAppend(partition, host.process.replicas, broker, ctx);
  completeCommitted(kind, partition, host);
  watchTimeouts(kind, host, timesOutUs);
  return 'NONE';
}

/** The high watermark of a partition moved: what waited for it is done. */
export function completeCommitted<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  { topicPartition, log }: Partition,
  host: CoordinatorHost,
): void {
  const runtime = kind.runtimeOf(host.process);
  const own = runtime.shards.get(topicPartition);
  if (own) kind.noteCommitted?.(own.state, log.highWatermark);
  for (;;) {
    const shard = runtime.shards.get(topicPartition);
    const done = shard && runtime.takeCommitted(shard, log.highWatermark);
    if (!shard || !done) return;
    kind.complete(done.operation, 'NONE', shard, host);
  }
}

/** A timer of this kind of coordinator, whose key goes on so after the prefix; false: it is none of those that all kinds have. */
export function onRuntimeTimer<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  key: string,
  host: CoordinatorHost,
): boolean {
  if (key === LOAD_TIMER) finishLoads(kind, host);
  else if (key === TIMEOUT_TIMER) expire(kind, host);
  else if (key.startsWith(LINGER_TIMER)) {
    const shard = kind.runtimeOf(host.process).shards.get(key.slice(LINGER_TIMER.length));
    if (shard) flushLingering(kind, shard, host);
  } else return false;
  return true;
}

function append<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  shard: CoordinatorShard<State, Operation>,
  records: readonly CoordinatorRecord[],
  replays: boolean,
  writer: TransactionalWriter | null,
  partition: Partition,
  { broker, process, ctx }: CoordinatorHost,
): KafkaError {
  const { topicPartition, state } = shard;
  const batch = coordinatorBatch(records, ctx.clockMs(), writer);
  const error = internalAppendError(
    topicPartition,
    batch,
    writer?.guard ?? null,
    process.replicas,
    broker,
    ctx,
  );
  if (error !== 'NONE') return error;
  const baseOffset = partition.log.logEndOffset;
  if (!appendToInternalLog(topicPartition, batch, broker, ctx)) return 'KAFKA_STORAGE_ERROR';
  if (replays)
    for (const [i, record] of records.entries()) kind.replay(state, record, baseOffset + i, writer);
  return 'NONE';
}

/** The records change the shard at once, and are written with those that come until a batch's time is over. */
function linger<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  shard: CoordinatorShard<State, Operation>,
  { records, operation, replays }: CoordinatorWrite<Operation>,
  timesOutUs: Micros,
  lingerUs: Micros,
  { log }: Partition,
  { ctx }: CoordinatorHost,
): void {
  const batch = shard.lingering ?? { records: [], operations: [], dueUs: ctx.nowUs + lingerUs };
  const baseOffset = log.logEndOffset + batch.records.length;
  if (replays)
    for (const [i, record] of records.entries()) kind.replay(shard.state, record, baseOffset + i, null);
  if (!shard.lingering) ctx.setTimer(kind.timerPrefix + LINGER_TIMER + shard.topicPartition, lingerUs);
  shard.lingering = {
    ...batch,
    records: [...batch.records, ...records],
    operations: [...batch.operations, { operation, timesOutUs }],
  };
}

/** Writes what lingers, if something does. If that fails all of it is taken back. Kafka: `flushCurrentBatch`. */
export function flushLingering<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  shard: CoordinatorShard<State, Operation>,
  host: CoordinatorHost,
): void {
  const { lingering, topicPartition } = shard;
  const partition = host.broker.partitions.get(topicPartition);
  if (!lingering || !partition) return;
  shard.lingering = null;
  host.ctx.cancelTimer(kind.timerPrefix + LINGER_TIMER + topicPartition);
  const { records, operations } = lingering;
  const baseOffset = partition.log.logEndOffset;
  const error = append(kind, shard, records, false, null, partition, host);
  if (error !== 'NONE') {
    kind.revert(shard.state, records, baseOffset);
    for (const { operation } of operations) kind.complete(operation, error, shard, host);
    return;
  }
  const runtime = kind.runtimeOf(host.process);
  const requiredOffset = partition.log.logEndOffset;
  for (const { operation, timesOutUs } of operations)
    runtime.defer(shard, { requiredOffset, timesOutUs, operation });
  afterInternalAppend(partition, host.process.replicas, host.broker, host.ctx);
  completeCommitted(kind, partition, host);
  watchTimeouts(kind, host);
}

/** Reads the whole log: compacted, so mostly little of it. */
function startLoads<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  { broker, process, ctx }: CoordinatorHost,
): void {
  const { loads } = kind.runtimeOf(process);
  let running = loads.filter(({ dueUs }) => dueUs < Infinity).length;
  let nextUs = Infinity;
  for (const load of loads) {
    if (load.dueUs === Infinity && running < kind.loaderThreads) {
      running += 1;
      const { requestUs, requestPerKiBUs } = broker.config;
      const sizeBytes = broker.partitions.get(load.topicPartition)?.log.sizeBytes ?? 0;
      load.dueUs = ctx.nowUs + broker.diskFactor * workUs(requestUs, requestPerKiBUs, sizeBytes);
    }
    nextUs = Math.min(nextUs, load.dueUs);
  }
  if (nextUs < Infinity) ctx.setTimer(kind.timerPrefix + LOAD_TIMER, nextUs - ctx.nowUs);
}

function finishLoads<State, Operation>(kind: CoordinatorKind<State, Operation>, host: CoordinatorHost): void {
  const { broker, process, ctx } = host;
  const runtime = kind.runtimeOf(process);
  const done = runtime.loads.filter(({ dueUs }) => dueUs <= ctx.nowUs);
  runtime.loads = runtime.loads.filter(({ dueUs }) => dueUs > ctx.nowUs);
  startLoads(kind, host);
  for (const { topicPartition } of done) {
    const shard = runtime.shards.get(topicPartition);
    const partition = broker.partitions.get(topicPartition);
    if (!shard || !partition || shard.status !== 'LOADING') continue;
    activate(kind, shard, replayLog(kind, shard, partition), host);
  }
}

/** Returns how many records there were. */
function replayLog<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  { state }: CoordinatorShard<State, Operation>,
  { log }: Partition,
): number {
  let count = 0;
  for (let i = 0; i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    const { baseOffset, contents, coordinatorRecords = [], producerId, producerEpoch } = batch;
    if (batch.marker) {
      kind.replayMarker(state, batch, baseOffset);
      count += 1;
      continue;
    }
    const writer = batch.isTransactional ? { producerId, producerEpoch } : null;
    for (const [place, record] of coordinatorRecords.entries()) {
      const offset = baseOffset + (contents?.offsetDeltas?.[place] ?? place);
      if (offset < log.logStartOffset) continue;
      kind.replay(state, record, offset, writer);
      count += 1;
    }
  }
  return count;
}

function activate<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  shard: CoordinatorShard<State, Operation>,
  records: number,
  host: CoordinatorHost,
): void {
  const { topicPartition, leaderEpoch, electedUs } = shard;
  shard.status = 'ACTIVE';
  if (records > 0)
    host.ctx.trace({
      kind: 'CoordinatorLoaded',
      broker: host.broker.id,
      partition: topicPartition,
      leaderEpoch,
      records,
      tookUs: host.ctx.nowUs - electedUs,
    });
  kind.noteCommitted?.(shard.state, host.broker.partitions.get(topicPartition)?.log.highWatermark ?? 0);
  kind.loaded(shard, host);
}

function unload<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  shard: CoordinatorShard<State, Operation>,
  host: CoordinatorHost,
): void {
  const runtime = kind.runtimeOf(host.process);
  const { topicPartition } = shard;
  const wasActive = shard.status === 'ACTIVE';
  runtime.shards.delete(topicPartition);
  runtime.loads = runtime.loads.filter((load) => load.topicPartition !== topicPartition);
  startLoads(kind, host);
  const waiting = [...runtime.takeAll(shard), ...(shard.lingering?.operations ?? [])];
  shard.lingering = null;
  host.ctx.cancelTimer(kind.timerPrefix + LINGER_TIMER + topicPartition);
  for (const { operation } of waiting) kind.complete(operation, 'NOT_COORDINATOR', shard, host);
  kind.unloaded(shard, host);
  watchTimeouts(kind, host);
  if (wasActive && (host.broker.partitions.get(topicPartition)?.log.logEndOffset ?? 0) > 0)
    host.ctx.trace({ kind: 'CoordinatorUnloaded', broker: host.broker.id, partition: topicPartition });
}

function expire<State, Operation>(kind: CoordinatorKind<State, Operation>, host: CoordinatorHost): void {
  const runtime = kind.runtimeOf(host.process);
  for (const shard of [...runtime.shards.values()])
    for (const { operation } of runtime.takeExpired(shard, host.ctx.nowUs))
      kind.complete(operation, 'REQUEST_TIMED_OUT', shard, host);
  watchTimeouts(kind, host);
}

/** One timer for all that wait; none when nobody does. It may go off too early, and never too late. `newUs`: of one that came. */
function watchTimeouts<State, Operation>(
  kind: CoordinatorKind<State, Operation>,
  { process, ctx }: CoordinatorHost,
  newUs: Micros = Infinity,
): void {
  const runtime = kind.runtimeOf(process);
  const key = kind.timerPrefix + TIMEOUT_TIMER;
  const atUs = ctx.timerAtUs(key);
  if (runtime.deferredCount === 0) {
    if (atUs !== null) ctx.cancelTimer(key);
  } else if (atUs === null) ctx.setTimer(key, runtime.nextTimeoutUs() - ctx.nowUs);
  else if (newUs < atUs) ctx.setTimer(key, newUs - ctx.nowUs);
}
