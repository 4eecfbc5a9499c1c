import type { MetadataImage } from '../metadata/MetadataImage.ts';
import { imageOfSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { MetadataSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import { EVERY_CONNECTION, TimerTable } from '../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext, ReplyAddress } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { Request, Response } from '../protocol/requests.ts';
import { OBSERVER_TIMER } from '../raft/RaftObserver.ts';
import type { RaftObserver } from '../raft/RaftObserver.ts';
import type {
  BrokerId,
  Bytes,
  Epoch,
  Micros,
  Millis,
  NodeIndex,
  Offset,
  TopicPartition,
} from '../../shared/units.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import { ALTER_PARTITION_TIMER } from './AlterPartitionManager.ts';
import type { BrokerConfig } from './BrokerConfig.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { BrokerMeters } from './BrokerMeters.ts';
import { LIFECYCLE_TIMER } from './BrokerLifecycleManager.ts';
import type { LifecycleBroker } from './BrokerLifecycleManager.ts';
import { BrokerProcess } from './BrokerProcess.ts';
import { CHANNEL_TIMER } from './ControllerChannel.ts';
import {
  completeFetches,
  finishRemoteReads,
  REMOTE_READ_TIMER,
  expireFetches,
  FETCH_TIMER,
  handleFetch,
  handleListOffsets,
} from './fetchRequests.ts';
import { COORDINATOR_TIMER, onCoordinatorTimer } from './coordinator/coordinatorEvents.ts';
import { handleGroupRequest } from './coordinator/group/handleGroupRequest.ts';
import { findCoordinator } from './findCoordinator.ts';
import { answerMetadata } from './metadataRequests.ts';
import { wakeSessions } from './fetchSessions.ts';
import { answerOffsetForLeaderEpoch } from './offsetForLeaderEpoch.ts';
import { isrShrinkCheckIntervalUs } from './outOfSyncReplicas.ts';
import type { Partition } from './Partition.ts';
import { expireProduces, PRODUCE_TIMER } from './produceRequests.ts';
import { describeProducers } from './describeProducers.ts';
import { DELETE_RECORDS_TIMER, deleteRecords, expireDeletes } from './deleteRecords.ts';
import { DeletedRecords } from '../storage/DeletedRecords.ts';
import { DiskRoom } from './DiskRoom.ts';
import { deleteStrayReplicas } from './hostedReplicas.ts';
import {
  failFullLogDirs,
  halt,
  LOG_DIR_FAILURE_TIMER,
  noticeLogDirs,
  recoverDisks,
  retryFullLogDirs,
} from './logDirFaults.ts';
import {
  checkpointWrites,
  finishFlushes,
  FLUSH_TIMER,
  flushDirtyLogs,
  FLUSHER_TIMER,
  fsyncUs,
} from './logFlush.ts';
import { INTER_BROKER_TIMER, isOfFetcher } from './InterBrokerChannel.ts';
import { beginRecovery, continueRecovery, RECOVERY_TIMER, recoveryOf } from './logRecovery.ts';
import { publishMetadata, publishPartitions, publishSnapshot } from './publishMetadata.ts';
import { finishCopies, REMOTE_COPY_TIMER, REMOTE_LOG_TIMER, runRemoteTasks } from './remoteLogManager.ts';
import { fetchedLeaderOf } from './ReplicaFetcher.ts';
import type { ReplicationQuotaManager } from './ReplicationQuotaManager.ts';
import {
  handleInitProducerId,
  handleMarkersAnswer,
  handleTransactionRequest,
  onMarkerTargetDisconnected,
  onMarkerTimer,
} from './transaction/transactionRequests.ts';
import {
  handleShareStateAnswer,
  onShareCoordinatorDisconnected,
  SHARE_STATE_TIMER,
} from './share/persister.ts';
import { onShareClientDisconnected } from './share/handleShareRequest.ts';
import { onShareStateTold } from './share/onShareStateTold.ts';
import type { PersisterCall, ReadShareState } from './share/SharePersister.ts';
import { handleShareBrokerRequest, onShareTimer, SHARE_TIMER } from './share/shareRequests.ts';
import {
  cleanUpLogs,
  INITIAL_TASK_DELAY_US,
  nextFileDeletionUs,
  unlinkDeletedSegments,
} from './logRetention.ts';
import { CLEANER_TIMER } from './LogCleaner.ts';
import {
  finishNetworkTask,
  finishRequest,
  giveWork,
  ioThreadOf,
  NETWORK_TIMER,
  readRequest,
  sendAnswer,
  throttleFetch,
  UNMUTE_TIMER,
  unmuteConnections,
} from './requestThreads.ts';

import {
  coordinatorDisconnected,
  handleAddPartitions,
  onVerificationTimer,
  retryVerifications,
  VERIFICATION_RETRY_TIMER,
  VERIFICATION_TIMER,
  verifyAndProduce,
} from './verifyProduce.ts';
import { handleWriteTxnMarkers } from './writeTxnMarkers.ts';

const BOOT_TIMER = 'boot';
const EXIT_TIMER = 'exit';
const CHECKPOINT_TIMER = 'highWatermarkCheckpoint';
const ISR_TIMER = 'isrShrink';
/** Goes off when the broker looks for what retention gives up. */
export const RETENTION_TIMER = 'logRetention';
const FILE_DELETE_TIMER = 'deleteFile';
const PRODUCER_EXPIRY_TIMER = 'producerIdExpiration';
const MARKER_TIMER = `${INTER_BROKER_TIMER}txnMarkers/`;
/** Kafka's default of log.flush.scheduler.interval.ms is the largest number there is. */
const NEVER_US = Number.MAX_SAFE_INTEGER;
const CONTROLLED_SHUTDOWN_TIMEOUT_US = 300_000 * MICROS_PER_MILLI;

export type BrokerPower = 'on' | 'killed' | 'stopped' | 'powerless';

/**
 * A broker: a machine with a disk, and mostly a process on it. Kafka: `BrokerServer`, `KafkaApis` (4.2).
 *
 *   stopped | killed | powerless → on (start) → stopped (controlled shutdown) | killed (SIGKILL) | powerless (no power)
 *
 * Simplified: the local copy of the metadata log survives every stop, power loss too (Kafka flushes it before it counts). A
 * broker that is shutting down goes on fetching what it no longer leads until it may go, where Kafka's stops; it is in no ISR
 * then, so nobody waits for it.
 */
export class Broker implements Node, BrokerInternals {
  readonly role = 'broker';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly id: BrokerId;
  readonly rack: string | null;
  readonly config: BrokerConfig;
  life = 1;

  // The disk
  readonly partitions: Map<TopicPartition, Partition>;
  image: MetadataImage;
  /** Its part in the metadata quorum; the log that it fetches stands on the disk. */
  readonly quorum: RaftObserver;
  /** How many times longer the disk takes than the scenario's times say. */
  diskFactor = 1;
  /** `.kafka_cleanshutdown`: the broker epoch at the last clean stop; −1 when the file is missing. */
  cleanShutdownBrokerEpoch: Epoch = -1;
  /** Log directories whose disk is gone; they stay so (B8). */
  readonly failedLogDirs = new Set<string>();
  /** Those that are offline because a write found no room; the next process tries them again (DF2). */
  readonly fullLogDirs = new Set<string>();
  /** Log directories that failed while the process stood still. */
  readonly unnoticedLogDirs = new Set<string>();
  /** Disks with an end, by log directory. */
  readonly disks: Map<string, DiskRoom>;
  /** Logs in directories that are offline: nobody can read them. */
  readonly offlinePartitions = new Map<TopicPartition, Partition>();
  readonly deletedRecords = new DeletedRecords();

  power: BrokerPower;
  powerSinceUs: Micros = 0;
  process: BrokerProcess | null = null;

  constructor(
    id: BrokerId,
    rack: string | null,
    config: BrokerConfig,
    image: MetadataImage,
    quorum: RaftObserver,
    partitions: Map<TopicPartition, Partition>,
    startsRunning: boolean,
  ) {
    this.id = id;
    this.name = `broker:${id}`;
    this.rack = rack;
    this.config = config;
    this.image = image;
    this.quorum = quorum;
    this.partitions = partitions;
    this.disks = new Map(
      config.diskCapacities.map(({ logDir, capacityBytes }) => [logDir, new DiskRoom(capacityBytes)]),
    );
    this.power = startsRunning ? 'on' : 'stopped';
    if (!startsRunning) this.cleanShutdownBrokerEpoch = image.brokers.get(id)?.brokerEpoch ?? -1;
  }

  get brokerEpoch(): Epoch {
    return this.process?.lifecycle.brokerEpoch ?? -1;
  }

  get controllerId(): BrokerId | null {
    return this.quorum.leaderId;
  }

  get followerQuota(): ReplicationQuotaManager | null {
    return this.process?.replicas.followerQuota ?? null;
  }

  get meters(): BrokerMeters | null {
    return this.process?.meters ?? null;
  }

  /** The process, unless all that it still does is to end. */
  private get workingProcess(): BrokerProcess | null {
    return this.process?.lifecycle.state === 'SHUTTING_DOWN' ? null : this.process;
  }

  /** For checkpoints. */
  blank(): Broker {
    return new Broker(this.id, this.rack, this.config, this.image, this.quorum, new Map(), true);
  }

  isRunning(): boolean {
    return this.process !== null;
  }

  /** Requests are let in once the first metadata are acted upon. */
  isListening(): boolean {
    return this.workingProcess?.isPublishing ?? false;
  }

  hasPower(): boolean {
    return this.power !== 'powerless';
  }

  /** At time 0: a running broker is registered, unfenced and in step with the metadata. */
  start(ctx: NodeContext): void {
    if (this.power !== 'on') return;
    const { config } = this;
    this.process = new BrokerProcess(`${this.name}/1`, -1, config);
    const registration = this.image.brokers.get(this.id);
    const phase = ctx.rng('phases');
    this.process.lifecycle.resume(
      registration?.brokerEpoch ?? -1,
      phase.int(config.heartbeatIntervalUs),
      ctx,
    );
    ctx.setTimer(CHECKPOINT_TIMER, phase.int(config.highWatermarkCheckpointIntervalUs));
    ctx.setTimer(ISR_TIMER, 1 + phase.int(isrShrinkCheckIntervalUs(config.replicaLagTimeMaxMs)));
    ctx.setTimer(PRODUCER_EXPIRY_TIMER, phase.int(config.producerIdExpirationCheckIntervalUs));
    ctx.setTimer(
      RETENTION_TIMER,
      Math.floor(ctx.jitter('logRetention', 0) * config.retentionCheckIntervalUs),
    );
    this.process.logStartCheckpointUs = Math.floor(
      ctx.jitter('logStartCheckpoint', 0) * config.logStartCheckpointIntervalUs,
    );
    this.process.recoveryPointCheckpointUs = Math.floor(
      ctx.jitter('recoveryPointCheckpoint', 0) * config.recoveryPointCheckpointIntervalUs,
    );
    // With Kafka's default it ran once, 30 s after the start, and never again.
    if (config.flushSchedulerIntervalUs < NEVER_US)
      ctx.setTimer(FLUSHER_TIMER, Math.floor(ctx.jitter('logFlusher', 0) * config.flushSchedulerIntervalUs));
    if (config.hasRemoteStorage)
      ctx.setTimer(
        REMOTE_LOG_TIMER,
        Math.floor(ctx.jitter('remoteLogManager', 0) * config.remoteTaskIntervalUs),
      );
    this.process.isPublishing = true;
    this.process.coordinators.transactions.startedUs = -Math.floor(
      ctx.jitter('transactionScans', 0) * config.transactions.removeExpiredIntervalUs,
    );
    this.process.cleaner.start(ctx.jitter('logCleaner', 0), this, ctx.nowUs);
    publishPartitions(this, this.process, this.image.partitions.values(), ctx);
    this.quorum.poll(ctx);
  }

  receiveRequest(request: Request, envelope: Envelope, ctx: NodeContext): void {
    const process = this.workingProcess;
    if (!process) return;
    const { source, correlationId, connection, sizeBytes } = envelope;
    const queued = { request, source, correlationId, connection, sizeBytes };
    if (!process.requests.arrive(queued)) return;
    readRequest(this, queued, process, ctx);
    giveWork(this, process, ctx);
  }

  receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void {
    const process = this.workingProcess;
    if (!process) return;
    const { correlationId, source } = envelope;
    switch (response.kind) {
      case 'FetchResponse':
        this.fetcherOf(source, process, ctx)?.handleFetchResponse(response, correlationId, this, ctx);
        return;
      case 'ListOffsetsResponse':
        this.fetcherOf(source, process, ctx)?.handleListOffsetsResponse(response, correlationId, this, ctx);
        return;
      case 'MetadataFetchResponse':
        this.handleMetadata(this.quorum.handleResponse(response, source, correlationId, ctx), process, ctx);
        return;
      case 'FetchSnapshotResponse':
        this.handleSnapshot(
          this.quorum.handleSnapshotResponse(response, source, correlationId, ctx),
          process,
          ctx,
        );
        return;
      case 'AlterPartitionResponse':
        process.replicas.alterPartition.handleResponse(response, correlationId, process.replicas, this, ctx);
        return;
      case 'CreateTopicsResponse':
        process.coordinators.topicCreation.handleResponse(response, correlationId, this, ctx);
        return;
      case 'AddPartitionsToTxnResponse':
        handleAddPartitions(response, correlationId, process, this, ctx);
        return;
      case 'WriteTxnMarkersResponse':
        handleMarkersAnswer(response, correlationId, { broker: this, process, ctx });
        return;
      case 'InitializeShareGroupStateResponse':
      case 'DeleteShareGroupStateResponse':
      case 'ReadShareGroupStateResponse':
      case 'WriteShareGroupStateResponse':
        handleShareStateAnswer(response, correlationId, { broker: this, process, ctx });
        return;
      case 'AllocateProducerIdsResponse':
        process.producerIds.handleResponse(response, correlationId, this, ctx);
        return;
      case 'BrokerRegistrationResponse':
        process.lifecycle.handleRegistration(response, correlationId, this.lifecycleView(process), ctx);
        return;
      case 'BrokerHeartbeatResponse':
        if (process.lifecycle.handleHeartbeat(response, correlationId, this.lifecycleView(process), ctx))
          this.beginExit(process, ctx);
        else this.maybeBeginPublishing(process, ctx);
        return;
      default:
        return;
    }
  }

  onTimer(key: string, ctx: NodeContext): void {
    if (key === BOOT_TIMER) {
      this.finishBoot(ctx);
      return;
    }
    const process = this.workingProcess;
    if (key === EXIT_TIMER) {
      if (process) this.beginExit(process, ctx);
      else this.exit(ctx);
      return;
    }
    if (!process) return;
    const ioThread = ioThreadOf(key);
    if (ioThread !== undefined) {
      finishRequest(this, ioThread, process, ctx);
      return;
    }
    const fetchedLeader = fetchedLeaderOf(key);
    if (fetchedLeader !== undefined) process.fetchers.get(fetchedLeader)?.onTimer(this, ctx);
    else if (key.startsWith(NETWORK_TIMER))
      finishNetworkTask(this, Number(key.slice(NETWORK_TIMER.length)), process, ctx);
    else if (key === UNMUTE_TIMER) unmuteConnections(this, process, ctx);
    else if (key === PRODUCE_TIMER) expireProduces(process.replicas, this, ctx);
    else if (key === FETCH_TIMER) expireFetches(process.replicas, this, ctx);
    else if (key === DELETE_RECORDS_TIMER) expireDeletes(process.replicas, ctx);
    else if (key.startsWith(COORDINATOR_TIMER)) onCoordinatorTimer(key, this, ctx);
    else if (key.startsWith(VERIFICATION_TIMER))
      onVerificationTimer(Number(key.slice(VERIFICATION_TIMER.length)), process, this, ctx);
    else if (key === VERIFICATION_RETRY_TIMER) retryVerifications(process, this, ctx);
    else if (key.startsWith(SHARE_TIMER) || key.startsWith(SHARE_STATE_TIMER))
      onShareTimer(key, { broker: this, process, ctx });
    else if (key.startsWith(MARKER_TIMER))
      onMarkerTimer(Number(key.slice(MARKER_TIMER.length)), { broker: this, process, ctx });
    else if (key.startsWith(CHANNEL_TIMER))
      this.onChannelTimer(key.slice(CHANNEL_TIMER.length), process, ctx);
    else this.onProcessTimer(key, process, ctx);
  }

  onDisconnected(peer: NodeIndex, reason: DisconnectReason, ctx: NodeContext, connection: number): void {
    const process = this.workingProcess;
    if (!process) return;
    const broker = ctx.directory.brokerIds.get(peer);
    if (broker !== undefined) {
      if (isOfFetcher(reason, connection))
        process.fetchers.get(broker)?.onDisconnected(connection, this, ctx);
      onMarkerTargetDisconnected(broker, reason, connection, { broker: this, process, ctx });
      coordinatorDisconnected(broker, reason, connection, process, this, ctx);
      onShareCoordinatorDisconnected(broker, reason, connection, { broker: this, process, ctx });
    } else {
      this.onControllerDisconnected(peer, process, ctx);
      onShareClientDisconnected(peer, { broker: this, process, ctx });
    }
  }

  /** What befell its disk while it stood still it notices now. */
  afterPause(ctx: NodeContext): void {
    if (this.hasDiskFailed) halt(this, ctx);
    else noticeLogDirs(this, ctx);
  }

  /** The disk under every log directory is gone. */
  get hasDiskFailed(): boolean {
    return this.config.logDirs.every((dir) => this.failedLogDirs.has(dir));
  }

  // What people do to it

  /** SIGTERM. */
  stopCleanly(ctx: NodeContext): void {
    const { process } = this;
    if (!process || ctx.timerAtUs(EXIT_TIMER) !== null) return;
    ctx.trace({ kind: 'ControlledShutdownStarted', broker: this.id });
    if (process.lifecycle.state !== 'RUNNING' || !this.config.controlledShutdownEnable) {
      this.beginExit(process, ctx);
      return;
    }
    process.lifecycle.beginControlledShutdown(this.lifecycleView(process), ctx);
    // A controller that does not answer is not waited for without end.
    ctx.setTimer(EXIT_TIMER, CONTROLLED_SHUTDOWN_TIMEOUT_US);
  }

  /** SIGKILL: the kernel closes the sockets, and keeps what was written. */
  kill(ctx: NodeContext): void {
    ctx.trace({ kind: 'BrokerKilled', broker: this.id });
    ctx.closeConnections();
    this.endProcess('killed', ctx);
  }

  /** The machine goes dark: nobody is told, and what was not flushed is gone. */
  losePower(ctx: NodeContext): void {
    ctx.trace({ kind: 'PowerLost', broker: this.id });
    this.endProcess('powerless', ctx);
    for (const partition of [...this.partitions.values(), ...this.offlinePartitions.values()]) {
      if (this.failedLogDirs.has(partition.logDir)) continue;
      const from = partition.log.logEndOffset;
      partition.log.losePower(ctx.nowUs, ctx.rules.survivingEnd);
      const to = partition.log.logEndOffset;
      if (to < from)
        ctx.trace({
          kind: 'LogTruncated',
          partition: partition.topicPartition,
          broker: this.id,
          from,
          to,
          reason: 'PowerLost',
        });
    }
  }

  isOffline(logDir: string): boolean {
    return this.failedLogDirs.has(logDir) || this.fullLogDirs.has(logDir);
  }

  onlineLogDirs(): string[] {
    return this.config.logDirs.filter((dir) => !this.isOffline(dir));
  }

  offlineReplicas(): TopicPartition[] {
    return [...this.offlinePartitions.keys()];
  }

  /** Starts the process (and the machine, if it is off). */
  boot(ctx: NodeContext): void {
    if (this.power === 'on') return;
    const wasDark = this.power === 'powerless';
    this.power = 'on';
    this.powerSinceUs = ctx.nowUs;
    this.life += 1;
    // Peers of a machine that went dark learn at last that their connections are void; the others learned it then.
    if (wasDark) ctx.closeConnections(EVERY_CONNECTION);
    ctx.trace({ kind: 'BrokerStarted', broker: this.id });
    ctx.setTimer(BOOT_TIMER, this.config.brokerStartUs);
  }

  /** An admin client's DeleteRecords (KIP-107). Returns whether a process is there to answer. */
  deleteRecords(
    asked: { readonly topicPartition: TopicPartition; readonly topic: string; readonly offset: Offset },
    ctx: NodeContext,
  ): boolean {
    const process = this.workingProcess;
    if (!process) return false;
    deleteRecords(asked, process.replicas, this, ctx);
    return true;
  }

  slowDisk(factor: number, ctx: NodeContext): void {
    this.diskFactor = factor;
    ctx.befell(ctx.self);
    ctx.trace({ kind: 'DiskSlowed', broker: this.id, factor });
  }

  mendDisk(ctx: NodeContext): void {
    if (this.diskFactor === 1) return;
    this.diskFactor = 1;
    ctx.trace({ kind: 'DiskMended', broker: this.id });
  }

  logDirFails(logDir: string, ctx: NodeContext): void {
    this.process?.failingLogDirs.add(logDir);
    ctx.setTimer(LOG_DIR_FAILURE_TIMER, 0);
  }

  /** With the next heartbeat, which leaves at once. */
  tellController(ctx: NodeContext): void {
    const process = this.workingProcess;
    if (process) process.lifecycle.communicate(this.lifecycleView(process), ctx);
  }

  private finishBoot(ctx: NodeContext): void {
    if (this.hasDiskFailed) {
      halt(this, ctx);
      return;
    }
    const retried = retryFullLogDirs(this);
    const isClean = this.cleanShutdownBrokerEpoch >= 0;
    const isClosed = ({ logDir }: Partition): boolean => isClean && !retried.has(logDir);
    const process = new BrokerProcess(
      `${this.name}/${this.life}`,
      this.cleanShutdownBrokerEpoch,
      this.config,
    );
    this.process = process;
    process.recovery = recoveryOf([...this.partitions.values()].filter((partition) => !isClosed(partition)));
    for (const partition of this.partitions.values()) partition.log.load(isClosed(partition), ctx.nowUs);
    process.meters.startedUs = ctx.nowUs;
    this.cleanShutdownBrokerEpoch = -1;
    ctx.setTimer(CHECKPOINT_TIMER, this.config.highWatermarkCheckpointIntervalUs);
    ctx.setTimer(ISR_TIMER, isrShrinkCheckIntervalUs(this.config.replicaLagTimeMaxMs));
    ctx.setTimer(PRODUCER_EXPIRY_TIMER, this.config.producerIdExpirationCheckIntervalUs);
    ctx.setTimer(RETENTION_TIMER, INITIAL_TASK_DELAY_US);
    ctx.setTimer(FLUSHER_TIMER, INITIAL_TASK_DELAY_US);
    if (this.config.hasRemoteStorage) ctx.setTimer(REMOTE_LOG_TIMER, 0);
    process.logStartCheckpointUs = ctx.nowUs + INITIAL_TASK_DELAY_US;
    process.recoveryPointCheckpointUs = process.logStartCheckpointUs;
    process.lifecycle.communicate(this.lifecycleView(process), ctx);
    this.quorum.poll(ctx);
  }

  /**
   * Nothing keeps the broker any more: it serves nobody and follows nobody, and then it flushes its logs, which on a slow disk takes
   * its time. Kafka: `BrokerServer.shutdown`, from `SocketServer.stopProcessingRequests` to `LogManager.shutdown`.
   */
  private beginExit(process: BrokerProcess, ctx: NodeContext): void {
    process.lifecycle.beginShutdown();
    this.timers.clear();
    ctx.closeConnections();
    ctx.setTimer(EXIT_TIMER, fsyncUs(this));
  }

  /** The end of a controlled shutdown: everything is flushed and says so (A8), unless not all was recovered yet. */
  private exit(ctx: NodeContext): void {
    const isRecovered = this.process?.recovery?.isDone ?? true;
    this.cleanShutdownBrokerEpoch = isRecovered ? this.brokerEpoch : -1;
    for (const partition of this.partitions.values()) {
      const { log } = partition;
      log.pageCache.flushAll(log.logEndOffset);
      // What the next process finds of the producers is this snapshot, and it holds one batch of each (ID3).
      log.producers.loadSnapshot(log.producers.takeSnapshot());
      partition.checkpointedHighWatermark = log.highWatermark;
    }
    ctx.trace({ kind: 'BrokerStopped', broker: this.id });
    ctx.closeConnections();
    this.endProcess('stopped', ctx, isRecovered);
    ctx.endCompanion('stopCleanly');
  }

  endProcess(power: BrokerPower, ctx: NodeContext, isClean = false): void {
    ctx.befell(ctx.self);
    this.power = power;
    this.powerSinceUs = ctx.nowUs;
    const writes = checkpointWrites(this, ctx.nowUs);
    this.process = null;
    this.quorum.endProcess();
    this.timers.clear();
    for (const partition of this.partitions.values()) {
      partition.log.endProcess(isClean, writes);
      partition.loseProcess();
    }
    noticeLogDirs(this, ctx);
  }

  private onProcessTimer(key: string, process: BrokerProcess, ctx: NodeContext): void {
    switch (key) {
      case LIFECYCLE_TIMER:
        process.lifecycle.communicate(this.lifecycleView(process), ctx);
        return;
      case OBSERVER_TIMER:
        this.quorum.poll(ctx);
        return;
      case ALTER_PARTITION_TIMER:
        process.replicas.alterPartition.onTimer(this, ctx);
        return;
      case ISR_TIMER:
        ctx.setTimer(ISR_TIMER, isrShrinkCheckIntervalUs(this.config.replicaLagTimeMaxMs));
        process.replicas.maybeShrinkIsrs(this, ctx);
        return;
      case CHECKPOINT_TIMER:
        ctx.setTimer(CHECKPOINT_TIMER, this.config.highWatermarkCheckpointIntervalUs);
        for (const partition of this.partitions.values())
          partition.checkpointedHighWatermark = partition.log.highWatermark;
        return;
      case RETENTION_TIMER:
        ctx.setTimer(RETENTION_TIMER, this.config.retentionCheckIntervalUs);
        this.logStartsMoved(cleanUpLogs(this.partitions.values(), this, ctx), process);
        this.scheduleFileDeletion(ctx);
        return;
      case FLUSH_TIMER:
        finishFlushes(process, this, ctx);
        return;
      case FLUSHER_TIMER:
        if (this.config.flushSchedulerIntervalUs < NEVER_US)
          ctx.setTimer(FLUSHER_TIMER, this.config.flushSchedulerIntervalUs);
        flushDirtyLogs(this.partitions.values(), process, this, ctx);
        return;
      case REMOTE_LOG_TIMER:
        ctx.setTimer(REMOTE_LOG_TIMER, this.config.remoteTaskIntervalUs);
        runRemoteTasks(process, this, ctx);
        return;
      case REMOTE_COPY_TIMER:
        finishCopies(process, this, ctx);
        return;
      case REMOTE_READ_TIMER:
        finishRemoteReads(process.replicas, this, ctx);
        return;
      case RECOVERY_TIMER:
        if (process.recovery) continueRecovery(process.recovery, this, ctx);
        this.maybeBeginPublishing(process, ctx);
        return;
      case LOG_DIR_FAILURE_TIMER:
        failFullLogDirs(this, ctx);
        return;
      case CLEANER_TIMER:
        this.logStartsMoved(process.cleaner.onTimer(this, ctx), process);
        this.scheduleFileDeletion(ctx);
        return;
      case FILE_DELETE_TIMER:
        unlinkDeletedSegments(this.partitions.values(), this, ctx);
        this.scheduleFileDeletion(ctx);
        return;
      case PRODUCER_EXPIRY_TIMER:
        ctx.setTimer(PRODUCER_EXPIRY_TIMER, this.config.producerIdExpirationCheckIntervalUs);
        for (const { log } of this.partitions.values())
          log.producers.removeExpired(ctx.clockMs(), this.config.producerIdExpirationMs);
        return;
    }
  }

  private scheduleFileDeletion(ctx: NodeContext): void {
    const dueUs = nextFileDeletionUs(this.partitions.values());
    if (dueUs < Infinity) ctx.setTimer(FILE_DELETE_TIMER, dueUs - ctx.nowUs);
  }

  // Requests

  replicasChanged(partitions: readonly Partition[], ctx: NodeContext): void {
    const { process } = this;
    if (!process) return;
    for (const partition of partitions) {
      wakeSessions(partition, process.replicas);
      for (const fetcher of process.fetchers.values()) fetcher.noteMoved(partition.topicPartition);
    }
    for (const partition of partitions) completeFetches(process.replicas, partition, this, ctx);
  }

  /** Sessions have something to tell; nobody who waits is woken by it. */
  private logStartsMoved(partitions: readonly Partition[], process: BrokerProcess): void {
    for (const partition of partitions) {
      wakeSessions(partition, process.replicas);
      for (const fetcher of process.fetchers.values()) fetcher.noteMoved(partition.topicPartition);
    }
  }

  closeConnection(replyTo: ReplyAddress, ctx: NodeContext): void {
    this.process?.requests.close(replyTo);
    ctx.closeConnection(replyTo.source, replyTo.connection);
    this.answer(replyTo, null, ctx);
  }

  answer(replyTo: ReplyAddress, response: Response | null, ctx: NodeContext): void {
    sendAnswer(this, replyTo, response, ctx);
  }

  throttleFetch(replyTo: ReplyAddress, sizeBytes: Bytes, ctx: NodeContext): Millis {
    return throttleFetch(this, replyTo, sizeBytes, ctx);
  }

  onShareStateTold(
    call: PersisterCall,
    error: KafkaError,
    result: ReadShareState | null,
    ctx: NodeContext,
  ): void {
    const { process } = this;
    if (process) onShareStateTold(call, error, result, { broker: this, process, ctx });
  }

  /** An I/O thread has done its work on a request: what it leads to. */
  handle(request: Request, replyTo: ReplyAddress, process: BrokerProcess, ctx: NodeContext): void {
    switch (request.kind) {
      case 'ProduceRequest':
        verifyAndProduce(request, replyTo, process, this, ctx);
        return;
      case 'WriteTxnMarkersRequest':
        handleWriteTxnMarkers(request, replyTo, process.replicas, this, ctx);
        return;
      case 'FetchRequest':
        handleFetch(request, replyTo, process.replicas, this, ctx);
        return;
      case 'ListOffsetsRequest':
        handleListOffsets(request, replyTo, this, ctx);
        return;
      case 'OffsetForLeaderEpochRequest':
        this.answer(replyTo, answerOffsetForLeaderEpoch(request, this, ctx.rules), ctx);
        return;
      case 'ApiVersionsRequest':
        this.answer(replyTo, { kind: 'ApiVersionsResponse' }, ctx);
        return;
      case 'MetadataRequest':
        this.answer(replyTo, answerMetadata(request, this.image, this.controllerId ?? -1), ctx);
        return;
      case 'FindCoordinatorRequest':
        this.answer(replyTo, findCoordinator(request, process.coordinators, this, ctx), ctx);
        return;
      case 'AddPartitionsToTxnRequest':
      case 'AddOffsetsToTxnRequest':
      case 'EndTxnRequest':
      case 'DescribeTransactionsRequest':
      case 'ListTransactionsRequest':
        handleTransactionRequest(request, replyTo, { broker: this, process, ctx });
        return;
      case 'DescribeProducersRequest': {
        const isKnown = (one: TopicPartition) => this.image.partitions.has(one);
        this.answer(replyTo, describeProducers(request, this.partitions, isKnown), ctx);
        return;
      }
      case 'InitProducerIdRequest': {
        const { transactionalId } = request;
        if (transactionalId !== undefined) {
          handleInitProducerId({ ...request, transactionalId }, replyTo, { broker: this, process, ctx });
          return;
        }
        const producerId = process.producerIds.next(this, ctx);
        const error = producerId === null ? 'COORDINATOR_LOAD_IN_PROGRESS' : 'NONE';
        const producerEpoch = producerId === null ? -1 : 0;
        this.answer(
          replyTo,
          { kind: 'InitProducerIdResponse', error, producerId: producerId ?? -1, producerEpoch },
          ctx,
        );
        return;
      }
      case 'ShareFetchRequest':
      case 'ShareAcknowledgeRequest':
      case 'InitializeShareGroupStateRequest':
      case 'DeleteShareGroupStateRequest':
      case 'ReadShareGroupStateRequest':
      case 'WriteShareGroupStateRequest':
        handleShareBrokerRequest(request, replyTo, { broker: this, process, ctx });
        return;
      case 'ShareGroupHeartbeatRequest':
      case 'OffsetCommitRequest':
      case 'OffsetFetchRequest':
      case 'TxnOffsetCommitRequest':
      case 'ConsumerGroupHeartbeatRequest':
      case 'JoinGroupRequest':
      case 'SyncGroupRequest':
      case 'HeartbeatRequest':
      case 'LeaveGroupRequest':
      case 'OffsetDeleteRequest':
      case 'DeleteGroupsRequest':
        handleGroupRequest(request, replyTo, { broker: this, process, ctx });
        return;
      default:
        return;
    }
  }

  // Metadata

  private handleMetadata(records: readonly MetadataRecord[], process: BrokerProcess, ctx: NodeContext): void {
    for (const record of records) this.image.replay(record);
    // The next fetch leaves before the news are acted upon: reading and publishing are two threads in Kafka.
    this.quorum.poll(ctx);
    if (process.isPublishing && records.length > 0) publishMetadata(this, process, records, ctx);
  }

  /** The image begins anew with a snapshot: the broker was away for longer than the log reaches back. */
  private handleSnapshot(snapshot: MetadataSnapshot | null, process: BrokerProcess, ctx: NodeContext): void {
    const before = this.image;
    if (snapshot) this.image = imageOfSnapshot(snapshot);
    this.quorum.poll(ctx);
    if (snapshot && process.isPublishing) publishSnapshot(this, process, before, ctx);
  }

  private onControllerDisconnected(peer: NodeIndex, process: BrokerProcess, ctx: NodeContext): void {
    if (this.quorum.onDisconnected(peer, ctx)) this.quorum.poll(ctx);
    const { lifecycle, replicas, producerIds, coordinators } = process;
    for (const { channel } of [lifecycle, replicas.alterPartition, producerIds, coordinators.topicCreation])
      channel.onDisconnected(peer, this.controllerId, ctx);
  }

  private onChannelTimer(name: string, process: BrokerProcess, ctx: NodeContext): void {
    const { lifecycle, replicas, producerIds } = process;
    const { topicCreation } = process.coordinators;
    if (name === lifecycle.channel.name) lifecycle.onChannelTimer(this.lifecycleView(process), ctx);
    else if (name === topicCreation.channel.name) topicCreation.onTimer(this, ctx);
    for (const { channel } of [replicas.alterPartition, producerIds])
      if (name === channel.name) channel.onTimer(this.controllerId, ctx);
  }

  /**
   * A process that starts acts upon the metadata only once the controller has confirmed that it knows its own registration:
   * what it knew before is from an earlier life, and it must not lead under an old epoch. First it recovers its logs, if they were
   * not closed cleanly (RC2). Then it asks to be unfenced.
   */
  private maybeBeginPublishing(process: BrokerProcess, ctx: NodeContext): void {
    if (process.isPublishing || process.lifecycle.state !== 'RECOVERY') return;
    const { recovery } = process;
    if (recovery?.turns === null) {
      recoverDisks(this, ctx);
      if (this.process !== process) return;
      beginRecovery(recovery, this, ctx);
    }
    if (recovery?.isDone === false) return;
    process.isPublishing = true;
    process.coordinators.transactions.startedUs = ctx.nowUs;
    process.cleaner.start(0, this, ctx.nowUs);
    deleteStrayReplicas(this, process, ctx);
    publishPartitions(this, process, this.image.partitions.values(), ctx);
    process.lifecycle.communicate(this.lifecycleView(process), ctx);
  }

  private lifecycleView(process: BrokerProcess): LifecycleBroker {
    return {
      id: this.id,
      config: this.config,
      incarnationId: process.incarnationId,
      rack: this.rack,
      previousBrokerEpoch: process.previousBrokerEpoch,
      appliedMetadataOffset: this.image.lastOffset,
      isReadyToUnfence: process.isPublishing,
      controllerId: this.controllerId,
      offlineReplicas: this.offlineReplicas(),
    };
  }

  private fetcherOf(
    source: NodeIndex,
    process: BrokerProcess,
    ctx: NodeContext,
  ): ReturnType<BrokerProcess['fetchers']['get']> {
    const leader = ctx.directory.brokerIds.get(source);
    return leader === undefined ? undefined : process.fetchers.get(leader);
  }
}
