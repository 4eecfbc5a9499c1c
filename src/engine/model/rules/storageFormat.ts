import type { RuleArea } from '../RuleEntry.ts';

const FORMAT = 'storage/format';

export const storageFormat: RuleArea = {
  area: 'Files of a log, to the byte',
  rules: [
    {
      id: 'RB1',
      title: 'The 61 bytes of a batch’s header, from base offset to number of records',
      source: 'DefaultRecordBatch',
      files: [
        `${FORMAT}/batchBytes.ts`,
        `${FORMAT}/DiskBatch.ts`,
        `${FORMAT}/buildBatch.ts`,
        `${FORMAT}/ByteReader.ts`,
        `${FORMAT}/ByteWriter.ts`,
      ],
      state: 'modelled',
    },
    {
      id: 'RB2',
      title: 'CRC-32C over byte 21 to the end; base offset and leader epoch stand outside of it',
      source: 'DefaultRecordBatch.ensureValid, Crc32C',
      files: [`${FORMAT}/crc32c.ts`, `${FORMAT}/batchBytes.ts`],
      state: 'modelled',
    },
    {
      id: 'RB3',
      title: 'Attributes of a batch: codec, timestamp type, transactional, control, delete horizon',
      source: 'DefaultRecordBatch.computeAttributes, KIP-534',
      files: [`${FORMAT}/batchAttributes.ts`],
      state: 'modelled',
    },
    {
      id: 'RB7',
      title: 'COMMIT and ABORT markers: a control batch of 78 bytes',
      source: 'EndTransactionMarker, ControlRecordType, MemoryRecords.writeEndTransactionalMarker',
      files: [`${FORMAT}/endTransactionMarker.ts`, `${FORMAT}/storedMarker.ts`, 'storage/controlBatch.ts'],
      state: 'modelled',
    },
    {
      id: 'RB8',
      title: 'The leader sets base offset and leader epoch; the last offset delta outlives compaction',
      source: 'LogValidator.assignOffsets, DefaultRecordBatch.setLastOffset, setPartitionLeaderEpoch',
      files: [`${FORMAT}/DiskBatch.ts`, 'storage/RecordBatch.ts'],
      state: 'modelled',
    },
    {
      id: 'RB9',
      title: 'A codec compresses the records and never the header; an emptied batch keeps its header',
      source: 'MemoryRecordsBuilder, DefaultRecordBatch.writeEmptyHeader',
      files: [`${FORMAT}/batchBytes.ts`, `${FORMAT}/compressBatch.ts`, `${FORMAT}/emptyBatch.ts`],
      state: 'modelled',
    },
    {
      id: 'batch-fields',
      title: 'Every byte of a batch belongs to one field with a meaning and a rule',
      source: 'ours',
      files: [`${FORMAT}/batchFields.ts`, `${FORMAT}/fileFields.ts`],
      state: 'modelled',
    },
    {
      id: 'stored-contents',
      title: 'The bytes of a run’s batches have the sizes, times and headers of the run',
      source: 'ours',
      files: [`${FORMAT}/storedBatch.ts`],
      state: 'simplified',
      reason:
        'Unless a workload has real values, what is in a record’s value is not kept, nor when each single one without a key was made: values are filled up, and times lie between the first and the last of the batch.',
      consequence:
        'The bytes of values, and so the CRC-32C, are not those that an application would have sent. A run’s 0 stands for noon of 29 September 2026.',
    },
    {
      id: 'coordinator-bytes',
      title: 'Keys and values of __consumer_offsets and __transaction_state, byte by byte',
      source: 'OffsetCommitKey.json … TransactionLogValue.json, CoordinatorRecordSerde, TransactionLog',
      files: ['storage/coordinatorRecordBytes.ts', 'storage/consumerGroupRecordBytes.ts'],
      state: 'simplified',
      reason:
        'A run knows neither addresses of clients nor the hash of a group’s topics as Kafka computes it.',
      consequence: 'Those two fields are made up, as long as Kafka’s; all others are those of the run.',
    },
    {
      id: 'segment-files',
      title: 'Files of a partition’s directory, their names and their bytes',
      source: 'LogFileUtils, OffsetIndex, TimeIndex, CheckpointFile, PartitionMetadataFile',
      files: [
        'storage/segmentFileName.ts',
        `${FORMAT}/indexBytes.ts`,
        `${FORMAT}/segmentBytes.ts`,
        `${FORMAT}/checkpointText.ts`,
        `${FORMAT}/partitionDirectory.ts`,
      ],
      state: 'modelled',
    },
    {
      id: 'aborted-index',
      title: 'The .txnindex file: 34 bytes for each aborted transaction',
      source: 'AbortedTxn, TransactionIndex',
      files: [`${FORMAT}/transactionIndexBytes.ts`],
      state: 'modelled',
    },
    {
      id: 'producer-snapshots',
      title: 'Snapshots of producer state carry a CRC of their own',
      source: 'ProducerStateManager.writeSnapshot, ProducerSnapshot.json',
      files: [`${FORMAT}/producerSnapshotBytes.ts`],
      state: 'modelled',
    },
    {
      id: 'batch-limits',
      title: 'A batch may be as large as max.message.bytes and segment.bytes, inclusively',
      source: 'UnifiedLog.analyzeAndValidateRecords, append',
      files: ['storage/validateBatchSize.ts', 'broker/produceRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'timestamp-limits',
      title:
        'Records too old or too far ahead are refused with INVALID_TIMESTAMP, unless appended by LogAppendTime',
      source: 'LogValidator.validateTimestamp, KIP-937',
      files: ['storage/validateTimestamp.ts', 'broker/produceRequests.ts', 'broker/logConfig.ts'],
      state: 'simplified',
      reason:
        'The times of single records are not kept: a batch is judged by its latest, and LogAppendTime changes that.',
      consequence:
        'A batch whose first records are too old and whose last is not is taken, where Kafka refuses it. The producer is not told the time of the append.',
      controls: [
        'message.timestamp.type',
        'message.timestamp.before.max.ms',
        'message.timestamp.after.max.ms',
      ],
    },
    {
      id: 'compacted-keys',
      title: 'A compacted topic refuses batches that hold a record without a key',
      source: 'LogValidator.validateKey',
      files: ['storage/validateKey.ts', 'storage/BatchContents.ts', 'broker/produceRequests.ts'],
      state: 'modelled',
    },
  ],
};
