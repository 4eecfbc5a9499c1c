/** A group of vectors-2.json that is run on Kafka's classes. */
export interface RunGroup {
  readonly group: string;
  /** The classes of Kafka that answer. */
  readonly classes: string;
  /** The fields of a case that are answers; all others are questions. */
  readonly answers: readonly string[];
}

/** In the order of the file. Each has a runner in java/highwater/vectors. */
export const RUN_GROUPS: readonly RunGroup[] = [
  {
    group: 'clientAssignors',
    classes: 'RangeAssignor, RoundRobinAssignor, StickyAssignor, CooperativeStickyAssignor (clients)',
    answers: ['expect', 'beforeWithholding'],
  },
  {
    group: 'serverAssignors',
    classes: 'RangeAssignor, UniformAssignor (group coordinator)',
    answers: ['expect', 'expectError'],
  },
  { group: 'reconciliation848', classes: 'CurrentAssignmentBuilder', answers: ['expect', 'error'] },
  {
    group: 'classicGroupTimelines',
    classes: 'GroupCoordinatorShard, GroupMetadataManager, ClassicGroup',
    answers: ['events'],
  },
  {
    group: 'consumerGroup848Timelines',
    classes: 'GroupCoordinatorShard, GroupMetadataManager, ConsumerGroup',
    answers: ['events'],
  },
  {
    group: 'rebalanceTimelines',
    classes: 'GroupCoordinatorShard, RangeAssignor, CooperativeStickyAssignor, ConsumerProtocol',
    answers: ['events', 'idleMsPerPartition'],
  },
  {
    group: 'groupCoordinatorPartition',
    classes: 'GroupCoordinatorService.partitionFor, Utils.abs',
    answers: ['hashCode', 'abs', 'partitionOf50', 'partitionOf3'],
  },
  {
    group: 'segmentIndexes',
    classes: 'LogSegment, OffsetIndex, TimeIndex',
    answers: [
      'batches',
      'segmentSize',
      'offsetIndex',
      'offsetIndexMaxEntries',
      'timeIndex',
      'timeIndexMaxEntries',
      'largestTimestamp',
      'offsetLookups',
      'timestampLookups',
      'afterRoll',
      'logFileName',
    ],
  },
  { group: 'indexLookup', classes: 'OffsetIndex, TimeIndex', answers: ['lookups', 'isFullWith29Of30'] },
  { group: 'segmentRoll', classes: 'LogSegment.shouldRoll', answers: ['roll'] },
  { group: 'retention', classes: 'UnifiedLog.deleteOldSegments', answers: ['ops'] },
  { group: 'cleaner', classes: 'Cleaner, UnifiedLog', answers: ['ops'] },
  {
    group: 'cleanableOffsets',
    classes: 'LogCleanerManager.cleanableOffsets, UnifiedLog',
    answers: ['expect'],
  },
  {
    group: 'offsetMapCapacity',
    classes: 'SkimpyOffsetMap',
    answers: ['bytesPerEntry', 'slots', 'maxKeysPerPass'],
  },
  { group: 'messageSize', classes: 'UnifiedLog.appendAsLeader', answers: ['expect'] },
  { group: 'compactedTopicValidation', classes: 'UnifiedLog, LogValidator', answers: ['expect'] },
  { group: 'timestampValidation', classes: 'UnifiedLog, LogValidator', answers: ['expect'] },
  {
    group: 'offsetCommitErrors',
    classes: 'ClassicGroup.validateOffsetCommit, GroupCoordinatorShard',
    answers: ['expect'],
  },
  {
    group: 'offsetsRetention',
    classes: 'GroupCoordinatorShard, OffsetMetadataManager',
    answers: ['expect'],
  },
  { group: 'fetchVisibility', classes: 'UnifiedLog.read', answers: ['expect'] },
  { group: 'acl', classes: 'StandardAuthorizer', answers: ['requests'] },
  { group: 'quotaRate', classes: 'Sensor, Rate, QuotaUtils', answers: ['events'] },
  { group: 'tokenBucket', classes: 'TokenBucket', answers: ['events'] },
  { group: 'quotaPrecedence', classes: 'ClientQuotaManager', answers: ['lookups'] },
  { group: 'quotaThrottleFormula', classes: 'QuotaUtils', answers: ['expectMs'] },
  {
    group: 'controllerMutationQuota',
    classes:
      'StrictControllerMutationQuota, PermissiveControllerMutationQuota, ControllerMutationQuotaManager',
    answers: ['events', 'lookups'],
  },
  { group: 'windows', classes: 'Kafka Streams, by TopologyTestDriver', answers: ['steps'] },
  { group: 'windowsFor', classes: 'TimeWindows.windowsFor', answers: ['windowStarts'] },
];

/** A group that is not run, and why. */
export interface LeftGroup {
  readonly group: string;
  readonly because: string;
}

const DERIVED = 'Derived from rules read in source';

export const LEFT_GROUPS: readonly LeftGroup[] = [
  {
    group: 'cleanerSelection',
    because: `${DERIVED}; LogCleanerManager measures whole logs, and these sizes are too small to be logs.`,
  },
  { group: 'lag', because: `${DERIVED}; no one class computes all of these lags.` },
  { group: 'autoCommit', because: `${DERIVED}; ConsumerCoordinator needs a network to commit to.` },
  { group: 'deliverySequences', because: `${DERIVED}; they are about an application, not about a class.` },
  { group: 'offsetReset', because: `${DERIVED}; OffsetFetcher needs a network to ask.` },
  { group: 'fetchSizing', because: `${DERIVED}; ReplicaManager.readFromLog needs a whole broker.` },
  { group: 'fetchWait', because: `${DERIVED}; DelayedFetch needs a whole ReplicaManager.` },
  { group: 'shareRecordStates', because: `${DERIVED}; SharePartition needs a whole ReplicaManager.` },
  { group: 'shareStartOffset', because: `${DERIVED}; SharePartition needs a whole ReplicaManager.` },
  { group: 'replicationGauges', because: `${DERIVED}; Partition needs a whole ReplicaManager.` },
  { group: 'clientMetricFormulas', because: `${DERIVED}; Sender and Fetcher need a network.` },
];
