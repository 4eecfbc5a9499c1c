/** A vector that a version of Kafka does not answer as it stands. The vector is kept; this says who is right. */
export interface ExplainedVector {
  readonly group: string;
  readonly id: string;
  /** Versions of Kafka that differ. */
  readonly kafkaVersions: readonly string[];
  readonly because: string;
  /** Where Kafka decides it: Class.method, or the issue that changed it. */
  readonly source: string;
}

/** Every difference in results/*.json, and nothing else. */
export const EXPLAINED_VECTORS: readonly ExplainedVector[] = [
  {
    group: 'windows',
    id: 'window-16',
    kafkaVersions: ['4.2.2'],
    because:
      'The vector does not say that its store kept sessions for longer than by default. By default a session store keeps gap + grace (10 ms), and at stream time 111 a session that ended at 100 is no longer read from it: it is merged out of the cache, and its end is not forwarded. With a retention of a day Kafka 4.2.2 gives what the vector has; 3.9.1 and 4.0.0 do as 4.2.2 does.',
    source:
      'SessionStoreMaterializer.retentionPeriod, AbstractRocksDBSegmentedBytesStore.getActualFrom, CachingSessionStore.putAndMaybeForward',
  },
];
