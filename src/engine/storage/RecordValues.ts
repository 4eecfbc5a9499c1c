import type { Bytes } from '../../shared/units.ts';

/**
 * Of records whose bytes are real: what they are made of, so that they can be made whenever somebody needs them, and are the same each
 * time. A batch of such records is really compressed. Ours, not Kafka's.
 */
export interface RecordValues {
  /** Events in JSON, words, or bytes that no codec makes smaller. */
  readonly kind: 'json' | 'text' | 'random';
  /** What all of it depends on beside the record's place. */
  readonly seed: number;
  /** On each record; their values are of hexadecimal digits, as ids of traces are. */
  readonly headers?: readonly { readonly key: string; readonly valueBytes: Bytes }[];
}
