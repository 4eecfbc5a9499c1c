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
      files: ['storage/lookUpOffset.ts', 'storage/UnifiedLog.ts', 'broker/fetchRequests.ts'],
      state: 'simplified',
      reason:
        'Of the times of a batch’s records the first and the latest are kept; the others are spread evenly between them.',
      consequence:
        'Where records came at uneven times, ListOffsets by a time within the span of a batch may answer a neighbour of the record that Kafka answers. Lookups for the maximum timestamp are not modelled.',
    },
    {
      id: 'SG5',
      title: 'A slice of a Fetch never crosses a segment, and a parked Fetch ends when its segment is rolled',
      source: 'LocalLog.read, DelayedFetch.tryComplete',
      files: ['storage/UnifiedLog.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'RE1',
      title:
        'Each replica deletes old segments by log start, then size, then time, and stops at the first to keep',
      source: 'LogManager.cleanupLogs, UnifiedLog.deleteOldSegments, deletableSegments',
      files: ['storage/deletableSegments.ts', 'broker/logRetention.ts', 'broker/Broker.ts'],
      state: 'simplified',
      reason:
        'Compacted topics are left alone: their segments are the log cleaner’s. Reading and deleting take no time.',
      consequence: 'With cleanup.policy=compact,delete nothing is deleted yet.',
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
      files: ['broker/validateDeleteRecords.ts', 'broker/deleteRecords.ts', 'broker/ReplicaManager.ts'],
      state: 'simplified',
      reason: 'The admin client’s request reaches the leader at once, and its answer is the trace.',
      consequence:
        'Where no leader answers, a real client looks for one until its timeout; here it is told at once.',
      controls: ['DeleteRecords'],
    },
  ],
};
