/** Vectors that a version of Kafka does not answer as they stand. They are kept; this says who is right. */
export interface ExplainedVectors {
  readonly group: string;
  readonly ids: readonly string[];
  /** In which fields they differ, and in no others; for an index stands `*`. */
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
    kafkaVersions: ['4.2.2'],
    because:
      'The vectors’ reference model moves localLogStartOffset with logStartOffset. Kafka moves it only where tiered storage is on; elsewhere it stays where the log was opened, and nothing reads it. What Kafka’s tests assert of these logs is the same.',
    source: 'UnifiedLog.maybeIncrementLogStartOffset, UnifiedLog.deleteSegments',
  },
  {
    group: 'windows',
    ids: ['window-16'],
    fields: ['steps.*.emits.*', 'steps.*.emits.*.count', 'steps.*.emits.*.end', 'steps.*.emits.*.start'],
    kafkaVersions: ['4.2.2'],
    because:
      'The vector does not say that its store kept sessions for longer than by default. By default a session store keeps gap + grace (10 ms), and at stream time 111 a session that ended at 100 is no longer read from it: it is merged out of the cache, and its end is not forwarded. With a retention of a day Kafka 4.2.2 gives what the vector has; 3.9.1 and 4.0.0 do as 4.2.2 does.',
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
