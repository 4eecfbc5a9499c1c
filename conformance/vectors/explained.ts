/** Vectors that a version of Kafka does not answer as they stand. They are kept; this says who is right. */
export interface ExplainedVectors {
  readonly group: string;
  readonly ids: readonly string[];
  /** In which fields they differ, and in no others; `*` stands for an index or a name. */
  readonly fields: readonly string[];
  /** Versions of Kafka that differ. */
  readonly kafkaVersions: readonly string[];
  readonly because: string;
  /** Where Kafka decides it: Class.method, or the issue that changed it. */
  readonly source: string;
}

/** Every difference in results/*.json, and nothing else. */
export const EXPLAINED_VECTORS: readonly ExplainedVectors[] = [
  {
    group: 'retention',
    ids: [
      'size-15rec-limit10',
      'time-all-expired',
      'compact-delete',
      'compact-start-offset',
      'start-offset-1',
      'start-offset-4',
      'start-offset-5',
      'start-offset-6',
      'start-offset-10',
      'start-offset-15',
      'idempotency',
      'retention-bytes-zero-active',
      'retention-bytes-zero-empty-active',
      'hw-blocks',
      'time-boundary',
      'time-only-old-segment',
      'size-keeps-at-least-limit',
      'size-exact',
      'size-then-time',
      'active-not-rolled-if-young',
      'one-fresh-record-shields-segment',
    ],
    fields: ['ops.*.expect.localLogStartOffset'],
    kafkaVersions: ['4.2.2', '4.4.0'],
    because:
      'The vectors’ reference model moves localLogStartOffset with logStartOffset. Kafka moves it only where tiered storage is on; elsewhere it stays where the log was opened, and nothing reads it. What Kafka’s tests assert of these logs is the same.',
    source: 'UnifiedLog.maybeIncrementLogStartOffset, UnifiedLog.deleteSegments',
  },
  {
    group: 'consumerGroup848Timelines',
    ids: [
      'kip848-01',
      'kip848-02',
      'kip848-03',
      'kip848-04',
      'kip848-05',
      'kip848-06',
      'kip848-07',
      'kip848-08',
      'kip848-09',
      'kip848-11',
    ],
    fields: [
      'events.*.groupAfter.assignmentEpoch',
      'events.*.groupAfter.groupEpoch',
      'events.*.groupAfter.members.*.epoch',
      'events.*.response.memberEpoch',
    ],
    kafkaVersions: ['4.4.0'],
    because:
      'From 4.3 the epoch of a new group is 1 before its first member joins, so that every epoch is one more than in 4.2. All else is the same.',
    source: 'ModernGroup.<init> (4.3.1, 4.4.0): groupEpoch.set(1)',
  },
  {
    group: 'consumerGroup848Timelines',
    ids: ['kip848-10'],
    fields: [
      'events.*.groupAfter.assignmentEpoch',
      'events.*.groupAfter.groupEpoch',
      'events.*.groupAfter.members.*.epoch',
      'events.*.groupAfter.members.*.state',
      'events.*.groupAfter.members.*.target.*',
      'events.*.groupAfter.state',
      'events.*.response.memberEpoch',
    ],
    kafkaVersions: ['4.4.0'],
    because:
      'Beside the first epoch: from 4.3 a new target is computed at most once in group.consumer.assignment.interval.ms (1 s by default). Of two members that join in one millisecond the second has no target until a heartbeat after that.',
    source: 'GroupMetadataManager.canComputeNextTargetAssignment (4.3.1, 4.4.0)',
  },
  {
    group: 'cleaner',
    ids: ['txn-spanning-segments'],
    fields: ['ops.*.expect.batchLastOffsets.*'],
    kafkaVersions: ['4.4.0'],
    because:
      'An emptied batch is kept as the last of a cleaning round up to 4.3. From 4.4 it is kept only where it ends at the high watermark, and the batch up to offset 5 does not.',
    source:
      'Cleaner.cleanInto (shouldRetainRecord): batch.nextOffset() is compared with highWatermark in 4.4, with upperBoundOffsetOfCleaningRound in 4.2 and 4.3',
  },
  {
    group: 'windows',
    ids: ['window-16'],
    fields: ['steps.*.emits.*', 'steps.*.emits.*.count', 'steps.*.emits.*.end', 'steps.*.emits.*.start'],
    kafkaVersions: ['4.2.2', '4.4.0'],
    because:
      'The vector does not say that its store kept sessions for longer than by default. By default a session store keeps gap + grace (10 ms), and at stream time 111 a session that ended at 100 is no longer read from it: it is merged out of the cache, and its end is not forwarded. With a retention of a day Kafka 4.2.2 gives what the vector has; 3.9.1, 4.0.0 and 4.4.0 do as 4.2.2 does.',
    source:
      'SessionStoreMaterializer.retentionPeriod, AbstractRocksDBSegmentedBytesStore.getActualFrom, CachingSessionStore.putAndMaybeForward',
  },
];

/** Of one vector on one version. */
export function explanationOf(group: string, id: string, kafkaVersion: string): ExplainedVectors | undefined {
  return EXPLAINED_VECTORS.find(
    (one) => one.group === group && one.ids.includes(id) && one.kafkaVersions.includes(kafkaVersion),
  );
}

/** `events.*.members.*.epoch` names `events.*.members.A.epoch`. */
export function namesField(pattern: string, field: string): boolean {
  const names = pattern.split('.');
  const parts = field.split('.');
  return names.length === parts.length && names.every((name, index) => name === '*' || name === parts[index]);
}
