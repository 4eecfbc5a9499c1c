import type { KnobId } from './lessonSchema.ts';

export type ProducerKnobId = Extract<KnobId, 'linger.ms' | 'batch.size' | 'compression.type'>;

/** Values that a reader may choose for a config of the first producer; and Kafka's default. */
export const PRODUCER_KNOBS: Readonly<
  Record<ProducerKnobId, { readonly values: readonly string[]; readonly default: string }>
> = {
  'linger.ms': { values: ['0', '5', '20', '50'], default: '5' },
  'batch.size': { values: ['4096', '16384', '131072'], default: '16384' },
  'compression.type': { values: ['none', 'gzip', 'lz4', 'zstd'], default: 'none' },
};
