import type { SeriesName } from '../../shared/metricDefinitions.ts';

/** What one deed does to the metrics of a small cluster, and which errors are logged. */
export interface FaultSignature {
  /** Name of the deed, and of its sentence in the catalogue. */
  readonly fault: string;
  /** Kind of the command. */
  readonly command: string;
  readonly metrics: readonly MetricMove[];
  /** Processes that stop reporting, as `broker:1`. */
  readonly silent: readonly string[];
  readonly errors: readonly { readonly by: 'producer' | 'consumer' | 'broker'; readonly error: string }[];
}

export interface MetricMove {
  readonly series: SeriesName;
  /** When the deed is done. */
  readonly before: number;
  /** Where it differs most from the same run without the deed. */
  readonly peak: number;
  /** First time at which it differs, after the deed. */
  readonly seconds: number;
  /** Processes of which it moves, when not all. */
  readonly nodes: readonly string[];
}
