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
export const EXPLAINED_VECTORS: readonly ExplainedVector[] = [];
