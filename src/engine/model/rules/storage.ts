import type { RuleArea } from '../RuleEntry.ts';

export const storage: RuleArea = {
  area: 'Log on disk',
  rules: [
    {
      id: 'SG1',
      title:
        'A batch gets an index entry once more than index.interval.bytes were written since the last; times only ever grow',
      source: 'LogSegment.append, TimeIndex.maybeAppend, LogSegment.onBecomeInactiveSegment',
      files: ['storage/segmentIndexes.ts', 'storage/LogSegment.ts', 'storage/segmentFileName.ts'],
      state: 'modelled',
      controls: ['index.interval.bytes', 'log.index.interval.bytes'],
    },
    {
      id: 'SG2',
      title: 'An offset is found by segment, floor entry of the index (warm section first), scan of headers',
      source: 'AbstractIndex.indexSlotRangeFor, LogSegment.translateOffset',
      files: ['storage/indexLookup.ts', 'storage/lookUpOffset.ts', 'storage/UnifiedLog.ts'],
      state: 'modelled',
    },
    {
      id: 'SG3',
      title:
        'A segment rolls before an append that makes it too large, too long in record time, or overflows an index',
      source: 'LogSegment.shouldRoll, UnifiedLog.maybeRoll, LocalLog.roll',
      files: [
        'storage/shouldRollSegment.ts',
        'storage/LogSegment.ts',
        'storage/UnifiedLog.ts',
        'broker/logRetention.ts',
        'broker/logConfig.ts',
        'broker/partitionConfig.ts',
        'storage/LogConfig.ts',
      ],
      state: 'modelled',
      controls: [
        'segment.bytes',
        'segment.ms',
        'segment.jitter.ms',
        'segment.index.bytes',
        'log.segment.bytes',
        'log.roll.ms',
        'log.roll.hours',
        'log.roll.jitter.ms',
        'log.roll.jitter.hours',
        'log.index.size.max.bytes',
      ],
    },
    {
      id: 'SG4',
      title: 'A time is found by segment, time index, offset index, scan: the first record at or after it',
      source: 'UnifiedLog.fetchOffsetByTimestamp, LogSegment.findOffsetByTimestamp',
      files: [
        'storage/lookUpOffset.ts',
        'storage/UnifiedLog.ts',
        'broker/fetchOffsetForTimestamp.ts',
        'broker/fetchRequests.ts',
      ],
      state: 'simplified',
      reason:
        'Of the times of a batch’s records the first and the latest are kept; the others are spread evenly between them.',
      consequence:
        'Where records came at uneven times, ListOffsets by a time within the span of a batch may answer a neighbour of the record that Kafka answers.',
    },
    {
      id: 'SG5',
      title: 'A slice of a Fetch never crosses a segment, and a parked Fetch ends when its segment is rolled',
      source: 'LocalLog.read, DelayedFetch.tryComplete',
      files: ['storage/UnifiedLog.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'SG6',
      title:
        'ListOffsets -3 finds the first record with the latest timestamp on the disk, and nothing above the HW',
      source: 'UnifiedLog.fetchOffsetByTimestamp, RecordBatch.offsetOfMaxTimestamp, KIP-734',
      files: ['storage/lookUpOffset.ts', 'storage/UnifiedLog.ts', 'broker/fetchOffsetForTimestamp.ts'],
      state: 'simplified',
      reason:
        'Of the times of a batch’s records the first and the latest are kept; the latest is taken to be the last record’s.',
      consequence:
        'Where a batch has its latest record before its end, the answer is a record of the same batch behind it.',
    },
    {
      id: 'RE1',
      title:
        'Each replica deletes old segments by log start, then size, then time, and stops at the first to keep',
      source: 'LogManager.cleanupLogs, UnifiedLog.deleteOldSegments, deletableSegments',
      files: ['storage/deletableSegments.ts', 'broker/logRetention.ts', 'broker/Broker.ts'],
      state: 'simplified',
      reason: 'Reading and deleting take no time.',
      consequence:
        'All that is due goes at the instant of the check; on a slow disk with very many segments a real check takes a while.',
      controls: ['cleanup.policy', 'log.cleanup.policy', 'log.retention.check.interval.ms'],
    },
    {
      id: 'RE2',
      title: 'Size: a segment goes as long as what is left is not below retention.bytes',
      source: 'UnifiedLog.deleteRetentionSizeBreachedSegments',
      files: ['storage/deletableSegments.ts'],
      state: 'modelled',
      controls: ['retention.bytes', 'log.retention.bytes'],
    },
    {
      id: 'RE3',
      title: 'Time: a segment goes when its newest record is older than retention.ms, the active one too',
      source: 'UnifiedLog.deleteRetentionMsBreachedSegments, deleteSegments',
      files: ['storage/deletableSegments.ts', 'broker/logRetention.ts'],
      state: 'modelled',
      controls: ['retention.ms', 'log.retention.ms', 'log.retention.minutes', 'log.retention.hours'],
    },
    {
      id: 'RE4',
      title:
        'Nothing goes that reaches beyond the high watermark; if all is to go, an empty segment comes first',
      source: 'UnifiedLog.deletableSegments, UnifiedLog.deleteSegments',
      files: [
        'storage/deletableSegments.ts',
        'broker/logRetention.ts',
        'storage/UnifiedLog.ts',
        'invariants/segmentInvariants.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'RE5',
      title: 'Deleted files are renamed, and leave the disk after file.delete.delay.ms or at the next start',
      source: 'LocalLog.deleteSegmentFiles, LogLoader.removeTempFilesAndCollectSwapFiles',
      files: ['broker/logRetention.ts', 'storage/UnifiedLog.ts', 'broker/Broker.ts'],
      state: 'simplified',
      reason: 'So it is with segments; the log of a deleted topic is gone at once.',
      consequence: 'Disk of a deleted topic is free a minute (by default) too early.',
      controls: ['file.delete.delay.ms', 'log.segment.delete.delay.ms'],
    },
    {
      id: 'RE6',
      title:
        'The log start survives a stop by log-start-offset-checkpoint; a killed broker may come back with an older one',
      source: 'LogManager.checkpointLogStartOffsets, LogManager.loadLog, LogLoader.load',
      files: ['storage/LogStartCheckpoint.ts', 'storage/UnifiedLog.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['log.flush.start.offset.checkpoint.interval.ms'],
    },
    {
      id: 'RE7',
      title:
        'DeleteRecords moves the log start, at most to the HW, and is answered when all living replicas have followed',
      source: 'ReplicaManager.deleteRecords, Partition.deleteRecordsOnLeader, DelayedDeleteRecords, KIP-107',
      files: [
        'broker/validateDeleteRecords.ts',
        'broker/deleteRecords.ts',
        'broker/traceLogStart.ts',
        'broker/ReplicaManager.ts',
        'broker/followedLogStart.ts',
        'invariants/removalInvariants.ts',
      ],
      state: 'simplified',
      reason: 'The admin client’s request reaches the leader at once, and its answer is the trace.',
      consequence:
        'Where no leader answers, a real client looks for one until its timeout; here it is told at once.',
      controls: ['DeleteRecords'],
    },
    {
      id: 'CL1',
      title:
        'Cleaned is from cleaner-offset-checkpoint to the least of LSO, active segment and min.compaction.lag.ms',
      source: 'LogCleanerManager.cleanableOffsets, maybeTruncateCheckpoint',
      files: [
        'storage/cleaner/cleanableOffsets.ts',
        'broker/cleanLog.ts',
        'storage/UnifiedLog.ts',
        'invariants/compactionInvariants.ts',
      ],
      state: 'modelled',
      controls: ['min.compaction.lag.ms', 'log.cleaner.min.compaction.lag.ms'],
    },
    {
      id: 'CL2',
      title:
        'A cleaner thread takes the dirtiest log, above min.cleanable.dirty.ratio or after max.compaction.lag.ms, or sleeps',
      source: 'LogCleanerManager.grabFilthiestCompactedLog, LogCleaner.CleanerThread',
      files: [
        'storage/cleaner/filthiestLog.ts',
        'storage/cleaner/cleanableOffsets.ts',
        'broker/LogCleaner.ts',
        'broker/cleanerConfig.ts',
        'broker/cleanLog.ts',
        'invariants/removalInvariants.ts',
      ],
      state: 'simplified',
      reason:
        'A cleaning is done at its beginning; its thread is busy for as long as log.cleaner.io.max.bytes.per.second asks, and for no time where that is not set. A backoff of 0 is 1 ms.',
      consequence:
        'A real cleaning takes as long as the disk needs to read and write the log, swaps group after group, and begins again when the log is truncated meanwhile; with several threads, which of them takes which log depends on that.',
      controls: [
        'min.cleanable.dirty.ratio',
        'log.cleaner.min.cleanable.ratio',
        'max.compaction.lag.ms',
        'log.cleaner.max.compaction.lag.ms',
        'log.cleaner.backoff.ms',
        'log.cleaner.threads',
        'log.cleaner.enable',
        'log.cleaner.io.max.bytes.per.second',
      ],
    },
    {
      id: 'CL3',
      title:
        'A pass maps the keys of the dirty part, as many as log.cleaner.dedupe.buffer.size takes, and ends where it is full',
      source: 'Cleaner.buildOffsetMap, SkimpyOffsetMap',
      files: ['storage/cleaner/OffsetMap.ts', 'storage/cleaner/cleanSegments.ts', 'broker/cleanerConfig.ts'],
      state: 'modelled',
      controls: ['log.cleaner.dedupe.buffer.size', 'log.cleaner.io.buffer.load.factor'],
    },
    {
      id: 'CL4',
      title:
        'Neighbouring segments are cleaned into one as far as segment.bytes allows; the old files go after file.delete.delay.ms',
      source: 'Cleaner.groupSegmentsBySize, LocalLog.replaceSegments',
      files: ['storage/cleaner/groupSegments.ts', 'storage/UnifiedLog.ts', 'storage/LogSegment.ts'],
      state: 'modelled',
    },
    {
      id: 'CL5',
      title:
        'What a later record of its key supersedes goes; offsets never move, and the last batch of a producer stays empty',
      source: 'Cleaner.shouldRetainRecord, Cleaner.cleanInto, MemoryRecords.filterTo',
      files: [
        'storage/cleaner/retainBatch.ts',
        'storage/cleaner/rewriteBatch.ts',
        'storage/cleaner/cleanSegments.ts',
        'storage/BatchContents.ts',
        'storage/format/batchOfContents.ts',
        'storage/StoredOrdinals.ts',
        'client/producer/BatchRecords.ts',
        'invariants/compactionInvariants.ts',
      ],
      state: 'simplified',
      reason:
        'Records that a scenario puts into a log before it starts have no keys, and count as each having one of its own. Keys are compared whole, where Kafka compares their MD5.',
      consequence: 'Such records are never superseded: a compacted topic that starts full stays as full.',
    },
    {
      id: 'CL6',
      title:
        'The first cleaning of a tombstone sets its batch’s delete horizon; a later one after delete.retention.ms drops it',
      source: 'Cleaner.shouldRetainRecord, MemoryRecords.filterTo, KIP-534',
      files: ['storage/cleaner/retainBatch.ts', 'storage/cleaner/rewriteBatch.ts'],
      state: 'modelled',
      controls: ['delete.retention.ms', 'log.cleaner.delete.retention.ms'],
    },
    {
      id: 'CL7',
      title:
        'Aborted records go at once, and a marker once its transaction has no batch left and its horizon is over',
      source: 'CleanedTransactionMetadata',
      files: [
        'storage/cleaner/CleanedTransactions.ts',
        'storage/cleaner/CleanableBatch.ts',
        'storage/cleaner/retainBatch.ts',
        'storage/cleaner/rewriteBatch.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'CL8',
      title:
        'A read from a cleaned log begins with the batch that holds the offset, or the next; readers jump over gaps',
      source: 'LogSegment.translateOffset, CompletedFetch.nextFetchedRecord, UnifiedLog.appendAsFollower',
      files: [
        'storage/UnifiedLog.ts',
        'storage/BatchContents.ts',
        'client/consumer/fetches.ts',
        'broker/ReplicaFetcher.ts',
      ],
      state: 'modelled',
    },
  ],
};
