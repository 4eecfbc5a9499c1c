import type { RuleArea } from '../RuleEntry.ts';

export const disk: RuleArea = {
  area: 'Page cache, flush and recovery',
  rules: [
    {
      id: 'FL1',
      title: 'flush.messages: an append that makes so many unflushed is answered after an fsync',
      source: 'UnifiedLog.append, LocalLog.unflushedMessages',
      files: [
        'storage/needsFlush.ts',
        'broker/logFlush.ts',
        'broker/requestThreads.ts',
        'broker/ReplicaFetcher.ts',
      ],
      state: 'simplified',
      reason:
        'Whether an append will flush is worked out when its request is taken up; fsyncs do not wait for one another.',
      consequence: 'Of several requests for one log at once the wrong one may pay for the fsync.',
      controls: ['flush.messages', 'log.flush.interval.messages'],
    },
    {
      id: 'FL2',
      title:
        'flush.ms is looked at every log.flush.scheduler.interval.ms, by default once in 292 million years',
      source: 'LogManager.flushDirtyLogs, LogManager.startup, ServerLogConfigs',
      files: ['storage/needsFlush.ts', 'broker/logFlush.ts', 'broker/logConfig.ts'],
      state: 'modelled',
      controls: ['flush.ms', 'log.flush.interval.ms', 'log.flush.scheduler.interval.ms'],
    },
    {
      id: 'FL3',
      title: 'The recovery point survives a crash as far as recovery-point-offset-checkpoint had it',
      source: 'LogManager.checkpointLogRecoveryOffsets, LocalLog.markFlushed',
      files: ['storage/RecoveryPoint.ts', 'broker/logFlush.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['log.flush.offset.checkpoint.interval.ms'],
    },
    {
      id: 'FL4',
      title: 'After a roll a background thread flushes all that stands before the new segment',
      source: 'UnifiedLog.roll',
      files: ['broker/logFlush.ts', 'broker/logRetention.ts', 'storage/PageCache.ts'],
      state: 'modelled',
    },
    {
      id: 'RC1',
      title:
        'After an unclean stop the segments from the recovery point on are checked, and their indexes made anew',
      source: 'LogLoader.recoverLog, LogSegment.recover',
      files: [
        'storage/recoveryPlan.ts',
        'storage/UnifiedLog.ts',
        'storage/LogSegment.ts',
        'storage/tornBytes.ts',
      ],
      state: 'simplified',
      reason:
        'What a power cut took is gone from the end, at once, up to the page of 4 KiB that the system wrote last; the beginning of a batch that it took along is found and cut off by the recovery.',
      consequence:
        'A batch that such a page holds whole is lost too. Bytes that changed under a log, and holes in the middle of one, cannot be shown.',
      controls: ['KillBroker', 'CutPower'],
    },
    {
      id: 'RC2',
      title:
        'Recovery threads take one log after the other; until all are done the broker is registered and fenced',
      source: 'LogManager.loadLogs, BrokerMetadataPublisher.initializeManagers',
      files: ['storage/recoveryPlan.ts', 'broker/logRecovery.ts', 'broker/Broker.ts'],
      state: 'simplified',
      reason:
        'A recovery takes the scenario’s recoveryPerMiB, in the order of the names; opening segments that need no recovery takes no time.',
      consequence: 'Tens of thousands of segments make a real clean start slow too: some 0.5 ms for each.',
      controls: ['num.recovery.threads.per.data.dir', 'times'],
    },
    {
      id: 'RC3',
      title: 'A process that recovered its logs remembers the last batch of each producer, not the last five',
      source: 'LogLoader.recoverSegment, ProducerStateManager.takeSnapshot',
      files: ['storage/UnifiedLog.ts', 'storage/ProducerStateManager.ts'],
      state: 'modelled',
    },
    {
      id: 'DF1',
      title: 'A write that finds no room is refused with KAFKA_STORAGE_ERROR, and its log directory fails',
      source: 'UnifiedLog.append, LogDirFailureChannel.maybeAddOfflineLogDir',
      files: [
        'broker/DiskRoom.ts',
        'broker/produceRequests.ts',
        'broker/ReplicaFetcher.ts',
        'broker/logDirFaults.ts',
        'invariants/diskInvariants.ts',
      ],
      state: 'simplified',
      reason:
        'Only the bytes of .log files take room; checkpoints, indexes and the metadata log always find some.',
      consequence: 'A real disk is full a little earlier, and may be so at a roll or a checkpoint.',
      controls: ['disks', 'ResizeDisk'],
    },
    {
      id: 'DF2',
      title: 'What a full log directory holds stays; the next process tries it again',
      source: 'ReplicaManager.handleLogDirFailure, LogManager.createAndValidateLogDirs',
      files: ['broker/logDirFaults.ts', 'broker/Broker.ts', 'broker/DiskRoom.ts'],
      state: 'modelled',
      controls: ['ResizeDisk', 'log.dirs'],
    },
    {
      id: 'DF3',
      title: 'On a disk without room recovery fails at its first write, and the directory is offline again',
      source: 'LogManager.loadLogs, LogSegment.recover',
      files: ['broker/logDirFaults.ts'],
      state: 'simplified',
      reason: 'The first write that needs a block is taken to be an index entry.',
      consequence: 'A real broker may get a little further before it fails.',
      controls: ['ResizeDisk'],
    },
    {
      id: 'TS1',
      title: 'Remote storage: a leader copies what is closed and committed, and never the active segment',
      source: 'RemoteLogManager.RLMCopyTask, KIP-405',
      files: ['storage/RemoteLogs.ts', 'storage/copyableSegments.ts', 'broker/remoteLogManager.ts'],
      state: 'simplified',
      reason:
        'Remote storage never fails; every broker knows at once what is there (Kafka: by __remote_log_metadata); a copy takes the scenario’s remoteCopyPerMiB, and partitions do not wait for one another.',
      consequence:
        'Lags and errors of remote storage cannot be shown. A new follower copies all of the log from its leader, where Kafka’s begins at the leader’s local log start.',
      controls: [
        'remote.storage.enable',
        'remote.log.storage.system.enable',
        'remote.log.manager.task.interval.ms',
      ],
    },
    {
      id: 'TS2',
      title: 'A fetch below the local log start is answered from remote storage, later',
      source: 'ReplicaManager.processRemoteFetches, DelayedRemoteFetch',
      files: ['broker/fetchRequests.ts', 'broker/ReplicaManager.ts'],
      state: 'simplified',
      reason:
        'The whole answer waits the scenario’s remoteRead, however long; remote.fetch.max.wait.ms and the reader’s quota are not looked at.',
      consequence: 'Reads of old records never time out nor stand in line for a thread.',
      controls: ['remote.storage.enable'],
    },
    {
      id: 'TS3',
      title: 'A segment leaves the disk by local.retention.ms and local.retention.bytes once it was copied',
      source: 'UnifiedLog.deletableSegments, UnifiedLog.deleteOldSegments, KIP-405',
      files: [
        'storage/deletableSegments.ts',
        'storage/UnifiedLog.ts',
        'broker/remoteLogManager.ts',
        'broker/logRetention.ts',
      ],
      state: 'modelled',
      controls: [
        'local.retention.ms',
        'local.retention.bytes',
        'log.local.retention.ms',
        'log.local.retention.bytes',
        'remote.log.copy.disable',
      ],
    },
    {
      id: 'TS4',
      title: 'Remote storage gives up what is beyond the limits of the whole log, and the log start follows',
      source: 'RemoteLogManager.RLMExpirationTask',
      files: ['storage/deletableRemoteSegments.ts', 'broker/remoteLogManager.ts', 'storage/UnifiedLog.ts'],
      state: 'simplified',
      reason: 'Segments of leader epochs that are no part of the log any more are not kept apart.',
      consequence: 'After an unclean election remote storage is as if the lost branch had never been copied.',
      controls: ['retention.ms', 'retention.bytes'],
    },
    {
      id: 'TS5',
      title:
        'ListOffsets -4, -5, -6: where the disk begins, the last record copied, and the first that is not',
      source: 'UnifiedLog.fetchOffsetByTimestamp, KIP-405, KIP-1005, KIP-1023',
      files: ['broker/fetchOffsetForTimestamp.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
  ],
};
